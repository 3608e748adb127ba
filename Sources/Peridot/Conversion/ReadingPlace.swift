/// A place in a document that can be gone back to after a failure.
struct ReadingPlace {
  let position: Int
  let depth: Int

  /// The place of the next value.
  @inline(__always)
  init(_ reader: inout JSONReader) {
    _ = reader.nextByte()
    position = reader.position
    depth = reader.depth
  }

  func restore(_ reader: inout JSONReader) {
    reader.position = position
    reader.depth = depth
  }

  /// Goes on behind the value at this place.
  func skip(_ reader: inout JSONReader) throws {
    restore(&reader)
    try reader.skipValue()
  }
}

extension ReadingContext {
  /// Decides what becomes of an element that cannot be read: it is left out, or the error goes on.
  func handleElement(
    _ error: any Error, _ place: ReadingPlace, isMember: Bool = false, _ reader: inout JSONReader
  ) throws {
    guard let error = error as? ConversionError else { throw error }
    if case .whole = error.kind { throw error }
    var isDropped =
      switch policy.badElement {
      case .fail: false
      case .drop: true
      case .dropOtherKinds: !isMember && error.isAboutKind(at: place.position)
      }
    if case .validationFailed = error.kind { isDropped = policy.hookReject == .drop }
    if isDropped {
      note(.dropped, error)
    } else if policy.collectsErrors {
      collect(error)
    } else {
      throw error
    }
    try giveUp(place, &reader)
  }

  /// Goes on behind a value that was given up, members of which may not have been met.
  func giveUp(_ place: ReadingPlace, _ reader: inout JSONReader) throws {
    place.restore(&reader)
    let first = reader.nextByte()
    try reader.skipValue()
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
      givenUp.append(place.position..<reader.position)
    }
  }
}
