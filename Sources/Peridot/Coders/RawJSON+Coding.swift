/// A coder gets an equal value; an archive keeps the text.
extension RawJSON: Codable {
  private enum CodingKeys: String, CodingKey {
    case json, holderTag
  }

  public init(from decoder: any Decoder) throws {
    guard (decoder as? CodableDecoder)?.isArchived == true else {
      try self.init(value: UntypedCoding<DataNames>(from: decoder).value)
      return
    }
    let archived = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(archived.decode(String.self, forKey: .json))
    holderTag = try archived.decodeIfPresent(Cluster.Tag.self, forKey: .holderTag)
  }

  public func encode(to encoder: any Encoder) throws {
    guard (encoder as? CodableEncoder)?.isArchived == true else {
      return try UntypedCoding<DataNames>(value).encode(to: encoder)
    }
    var archived = encoder.container(keyedBy: CodingKeys.self)
    try archived.encode(description, forKey: .json)
    try archived.encodeIfPresent(holderTag, forKey: .holderTag)
  }
}
