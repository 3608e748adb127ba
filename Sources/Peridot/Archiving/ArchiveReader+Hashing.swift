import Foundation

// Members of sets and keys of dictionaries are hashed, and compared with others of the same hash.
// Both are counted: an archive of some kilobytes can refer to one long text many times, and an
// attacker who chooses the values can make weak hashes collide.

extension ArchiveReader {
  /// Hashing that many bytes takes no longer than reading the reference to them.
  private static var lightWeight: Int { 64 }
  /// The cost of comparing two models, and of each pair that this leads to.
  private static var comparisonOfModels: Int { 1_024 }
  private static var comparisonOfPair: Int { 256 }
  /// The cost of a byte of data that Foundation compares, or of a URL that it makes of text, in
  /// bytes of other values.
  private static var slownessOfData: Int { 16 }
  private static var slownessOfURL: Int { 4 }

  /// Counts the cost of hashing `values`, which were read at `slots`, and returns those to hash: of
  /// all references to one large object only the last.
  func hashed<Value: Hashable>(
    _ values: [Value], at slots: [Slot], _ cost: HashCost
  ) throws -> [Value] {
    guard let repeated = try countHashes(of: values, at: slots, cost) else { return values }
    return values.indices.lazy.filter { !repeated.contains($0) }.map { values[$0] }
  }

  /// Counts the cost of hashing `values`, which were read at `slots`, and returns the positions of
  /// those that need no hash; nil if all are hashed.
  func countHashes<Value: Hashable>(
    of values: [Value], at slots: [Slot], _ cost: HashCost
  ) throws -> Set<Int>? {
    if case .fixed = cost { return nil }
    var last = [Int: Int]()
    var repeated: Set<Int> = []
    for (position, slot) in slots.enumerated() where !isLight(slot) {
      let weight = try weight(of: slot)
      guard weight > Self.lightWeight else { continue }
      if let object = identity(of: slot),
        let earlier = last.updateValue(position, forKey: object)
      {
        repeated.insert(earlier)
      } else {
        try spend(weight)
      }
    }
    if case .partial = cost {
      let positions = values.indices.filter { !repeated.contains($0) }
      if foundationPlace != nil {
        try countFoundationComparisons(of: values, positions, at: slots)
      } else if Value.self == AnyHashable.self {
        let weak = positions.filter {
          HashCost(of: type(of: AnyHashable(values[$0]).base)) == .partial
        }
        try countComparisons(of: weak.map { values[$0] }, at: weak.map { slots[$0] })
      } else {
        try countComparisons(of: positions.map { values[$0] }, at: positions.map { slots[$0] })
      }
    }
    return repeated.isEmpty ? nil : repeated
  }

  /// Counts the comparisons in a Foundation collection, whose hashes of text cover only a part of
  /// it.
  private func countFoundationComparisons<Value: Hashable>(
    of values: [Value], _ positions: [Int], at slots: [Slot]
  ) throws {
    var objects: [NSObject] = []
    var places: [Slot] = []
    for position in positions {
      let value = AnyHashable(values[position]).base
      // The hash of a decimal number never ends on Linux.
      if value is Decimal || value is NSDecimalNumber { continue }
      if value is URL || value is NSURL {
        try spend(Self.product(Self.slownessOfURL, try weight(of: slots[position])))
      }
      guard let object = FoundationClass.object(value, as: NSObject.self) else { continue }
      objects.append(object)
      places.append(slots[position])
    }
    try countComparisons(of: objects, at: places)
  }

