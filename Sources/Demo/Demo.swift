import Foundation

/// Shows the main job on a real document: the bundled one, or a file that is named.
@main
enum Demo {
  static func main() {
    do {
      try Tour(path: CommandLine.arguments.dropFirst().first).run()
    } catch {
      print("error: \(error)")
      exit(1)
    }
  }
}
