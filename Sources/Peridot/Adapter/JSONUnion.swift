/// An enum whose cases are the forms that one JSON value can have:
///
///     enum Customer: JSONUnion {
///       case id(String)
///       case object(CustomerModel)
///     }
///
/// Each case with one associated value is one form; a case without stands for null. Peridot chooses
/// the case by the kind of the JSON value. Of several objects, the class wins whose tag the object
/// has, then the one whose required members are all there, then the one that maps most of the
/// object's members, then the one that lacks the fewest; of several texts or numbers, the first case
/// that takes the value. It works as a property, as an element, within Codable values, and with any
/// coder; the associated values need not be Codable.
public protocol JSONUnion: Codable {}

extension JSONUnion {
  /// Reads the value from its JSON, whose form chooses the case.
  public init(from decoder: any Decoder) throws {
    do {
      if (decoder as? CodableDecoder)?.isArchived == true {
        self = try JSONUnionCodec<Self>.shared().unarchived(from: decoder)
      } else {
        // A coder's policy counts instead of those of classes. What it repairs, the model that holds
        // the union reads anew, and reports.
        let isGiven = decoder.userInfo[.conversionPolicy] is ConversionPolicy
        self = try RawJSON(from: decoder).decode(policy: isGiven ? .strict : nil)
      }
    } catch var error as JSONAdapterError {
      let path = decoder.codingPath + error.pathComponents.codingKeys
      error.move(to: path.components)
      throw DecodingError.dataCorrupted(
        .init(codingPath: path, debugDescription: error.description, underlyingError: error))
    }
  }

  /// Writes the JSON of the case's value.
  public func encode(to encoder: any Encoder) throws {
    do {
      let codec = try JSONUnionCodec<Self>.shared()
      if (encoder as? CodableEncoder)?.isArchived == true {
        return try codec.archive(self, to: encoder)
      }
      let policy = encoder.userInfo[.conversionPolicy] as? ConversionPolicy
      try RawJSON(encoding: self, under: .of(policy, for: Self.self), isForCoder: true)
        .encode(to: encoder)
    } catch let error as JSONAdapterError {
      throw EncodingError.invalidValue(
        self,
        .init(
          codingPath: encoder.codingPath, debugDescription: error.description,
          underlyingError: error))
    }
  }
}