  /// Counts the comparisons of values with the same hash.
  private func countComparisons<Value: Hashable>(
    of values: [Value], at slots: [Slot]
  ) throws {
    var firsts = [Int: Int](minimumCapacity: values.count)
    var others = [Int: [Int]]()
    for (position, value) in values.enumerated() {
      let hash = value.hashValue
      guard let first = firsts[hash] else {
        firsts[hash] = position
        continue
      }
      let type = type(of: AnyHashable(value).base)
      let least = type is any ArchivableModel.Type ? Self.comparisonOfModels : Self.lightWeight
      var weight = max(least, try weight(of: slots[position]))
      if Value.self == NSObject.self, value is NSData {
        weight = Self.product(Self.slownessOfData, weight)
      }
      let isKnown = try ([first] + others[hash, default: []]).contains { other in
        try spend(weight)
        let before = ComparisonWalk.pairsCompared
        let isEqual = values[other] == value
        try spend((ComparisonWalk.pairsCompared &- before) * Self.comparisonOfPair)
        return isEqual
      }
      if !isKnown { others[hash, default: []].append(position) }
    }
  }

  /// Returns whether `slot` is a number or a short text by a cheap test; false means unknown.
  @inline(__always)
  private func isLight(_ slot: Slot) -> Bool {
    guard case .object(let index) = slot else { return false }
    let position = plist.position(of: plist.reference(objects, at: index))
    guard position >= 0 else { return false }
    let marker = plist.bytes[position]
    return marker < 0x40 || (marker & 0xF0 == 0x50 && marker != 0x5F)
  }

  /// A number that identifies the object at `slot`: a model's position among the instances, another
  /// object's number in the archive; nil for an inline value.
  private func identity(of slot: Slot) -> Int? {
    guard case .object(let index) = slot else { return nil }
    return marks[index] >= 0 ? -1 - Int(marks[index]) : index
  }

  /// Returns about how many bytes are hashed for the value at `slot`.
  ///
  /// - Parameter levels: the number of levels of nested models to count.
  private func weight(of slot: Slot, levels: Int = 2) throws -> Int {
    switch try node(slot) {
    case .ascii(let range), .utf16(let range), .data(let range): return range.count
    case .array(let references): return try weight(of: references, levels: levels)
    case .dictionary(let keys, let values):
      guard case .object(let index) = slot else { return try weight(of: values, levels: levels) }
      let key = index * 3 + levels
      if let known = weights[key] { return known }
      // Ends cycles.
      weights[key] = 8
      let members = Members(shape: try shape(keys), values: values)
      let plan = marks[index] >= 0 ? instances[Int(marks[index])].plan : nil
      let weight =
        if let plan {
          try weight(of: members, plan, levels: levels)
        } else {
          try weight(of: values, levels: levels)
        }
      weights[key] = weight
      return weight
    case .number, .date, .uid: return 8
    }
  }

  private func weight(of references: BinaryPlist.References, levels: Int) throws -> Int {
    try spend(references.count)
    return try nested {
      var sum = 8
      for index in 0..<references.count {
        sum = Self.sum(sum, try weight(of: slot(references, at: index), levels: levels))
      }
      return sum
    }
  }

  private func weight(
    of members: Members, _ plan: ArchivePlan, levels: Int
  ) throws -> Int {
    guard levels > 0 else { return 8 }
    // Another copy can have the properties.
    let members = try identifier(members).flatMap { copies[$0]?.members } ?? members
    let positions = members.shape.positions(of: plan.keys)
    return try nested {
      var sum = 8 * plan.entries.count
      for (entry, position) in zip(plan.entries, positions) where entry.isHashed && position >= 0 {
        let slot = try slot(members, Int(position))
        sum = Self.sum(sum, try weight(of: slot, levels: levels - 1))
      }
      if let position = members.shape.externalPosition {
        sum = Self.sum(sum, try weight(of: slot(members, position), levels: levels - 1))
      }
      return sum
    }
  }

  private static func product(_ first: Int, _ second: Int) -> Int {
    let (product, overflow) = first.multipliedReportingOverflow(by: second)
    return overflow ? .max : product
  }

  private static func sum(_ first: Int, _ second: Int) -> Int {
    let (sum, overflow) = first.addingReportingOverflow(second)
    return overflow ? .max : sum
  }
}
