import Foundation

do {
  exit(try Command(Array(CommandLine.arguments.dropFirst())).run() ? 0 : 1)
} catch {
  FileHandle.standardError.write(Data((error.message + "\n").utf8))
  exit(2)
}
