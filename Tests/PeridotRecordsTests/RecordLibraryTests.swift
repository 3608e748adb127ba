import Testing

@testable import PeridotRecords

/// What is said where SQLite is not as it should be.
@Suite struct RecordLibraryTests {
  @Test func aSystemWithoutSQLiteIsToldWhatToInstall() {
    let error = #expect(throws: RecordError.self) {
      _ = try SQLite(of: ["libnothing.so.0", "libnone.so"])
    }
    #expect(error?.kind == .unavailable)
    #expect(
      error?.description == """
        there is no libnothing.so.0 on this system: install SQLite 3.35 or later (on Debian and Ubuntu: \
        apt install libsqlite3-0)
        """)
  }

  @Test func aLibraryThatIsNotSQLiteIsToldSo() {
    #if canImport(Glibc)
      let error = #expect(throws: RecordError.self) { _ = try SQLite(of: ["libm.so.6"]) }
      #expect(
        error?.description == """
          libm.so.6 has no function sqlite3_libversion_number: install SQLite 3.35 or later (on Debian and \
          Ubuntu: apt install libsqlite3-0)
          """)
    #endif
  }

  @Test func numbersAsTextAreInTheOrderOfNumbers() {
    let ordered = [
      "", "x", "-1e30", "-10.5", "-9", "-0.001", "0", "0.0010", "0.01", "1", "9.99", "10", "1.5e1",
      "100",
      "1e2000",
    ]
    func order(_ first: String, _ second: String) -> Int32 {
      Array(first.utf8).withUnsafeBytes { first in
        Array(second.utf8).withUnsafeBytes { DecimalOrder.compare(first, $0) }
      }
    }
    for (index, first) in ordered.enumerated() {
      for (other, second) in ordered.enumerated() {
        #expect(order(first, second) == (index - other).signum(), "\(first) and \(second)")
      }
    }
    #expect(order("1.50", "15e-1") == 0)
    #expect(order("-0", "0.000") == 0)
  }
}
