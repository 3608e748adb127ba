/// Damages binary property lists, with an eye for how they are made.
public struct ArchiveMutator {
  private var random: SeededGenerator

  public init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  /// Returns `bytes` with a few changes.
  public mutating func mutate(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    // One change lets the reader go further than many do.
    for _ in 0..<([1, 1, 1, 2, 4].randomElement(using: &random) ?? 1) {
      guard let layout = Layout(bytes) else {
        changeByte(&bytes)
        continue
      }
      switch Int.random(in: 0..<72, using: &random) {
      case 0..<4: flipBit(&bytes)
      case 4..<8: changeByte(&bytes)
      case 8: cut(&bytes)
      case 9: shift(&bytes)
      case 10..<18: rewireUID(&bytes, layout)
      case 18..<26: rewireReference(&bytes, layout)
      case 26..<30: replaceObject(&bytes, layout)
      case 30..<33: changeCount(&bytes, layout)
      case 33..<36: changeType(&bytes, layout)
      case 36..<39: moveObject(&bytes, layout)
      case 39: changeTrailer(&bytes)
      case 40..<42: makeCountHuge(&bytes, layout)
      case 42..<46: makeCycle(&bytes, layout)
      case 46..<50: repeatReference(&bytes, layout)
      case 50..<54: swapObjects(&bytes, layout)
      case 60..<64: repeatReferenceOften(&bytes, layout)
      case 64..<67: lengthenText(&bytes, layout)
      case 67..<72: replaceValue(&bytes, layout)
      default: changeScalar(&bytes, layout)
      }
    }
    return bytes
  }

  private mutating func flipBit(_ bytes: inout [UInt8]) {
    guard let index = bytes.indices.randomElement(using: &random) else { return }
    bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
  }

  private mutating func changeByte(_ bytes: inout [UInt8]) {
    guard let index = bytes.indices.randomElement(using: &random) else { return }
    bytes[index] =
      [0, 0xFF, 0x7F, 0x80, UInt8.random(in: 0...255, using: &random)]
      .randomElement(using: &random) ?? 0
  }

  /// Mostly keeps the trailer, without which nothing at all is read.
  private mutating func cut(_ bytes: inout [UInt8]) {
    guard bytes.count > 60 else { return }
    let trailer = bytes.suffix(32)
    let end = Int.random(in: 8..<(bytes.count - 32), using: &random)
    let keepsTrailer = Bool.random(using: &random)
    bytes = Array(bytes[..<end]) + (keepsTrailer ? trailer : [])
  }

  private mutating func shift(_ bytes: inout [UInt8]) {
    let index = Int.random(in: 8..<bytes.count, using: &random)
    if Bool.random(using: &random) {
      bytes.remove(at: index)
    } else {
      bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
    }
  }

  private mutating func rewireUID(_ bytes: inout [UInt8], _ layout: Layout) {
    let uids = layout.offsets.filter { bytes[$0] >> 4 == 8 }
    guard let offset = uids.randomElement(using: &random),
      let other = uids.randomElement(using: &random)
    else { return }
    let size = Int(bytes[offset] & 0x0F) + 1
    guard offset + size < bytes.count, other + size < bytes.count else { return }
    for index in 1...size { bytes[offset + index] = bytes[other + index] }
    if Int.random(in: 0..<10, using: &random) == 0 { bytes[offset + size] = 0xFF }
  }

  private mutating func rewireReference(_ bytes: inout [UInt8], _ layout: Layout) {
    let containers = layout.offsets.filter { bytes[$0] >> 4 == 0xA || bytes[$0] >> 4 == 0xD }
    guard let offset = containers.randomElement(using: &random) else { return }
    let count = Int(bytes[offset] & 0x0F) * (bytes[offset] >> 4 == 0xD ? 2 : 1)
    guard count > 0 else { return }
    let index = Int.random(in: 0..<count, using: &random)
    let target = Int.random(in: 0..<layout.offsets.count, using: &random)
    write(target, to: &bytes, at: offset + 1 + index * layout.referenceSize, layout.referenceSize)
  }

  /// Puts one object in the place of another, everywhere.
  private mutating func replaceObject(_ bytes: inout [UInt8], _ layout: Layout) {
    let index = Int.random(in: 0..<layout.offsets.count, using: &random)
    guard let offset = layout.offsets.randomElement(using: &random) else { return }
    write(offset, to: &bytes, at: layout.table + index * layout.offsetSize, layout.offsetSize)
  }

  private mutating func changeCount(_ bytes: inout [UInt8], _ layout: Layout) {
    guard let offset = layout.offsets.randomElement(using: &random) else { return }
    let change = [1, 0xFF].randomElement(using: &random) ?? 1
    bytes[offset] = (bytes[offset] & 0xF0) | ((bytes[offset] &+ UInt8(change)) & 0x0F)
  }

  private mutating func changeType(_ bytes: inout [UInt8], _ layout: Layout) {
    guard let offset = layout.offsets.randomElement(using: &random) else { return }
    let type = UInt8.random(in: 0...15, using: &random)
    bytes[offset] = type << 4 | (bytes[offset] & 0x0F)
  }

