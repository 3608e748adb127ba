import Foundation

/// One call of the tool.
struct Command {
  struct Failure: Error {
    var message: String
  }

  static let usage = """
    usage: generate-models [options] sample…
    A sample is a JSON file, a file with one document a line, or a folder of them.
      --class Name      the class of a document (the first sample's name, if you don't say)
      --at path         the place of the objects in each sample, such as data.items
      --output path     a file for all classes, or a folder (with / at the end) for one file a class
      --config file     a JSON file with these options and what is decided about places
      --check           writes nothing, and fails if samples and classes differ
    """

  private(set) var configuration = Configuration()
  /// Takes a line for the caller, and one about the work.
  var print: (String) -> Void = { Swift.print($0) }
  var report: (String) -> Void = { FileHandle.standardError.write(Data(($0 + "\n").utf8)) }

  init(_ arguments: [String]) throws(Failure) {
    var samples: [String] = []
    var options: [(name: String, value: String)] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--check": configuration.checks = true
      // SwiftPM passes it on if it stands behind the verb.
      case "--allow-writing-to-package-directory": break
      case "--class", "--at", "--output", "--config":
        guard let value = rest.popFirst() else {
          throw Failure(message: "\(argument) needs a value\n" + Self.usage)
        }
        options.append((argument, value))
      case "--help", "-h": throw Failure(message: Self.usage)
      default:
        if argument.hasPrefix("-") {
          throw Failure(message: "unknown option \(argument)\n" + Self.usage)
        }
        samples.append(argument)
      }
    }
    // What the call says goes before the file.
    for option in options where option.name == "--config" { try add(file: option.value) }
    for option in options {
      switch option.name {
      case "--class": configuration.className = option.value
      case "--at": configuration.at = option.value
      case "--output": configuration.output = option.value
      default: break
      }
    }
    if !samples.isEmpty { configuration.samples = samples }
    if configuration.samples.isEmpty { throw Failure(message: Self.usage) }
    if configuration.checks, configuration.output == nil {
      throw Failure(message: "--check compares with the classes at --output, which is missing")
    }
  }

  private mutating func add(file: String) throws(Failure) {
    do {
      guard let document = try Samples.documents(of: file).first else { return }
      try configuration.add(document)
    } catch let error as Samples.Failure {
      throw Failure(message: error.message)
    } catch {
      throw Failure(message: "\(file): \((error as? Configuration.Mistake)?.message ?? "\(error)")")
    }
  }

  /// Makes the classes; false if `--check` finds a difference.
  func run() throws(Failure) -> Bool {
    let output = try generated()
    guard let path = configuration.output else {
      for file in files(of: output, at: nil) { print(file.generated) }
      return true
    }
    let files = files(of: output, at: path)
    let stale = staleFiles(besides: files)
    let old = files.map { GeneratedFile.text(at: $0.path) }
    for (file, text) in zip(files, old) {
      if let text, !GeneratedFile.isGenerated(text) {
        throw Failure(message: "\(file.path): not made by this tool, so it is not replaced")
      }
    }
    let changes = Changes(
      from: (old + stale.map { GeneratedFile.text(at: $0) }).compactMap { text in
        text.map { GeneratedFile.parts(of: $0).generated }
      }, to: files.map(\.generated))
    let isSame =
      stale.isEmpty
      && zip(files, old).allSatisfy {
        $0.generated == $1.map { GeneratedFile.parts(of: $0).generated }
      }
    for line in changes.lines { print(line) }
    if configuration.checks {
      print(isSame ? "samples and classes agree" : "\(path): differs from the samples")
      return isSame
    }
    for (file, text) in zip(files, old) { try write(file, keeping: text) }
    for path in stale { try remove(path) }
    print(
      "\(path): \(output.classes.count) types\(isSame ? ", unchanged" : ""); a document is \(output.type)"
    )
    return true
  }

  private func generated() throws(Failure) -> Generator.Output {
    do {
      var samples = try Samples(configuration.samples)
      let count = samples.files.count
      try samples.read(at: configuration.at) { read in
        if count >= 100, read % 100 == 0 || read == count {
          report("read \(read) of \(count) files")
        }
      }
      let output = Generator(
        configuration: configuration, name: sampleName,
        taken: ModuleTypes.names(around: configuration.output)
      ).output(for: samples.documents)
      if output.classes.isEmpty {
        throw Failure(
          message: "the samples have no object with members: a document is \(output.type)")
      }
      return output
    } catch {
      throw (error as? Failure)
        ?? Failure(message: (error as? Samples.Failure)?.message ?? "\(error)")
    }
  }

  /// What the samples are called: the last name of the place in them, or the first file.
  private var sampleName: String {
    if let last = configuration.at.split(separator: ".").last { return String(last) }
    let file = (configuration.samples.first ?? "") as NSString
    return (file.lastPathComponent as NSString).deletingPathExtension
  }

  // MARK: Files

  private var origin: String {
    let names = configuration.samples.map { ($0 as NSString).lastPathComponent }
    let shown = names.prefix(3).joined(separator: ", ")
    return names.count > 3 ? "\(shown), and \(names.count - 3) more" : shown
  }

  private func files(of output: Generator.Output, at path: String?) -> [GeneratedFile] {
    guard let path, path.hasSuffix("/") else {
      return [GeneratedFile(path: path ?? "", classes: output.classes, origin: origin)]
    }
    return output.classes.map {
      GeneratedFile(path: path + $0.name + ".swift", classes: [$0], origin: origin)
    }
  }

  /// Files of a folder that an earlier run made from the same samples, for classes that are gone.
  private func staleFiles(besides files: [GeneratedFile]) -> [String] {
    guard let folder = configuration.output, folder.hasSuffix("/"),
      let head = files.first?.generated.prefix(while: { $0 != "\n" })
    else { return [] }
    let current = Set(files.map(\.path))
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().map { folder + $0 }.filter { path in
      path.hasSuffix(".swift") && !current.contains(path)
        && GeneratedFile.text(at: path)?.hasPrefix(head + "\n") == true
    }
  }

  private func write(_ file: GeneratedFile, keeping old: String?) throws(Failure) {
    let text = file.text(keeping: old)
    if text == old { return }
    let url = URL(fileURLWithPath: file.path)
    do {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url, options: .atomic)
    } catch {
      throw Failure(message: "\(file.path): can't be written: \(error.localizedDescription)")
    }
  }

  /// Removes a file, unless people wrote in it.
  private func remove(_ path: String) throws(Failure) {
    let own = GeneratedFile.text(at: path).map { GeneratedFile.parts(of: $0).own } ?? ""
    if own.contains(where: { !$0.isWhitespace }) {
      report("\(path): its class is gone; move what you wrote there, and delete the file")
      return
    }
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      throw Failure(message: "\(path): can't be removed: \(error.localizedDescription)")
    }
  }
}
