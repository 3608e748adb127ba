import Peridot

/// Asks the reader which kinds of JSON it takes for a type that runs no code of the user.
struct ReaderProbe {
  let policy: ConversionPolicy

  private static let samples: [(kind: String, values: [String])] = [
    ("null", ["null"]), ("boolean", ["true", "false"]),
    ("number", ["0", "1", "7", "-3", "1.5", "1700000000", "1e300"]),
    (
      "string",
      [
        #""""#, #"" ""#, #""0""#, #""1""#, #""1.5""#, #""1.234,5""#, #""true""#, #""yes""#,
        #""null""#, #""nan""#, #""abc""#, #""2024-01-02T03:04:05Z""#, #""2024-01-02""#,
        #""00000000-0000-0000-0000-000000000001""#, #""0000000000000000000000000000000A""#,
      ]
    ),
    ("array", ["[]", "[1]", #"["1"]"#]), ("object", ["{}", #"{"0":1}"#]),
  ]

  /// The kinds of which a value is taken, as JSON Schema names them.
  func kinds(of type: Any.Type) -> [String] {
    Self.samples.filter { sample in sample.values.contains { isTaken($0, type) } }.map(\.kind)
  }

  private func isTaken<Value>(_ json: String, _: Value.Type) -> Bool {
    do {
      _ = try JSONAdapter.value(of: Value.self, from: json, policy: policy)
      return true
    } catch {
      return false
    }
  }
}
