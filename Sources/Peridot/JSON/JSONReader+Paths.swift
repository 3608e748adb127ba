/// A container on the way to a value, as the search for paths sees it.
private enum OpenContainer {
  /// An object, and where the name of its current member begins.
  case object(keyStart: Int)
  /// An array, and the index of its current element.
  case array(index: Int)
}

extension JSONReader {
  /// Returns the paths of ascending offsets, in one pass from the start of the document.
  ///
  /// An offset belongs to the member or element whose text it lies in or right before; one at the end
  /// of a container, or at a comma in it, to the container.
  mutating func paths(to offsets: [Int]) -> [String] {
    var paths: [String] = []
    var open: [OpenContainer] = []
    cursor = lent.startOfText
    // A malformed document ends the search; what is open then is as much as can be told.
    try? findPaths(to: offsets, &paths, &open)
    settle(offsets, before: .max, &paths, open)
    return paths
  }

  private mutating func findPaths(
    to offsets: [Int], _ paths: inout [String], _ open: inout [OpenContainer]
  ) throws(JSONSyntaxError) {
    while paths.count < offsets.count {
      switch try peekKind() {
      case .object:
        settle(offsets, before: cursor + 1, &paths, open)
        if try beginObject() {
          open.append(.object(keyStart: try pathKey()))
          continue
        }
      case .array:
        settle(offsets, before: cursor + 1, &paths, open)
        if try beginArray() {
          open.append(.array(index: 0))
          continue
        }
      default:
        try skipValue()
      }
      settle(offsets, before: cursor, &paths, open)
      // A value has ended; the containers that end with it follow.
      while true {
        guard let last = open.indices.last else { return }
        _ = nextByte()
        if paths.count < offsets.count, offsets[paths.count] <= cursor {
          settle(offsets, before: cursor + 1, &paths, open.dropLast())
        }
        do {
          if case .array(let index) = open[last] {
            if try nextElement() {
              open[last] = .array(index: index + 1)
              break
            }
          } else if try nextMember() {
            open[last] = .object(keyStart: try pathKey())
            break
          }
        } catch {
          open.removeLast()
          throw error
        }
        open.removeLast()
      }
    }
  }

  private mutating func pathKey() throws(JSONSyntaxError) -> Int {
    try skipKey()
    return keyStart
  }

  private func settle(
    _ offsets: [Int], before end: Int, _ paths: inout [String],
    _ open: some Sequence<OpenContainer>
  ) {
    guard paths.count < offsets.count, offsets[paths.count] < end else { return }
    let path = path(to: open)
    while paths.count < offsets.count, offsets[paths.count] < end { paths.append(path) }
  }

  private func path(to open: some Sequence<OpenContainer>) -> String {
    var path = [UInt8(ascii: "$")]
    path.reserveCapacity(64)
    for container in open {
      switch container {
      case .array(let index):
        path.append(UInt8(ascii: "["))
        path.append(contentsOf: String(index).utf8)
        path.append(UInt8(ascii: "]"))
      case .object(let start):
        let key = (try? lent.string(from: start, lent.scanString(from: start))) ?? ""
        path.append(contentsOf: JSONKeyPath.step(to: key).utf8)
      }
    }
    return String(decoding: path, as: UTF8.self)
  }
}
