import Foundation
import Peridot

/// Shows what Peridot does, on the issues of a repository.
///
///     swift run Demo [file]
@main
struct Demo {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count <= 1, arguments.first?.hasPrefix("-") != true else {
      fail("usage: Demo [file]\nThe file holds an array of issues, as GitHub's issues API has it.")
    }
    do {
      let document = try Document(path: arguments.first)
      try Tour(of: document).run()
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
