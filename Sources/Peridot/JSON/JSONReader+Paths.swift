extension JSONReader {
  /// Returns the paths of ascending offsets, in one pass from the start of the document.
  ///
  /// An offset belongs to the member or element whose text it lies in or right before; one at the end
  /// of a container, or at a comma in it, to the container.
  mutating func paths(to offsets: [Int]) -> [String] {
    var search = PathSearch(offsets)
    cursor = lent.startOfText
    // A malformed document ends the search; what is open then is as much as can be told.
    try? findPaths(&search)
    search.settle(before: .max, in: lent)
    return search.paths
  }

  private mutating func findPaths(_ search: inout PathSearch) throws(JSONSyntaxError) {
    while search.offset < .max {
      switch try peekKind() {
      case .object:
        search.settle(before: cursor + 1, in: lent)
        if try beginObject() {
          search.enter(OpenContainer(kind: .object, place: try pathKey()))
          continue
        }
      case .array:
        search.settle(before: cursor + 1, in: lent)
        if try beginArray() {
          search.enter(OpenContainer(kind: .array, place: 0))
          continue
        }
      default:
        try skipValue()
      }
      search.settle(before: cursor, in: lent)
      // A value has ended; the containers that end with it follow.
      while true {
        if search.innermost.kind == .none { return }
        _ = nextByte()
        search.settle(before: cursor + 1, in: lent, isOutside: true)
        do {
          if search.innermost.kind == .array {
            if try nextElement() {
              search.innermost.place += 1
              break
            }
          } else if try nextMember() {
            search.innermost.place = try pathKey()
            break
          }
        } catch {
          search.leave()
          throw error
        }
        search.leave()
      }
    }
  }

  private mutating func pathKey() throws(JSONSyntaxError) -> Int {
    try skipKey()
    return keyStart
  }
}

/// A container on the way to a value.
private struct OpenContainer {
  enum Kind { case none, object, array }

  let kind: Kind
  /// Where the name of the current member begins, or the index of the current element.
  var place = 0
}

/// A search for the paths of ascending offsets, as far as it has come.
private struct PathSearch {
  private let offsets: [Int]
  private(set) var paths: [String] = []
  /// The next offset whose path is looked for; the largest number when there is none.
  private(set) var offset: Int
  /// The innermost container that is open. By itself, as it changes with each member.
  var innermost = OpenContainer(kind: .none)
  /// The containers around it, the outermost of which is none.
  private var outer: [OpenContainer] = []
  /// The bytes of a path that is being made.
  private var path: [UInt8] = []

  init(_ offsets: [Int]) {
    self.offsets = offsets
    offset = offsets.first ?? .max
  }

  mutating func enter(_ container: OpenContainer) {
    outer.append(innermost)
    innermost = container
  }

  mutating func leave() {
    innermost = outer.removeLast()
  }

  /// Takes the path to where the search is, or to the innermost container, for all offsets before
  /// `end`.
  @inline(__always)
  mutating func settle(
    before end: Int, in bytes: JSONReader.Bytes, isOutside: Bool = false
  ) {
    if offset < end { take(before: end, in: bytes, isOutside) }
  }

  @inline(never)
  private mutating func take(before end: Int, in bytes: JSONReader.Bytes, _ isOutside: Bool) {
    let path = path(in: bytes, isOutside)
    repeat {
      paths.append(path)
      offset = paths.count < offsets.count ? offsets[paths.count] : .max
    } while offset < end
  }

  private mutating func path(in bytes: JSONReader.Bytes, _ isOutside: Bool) -> String {
    path.removeAll(keepingCapacity: true)
    path.append(UInt8(ascii: "$"))
    for container in outer { append(container, bytes) }
    if !isOutside { append(innermost, bytes) }
    return String(decoding: path, as: UTF8.self)
  }

  private mutating func append(_ container: OpenContainer, _ bytes: JSONReader.Bytes) {
    switch container.kind {
    case .none: break
    case .object: bytes.appendStep(toNameAt: container.place, to: &path)
    case .array:
      path.append(UInt8(ascii: "["))
      append(container.place)
      path.append(UInt8(ascii: "]"))
    }
  }

  private mutating func append(_ number: Int) {
    if number > 9 { append(number / 10) }
    path.append(UInt8(truncatingIfNeeded: number % 10) + 0x30)
  }
}

extension JSONReader.Bytes {
  /// Appends the step to the member whose name begins at `start`.
  fileprivate func appendStep(toNameAt start: Int, to path: inout [UInt8]) {
    let scan = scanString(from: start)
    if scan.end >= start, !scan.hasEscapes {
      // The name lies in the document.
      let name = unsafe buffer(from: start, to: scan.end)
      if unsafe JSONKeyPath.isPlainStep(name) {
        path.append(UInt8(ascii: "."))
        unsafe path.append(contentsOf: name)
        return
      }
    }
    let key = (try? string(from: start, scan)) ?? ""
    path.append(contentsOf: JSONKeyPath.step(to: key).utf8)
  }
}