  private mutating func changeScalar(_ bytes: inout [UInt8], _ layout: Layout) {
    let scalars = layout.offsets.filter { 1...3 ~= bytes[$0] >> 4 }
    guard let offset = scalars.randomElement(using: &random) else { return }
    let size = min(1 << Int(bytes[offset] & 0x0F), 16)
    let byte = [0, 0xFF, 0x7F].randomElement(using: &random) ?? 0
    for index in 1...size where offset + index < bytes.count { bytes[offset + index] = UInt8(byte) }
  }

  /// Makes the offset table tell lies: an object begins anywhere.
  private mutating func moveObject(_ bytes: inout [UInt8], _ layout: Layout) {
    let index = Int.random(in: 0..<layout.offsets.count, using: &random)
    let offset = Int.random(in: 0..<bytes.count, using: &random)
    write(offset, to: &bytes, at: layout.table + index * layout.offsetSize, layout.offsetSize)
  }

  private mutating func swapObjects(_ bytes: inout [UInt8], _ layout: Layout) {
    let size = layout.offsetSize
    let first = layout.table + Int.random(in: 0..<layout.offsets.count, using: &random) * size
    let second = layout.table + Int.random(in: 0..<layout.offsets.count, using: &random) * size
    for index in 0..<size { bytes.swapAt(first + index, second + index) }
  }

  /// Makes the trailer tell lies: sizes, counts, the top object, where the table is.
  private mutating func changeTrailer(_ bytes: inout [UInt8]) {
    let trailer = bytes.count - 32
    switch Int.random(in: 0..<5, using: &random) {
    case 0: bytes[trailer + 6] = UInt8.random(in: 0...9, using: &random)
    case 1: bytes[trailer + 7] = UInt8.random(in: 0...9, using: &random)
    default:
      let field = [8, 16, 24].randomElement(using: &random) ?? 8
      let value = [0, 1, 8, bytes.count - 32, bytes.count, .max, Int.max / 8, 1 << 32]
      write(value.randomElement(using: &random) ?? 0, to: &bytes, at: trailer + field, 8)
    }
  }

  private mutating func makeCountHuge(_ bytes: inout [UInt8], _ layout: Layout) {
    let counted = layout.offsets.filter { [4, 5, 6, 0xA, 0xD].contains(bytes[$0] >> 4) }
    guard let offset = counted.randomElement(using: &random) else { return }
    let size = Int.random(in: 0...3, using: &random)
    guard offset + 2 + 1 << size < bytes.count else { return }
    bytes[offset] |= 0x0F
    bytes[offset + 1] = 0x10 | UInt8(size)
    let count = [.max, 1 << 60, 1 << 31, bytes.count, bytes.count / 8, 255]
    write(count.randomElement(using: &random) ?? 0, to: &bytes, at: offset + 2, 1 << size)
  }

  /// Lets a container hold itself, or one that holds it.
  private mutating func makeCycle(_ bytes: inout [UInt8], _ layout: Layout) {
    let containers = layout.offsets.indices.filter { bytes[layout.offsets[$0]] >> 4 >= 0xA }
    guard let container = containers.randomElement(using: &random),
      let target = Bool.random(using: &random)
        ? container : containers.randomElement(using: &random)
    else { return }
    let offset = layout.offsets[container]
    let count = Int(bytes[offset] & 0x0F) * (bytes[offset] >> 4 == 0xD ? 2 : 1)
    guard 1..<15 ~= count else { return }
    let index = Int.random(in: 0..<count, using: &random)
    write(target, to: &bytes, at: offset + 1 + index * layout.referenceSize, layout.referenceSize)
  }

  /// Lets all elements of a container be the same one.
  private mutating func repeatReference(_ bytes: inout [UInt8], _ layout: Layout) {
    guard
      let offset = layout.offsets.filter({ bytes[$0] >> 4 >= 0xA }).randomElement(using: &random)
    else { return }
    let count = Int(bytes[offset] & 0x0F)
    let target = Int.random(in: 0..<layout.offsets.count, using: &random)
    guard 1..<15 ~= count else { return }
    for index in 0..<count {
      write(target, to: &bytes, at: offset + 1 + index * layout.referenceSize, layout.referenceSize)
    }
  }

  /// Puts a collection of thousands of references, to one or two objects, in the place of another.
  private mutating func repeatReferenceOften(_ bytes: inout [UInt8], _ layout: Layout) {
    let containers = layout.offsets.indices.filter { bytes[layout.offsets[$0]] >> 4 >= 0xA }
    guard let container = containers.randomElement(using: &random) else { return }
    let kind = bytes[layout.offsets[container]] & 0xF0
    let count = [20, 200, 1_500].randomElement(using: &random) ?? 20
    let targets = (0..<2).map { _ in Int.random(in: 0..<layout.offsets.count, using: &random) }
    let known = references(bytes, layout, container) ?? targets
    let chosen = Bool.random(using: &random) ? known : targets
    var object = [kind | 0x0F, 0x11, UInt8(count >> 8), UInt8(count & 0xFF)]
    for index in 0..<(count * (kind == 0xD0 ? 2 : 1)) {
      let reference = chosen.isEmpty ? 0 : chosen[index % chosen.count]
      for byte in (0..<layout.referenceSize).reversed() {
        object.append(UInt8(truncatingIfNeeded: reference >> (8 * byte)))
      }
    }
    replace(container, with: object, in: &bytes, layout)
  }

