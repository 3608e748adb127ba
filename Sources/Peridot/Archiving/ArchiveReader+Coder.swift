import Foundation

// The requests of a coder's user.

extension ArchiveReader {
  func contains(_ key: String) -> Bool {
    failure == nil && frame?.members.shape.position(of: ArchivePlan.escaped(key)) != nil
  }

  /// Returns the number that stands for `key`, inline or as an object; nil if there is none.
  func number(forKey key: String) -> Boxed? {
    guard failure == nil, let frame else { return nil }
    return try? member(frame.members, ArchivePlan.escaped(key)).flatMap { try number($0) }
  }

  /// Returns the value for `key`, of one of `types`; an error is kept for later.
  func value(forKey key: String, of types: [AnyClass]?) -> Any? {
    guard failure == nil, let frame else { return nil }
    let saved = allowance
    defer { allowance = saved }
    if let types { allowance = Allowance(types, allowsPlainValues: false) }
    do {
      let slot = try member(frame.members, ArchivePlan.escaped(key))
      guard let slot, try null(slot) != .nothing else { return nil }
      return try any(slot)
    } catch {
      fail(error, key)
      return nil
    }
  }

  /// Returns the bytes for `key`, inline or as an object; nil if there are none.
  func bytes(forKey key: String) -> Data? {
    guard failure == nil, let frame else { return nil }
    do {
      guard let slot = try member(frame.members, ArchivePlan.escaped(key)),
        try null(slot) == .value
      else { return nil }
      return try data(slot)
    } catch {
      fail(error, key)
      return nil
    }
  }

  /// Keeps the first error until it can be thrown.
  func fail(_ error: any Error, _ key: String?) {
    guard failure == nil else { return }
    let wrapped = ArchiveError.wrapping(error, .decodingFailed)
    failure = key.map { wrapped.within(".\($0)") } ?? wrapped
  }

  /// Tells whether the object that is being read has the members that `type`, one of Foundation's,
  /// takes for granted.
  func isSafe(_ type: AnyClass) -> Bool {
    #if !canImport(Darwin)
      if type is NSURLQueryItem.Type { return value(forKey: "NS.name", of: nil) is String }
      if type is NSError.Type {
        // Its code is taken for an Int, whatever number it is.
        return number(forKey: "NSCode")?.exactly(Int.self) != nil
          && value(forKey: "NSDomain", of: ArchivedValue.classes) is String
      }
      if type is NSRegularExpression.Type || type is ISO8601DateFormatter.Type {
        // Their options are taken for a UInt, whatever number they are.
        guard let members = frame?.members else { return false }
        return (0..<members.values.count).allSatisfy { position in
          guard let slot = try? slot(members, position), let number = try? number(slot) else {
            return true
          }
          return number.exactly(UInt32.self) != nil
        }
      }
      if type is NSDateInterval.Type {
        guard let start = value(forKey: "NS.startDate", of: [NSDate.self]) as? Date,
          let end = value(forKey: "NS.endDate", of: [NSDate.self]) as? Date
        else { return false }
        // Not even one of them is a number if this is false for equal ones.
        return start <= end && end.timeIntervalSince(start).isFinite
      }
      if type is NSMeasurement.Type {
        // Its hash converts the number to an Int.
        guard let number = number(forKey: "NS.value")?.exactly(Double.self),
          Int(exactly: number.rounded(.towardZero)) != nil
        else { return false }
        return value(forKey: "NS.unit", of: [Unit.self]) is Unit
      }
    #endif
    return true
  }
}
