import Foundation
import Peridot

/// Shows what Peridot does, on the issues of a repository.
///
///     swift run Demo [file]
///     swift run -c release Demo     # the times, too
@main
struct Demo {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count <= 1, arguments.first?.hasPrefix("-") != true else {
      fail("usage: Demo [file]\nThe file holds an array of issues, as GitHub's issues API has it.")
    }
    do {
      let tour = try Tour(of: Document(path: arguments.first)) { print($0) }
      try tour.run()
      try tour.showTimes()
    } catch let error as JSONAdapterError {
      fail("The document is no array of issues:\n  \(error)")
    } catch {
      fail("\(error)")
    }
  }

  private static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("Demo: \(message)\n".utf8))
    exit(1)
  }
}
