/// A model within another, in the form that coders take: its class need not be Codable.
///
/// `Value` is a model class.
struct CodedModel<Value>: Codable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }

  init(from decoder: any Decoder) throws {
    guard let type = Value.self as? Model.Type,
      let model = try CodingCall.part(of: type, from: decoder) as? Value
    else { fatalError("Peridot: \(Value.self) is not a model class") }
    value = model
  }

  func encode(to encoder: any Encoder) throws {
    guard let model = value as? Model else {
      fatalError("Peridot: \(Value.self) is not a model class")
    }
    try CodingCall.encode(part: model, to: encoder)
  }
}

/// The value of a member that a path of names leads through; see `CodingCall.withNode`.
struct DecodedNode: Decodable {
  init(from decoder: any Decoder) throws {
    try CodingCall.readNode(decoder)
  }
}

/// The same on the way out, of one model.
struct EncodedNode: Encodable {
  let model: Model
  let members: [CodingPlan.Output]
  let plan: CodingPlan
  let call: CodingCall

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberKey.self)
    try plan.write(members, model, &container, call)
  }
}