  private func references(_ bytes: [UInt8], _ layout: Layout, _ container: Int) -> [Int]? {
    let offset = layout.offsets[container]
    let count = Int(bytes[offset] & 0x0F)
    let end = offset + 1 + count * layout.referenceSize
    guard 1..<15 ~= count, end <= layout.table else { return nil }
    return (0..<count).map { index in
      let start = offset + 1 + index * layout.referenceSize
      return bytes[start..<(start + layout.referenceSize)].reduce(0) { $0 << 8 | Int($1) }
    }
  }

  /// Makes a text long that many may share.
  private mutating func lengthenText(_ bytes: inout [UInt8], _ layout: Layout) {
    let texts = layout.offsets.indices.filter { bytes[layout.offsets[$0]] >> 4 == 5 }
    guard let text = texts.randomElement(using: &random) else { return }
    let count = [200, 20_000].randomElement(using: &random) ?? 200
    let object = [0x5F, 0x11, UInt8(count >> 8), UInt8(count & 0xFF)]
    replace(text, with: object + Array(repeating: 0x78, count: count), in: &bytes, layout)
  }

  /// Puts a value of another kind, or out of range, in the place of an object.
  private mutating func replaceValue(_ bytes: inout [UInt8], _ layout: Layout) {
    let index = Int.random(in: 0..<layout.offsets.count, using: &random)
    replace(
      index, with: Self.wrongValues.randomElement(using: &random) ?? [], in: &bytes, layout)
  }

  /// Integers, reals, Booleans, texts, data, dates, and empty collections.
  private static let wrongValues: [[UInt8]] = [
    [0x10, 0], [0x10, 1], [0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
    [0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0x13, 0x80, 0, 0, 0, 0, 0, 0, 0],
    [0x14, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
    [0x23, 0x7E, 0x37, 0xE4, 0x3C, 0x88, 0, 0x75, 0x9C], [0x23, 0x7F, 0xF8, 0, 0, 0, 0, 0, 0],
    [0x23, 0xFF, 0xF0, 0, 0, 0, 0, 0, 0], [0x23, 0xBF, 0xE0, 0, 0, 0, 0, 0, 0],
    [0x22, 0x7F, 0x7F, 0xFF, 0xFF], [0x08], [0x09], [0x50], [0x51, 0x78], [0x61, 0xD8, 0],
    [0x40], [0x42, 0xFF, 0x80], [0x33, 0x7F, 0xF0, 0, 0, 0, 0, 0, 0], [0xA0], [0xD0], [0x80, 0],
  ]

  /// Puts `object` behind all others, in the place of the one at `index`.
  private func replace(
    _ index: Int, with object: [UInt8], in bytes: inout [UInt8], _ layout: Layout
  ) {
    guard layout.offsetSize >= 8 || layout.table < 1 << (8 * layout.offsetSize) else { return }
    write(
      layout.table, to: &bytes, at: layout.table + index * layout.offsetSize, layout.offsetSize)
    bytes.insert(contentsOf: object, at: layout.table)
    write(layout.table + object.count, to: &bytes, at: bytes.count - 8, 8)
  }

  private func write(_ value: Int, to bytes: inout [UInt8], at position: Int, _ size: Int) {
    guard position >= 0, position + size <= bytes.count else { return }
    for index in 0..<size {
      bytes[position + index] = UInt8(truncatingIfNeeded: value >> (8 * (size - 1 - index)))
    }
  }

  /// Where the objects of a property list lie; nil if it is damaged too much to tell.
  private struct Layout {
    let table: Int
    let offsetSize: Int
    let referenceSize: Int
    let offsets: [Int]

    init?(_ bytes: [UInt8]) {
      guard bytes.count > 48 else { return nil }
      let trailer = bytes.count - 32
      offsetSize = Int(bytes[trailer + 6])
      referenceSize = Int(bytes[trailer + 7])
      let count = Self.number(bytes, trailer + 8, 8)
      table = Self.number(bytes, trailer + 24, 8)
      guard 1...8 ~= offsetSize, 1...8 ~= referenceSize, 1...bytes.count ~= count,
        8..<trailer ~= table, table + count * offsetSize <= trailer
      else { return nil }
      var offsets: [Int] = []
      for index in 0..<count {
        let offset = Self.number(bytes, table + index * offsetSize, offsetSize)
        offsets.append(8..<table ~= offset ? offset : 8)
      }
      if offsets.isEmpty { return nil }
      self.offsets = offsets
    }

    private static func number(_ bytes: [UInt8], _ position: Int, _ size: Int) -> Int {
      bytes[position..<(position + size)].reduce(0) { $0 << 8 | Int($1) }
    }
  }
}
