extension Frozen: Encodable where M: JSONSerializing {
  /// Writes the model by its class's mapping, as a ``CodableModel`` writes itself.
  ///
  /// - Throws: an `EncodingError`, or an error of the coder itself.
  public func encode(to encoder: any Encoder) throws {
    try CodingCall.encode(model, as: M.self, to: encoder)
  }
}

extension Frozen: Decodable where M: CodableModel {
  /// Reads a model and freezes it.
  ///
  /// - Throws: a `DecodingError`, also if the model can't be frozen, or an error of the coder itself.
  public init(from decoder: any Decoder) throws {
    let model = try M(from: decoder)
    do {
      try self.init(graph: model)
    } catch {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath, debugDescription: "\(error)", underlyingError: error))
    }
  }
}
