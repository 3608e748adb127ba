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
      let kind = try peekKind()
      settle(offsets, before: cursor + 1, &paths, open)
      if kind == .object {
        if try beginObject() {
          open.append(.object(keyStart: try pathKey()))
          continue
        }
      } else if kind == .array {
        if try beginArray() {
          open.append(.array(index: 0))
          continue
        }
      } else {
        try skipValue()
      }
      settle(offsets, before: cursor, &paths, open)
      // A value has ended; the containers that end with it follow.
      while true {
        guard let innermost = open.popLast() else { return }
        _ = nextByte()
        settle(offsets, before: cursor + 1, &paths, open)
        if case .array(let index) = innermost {
          if try nextElement() {
            open.append(.array(index: index + 1))
            break
          }
        } else if try nextMember() {
          open.append(.object(keyStart: try pathKey()))
          break
        }
      }
    }
  }

  private mutating func pathKey() throws(JSONSyntaxError) -> Int {
    try skipKey()
    return keyStart
  }

  private func settle(
    _ offsets: [Int], before end: Int, _ paths: inout [String], _ open: [OpenContainer]
  ) {
    guard paths.count < offsets.count, offsets[paths.count] < end else { return }
    let path = path(to: open)
    while paths.count < offsets.count, offsets[paths.count] < end { paths.append(path) }
  }

  private func path(to open: [OpenContainer]) -> String {
    var path = "$"
    for container in open {
      switch container {
      case .array(let index): path += "[\(index)]"
      case .object(let start):
        let key = (try? lent.string(from: start, lent.scanString(from: start))) ?? ""
        path += JSONKeyPath.step(to: key)
      }
    }
    return path
  }
}
