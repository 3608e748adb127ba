import Foundation

@testable import Peridot

/// Builds archives by hand, also such that no archiver would write.
struct HandmadeArchive {
  private var plist = BinaryPlistWriter()
  private var objects: [Int] = []

  init() {
    objects.append(plist.string("$null"))
  }

  /// Adds an object of a class and returns its number; the members are references.
  mutating func add(_ className: String, _ members: [(String, Int)]) -> Int {
    let index = reserve()
    fill(index, className, members)
    return index
  }

  /// What stands in an object itself.
  enum Member {
    case integer(Int64)
    case text(String)
    /// Text of which `textToShare` has returned the number.
    case sharedText(Int)
  }

  /// Adds text that stands once, however many objects have it.
  mutating func textToShare(_ text: String) -> Int { plist.string(text) }

  /// Adds an object whose members stand in it.
  mutating func add(_ className: String, inline members: [(String, Member)]) -> Int {
    let classIndex = addClass(className)
    let values = members.map { member in
      switch member.1 {
      case .integer(let value): plist.integer(value)
      case .text(let text): plist.string(text)
      case .sharedText(let index): index
      }
    }
    objects.append(
      plist.dictionary(
        keys: members.map { plist.string($0.0) } + [plist.string("$class")],
        values: values + [plist.uid(classIndex)]))
    return objects.count - 1
  }

  /// Adds an object that is filled later, so that others can refer to it.
  mutating func reserve() -> Int {
    objects.append(-1)
    return objects.count - 1
  }

  mutating func fill(_ index: Int, _ className: String, _ members: [(String, Int)]) {
    let classIndex = addClass(className)
    objects[index] = plist.dictionary(
      keys: members.map { plist.string($0.0) } + [plist.string("$class")],
      values: members.map { plist.uid($0.1) } + [plist.uid(classIndex)])
  }

  private mutating func addClass(_ className: String) -> Int {
    let names = plist.array([plist.string(className), plist.string("NSObject")])
    let classKeys = [plist.string("$classname"), plist.string("$classes")]
    objects.append(plist.dictionary(keys: classKeys, values: [plist.string(className), names]))
    return objects.count - 1
  }

  /// Adds a collection whose elements are the objects with these numbers.
  mutating func collection(_ className: String, _ elements: [Int]) -> Int {
    let index = reserve()
    fillCollection(index, className, elements)
    return index
  }

  mutating func fillCollection(_ index: Int, _ className: String, _ elements: [Int]) {
    let list = plist.array(elements.map { plist.uid($0) })
    let classIndex = addClass(className)
    objects[index] = plist.dictionary(
      keys: [plist.string("NS.objects"), plist.string("$class")],
      values: [list, plist.uid(classIndex)])
  }

  /// Adds a dictionary whose keys and values are the objects with these numbers.
  mutating func dictionary(_ members: [(Int, Int)]) -> Int {
    let keys = plist.array(members.map { plist.uid($0.0) })
    let values = plist.array(members.map { plist.uid($0.1) })
    let classIndex = addClass("NSDictionary")
    objects.append(
      plist.dictionary(
        keys: [plist.string("NS.keys"), plist.string("NS.objects"), plist.string("$class")],
        values: [keys, values, plist.uid(classIndex)]))
    return objects.count - 1
  }

  mutating func blob(_ bytes: [UInt8]) -> Int {
    objects.append(plist.data(bytes))
    return objects.count - 1
  }

  mutating func string(_ text: String) -> Int {
    objects.append(plist.string(text))
    return objects.count - 1
  }

  mutating func integer(_ value: Int64) -> Int {
    objects.append(plist.integer(value))
    return objects.count - 1
  }

  /// Returns the archive with this root.
  mutating func data(root: Int) -> Data {
    let top = plist.dictionary(keys: [plist.string("root")], values: [plist.uid(root)])
    let archive = plist.dictionary(
      keys: ["$archiver", "$version", "$top", "$objects"].map { plist.string($0) },
      values: [
        plist.string("NSKeyedArchiver"), plist.integer(100_000), top, plist.array(objects),
      ])
    return Data(plist.finish(top: archive))
  }
}
