import Foundation
import Peridot

/// One object of four scalars to an archive and back.
enum SmallArchiveWorkload {
  static func comparisons() throws -> [Comparison] {
    let sample = Sample()
    sample.count = 5
    sample.total = 1_000_000
    sample.mean = 0.125
    sample.isFinal = true
    let coding = SampleCoding(sample)
    let record = SampleRecord(
      count: sample.count, total: sample.total, mean: sample.mean, isFinal: sample.isFinal)
    let plistEncoder = PropertyListEncoder()
    plistEncoder.outputFormat = .binary
    let plistDecoder = PropertyListDecoder()

    let archive = try sample.archivedData()
    let keyedArchive = try NSKeyedArchiver.archivedData(
      withRootObject: coding, requiringSecureCoding: true)
    let plist = try plistEncoder.encode(record)

    let unarchiveKeyed = {
      try NSKeyedUnarchiver.unarchivedObject(ofClass: SampleCoding.self, from: keyedArchive)
    }
    let check = {
      guard let restored = try unarchiveKeyed(), restored.sample == sample,
        try Sample.unarchive(from: archive) == sample,
        try plistDecoder.decode(SampleRecord.self, from: plist) == record
      else { throw PeerMismatch("restored samples differ") }
    }
    return [
      Comparison(
        workload: "small", direction: "archive", bytes: archive.count, target: .times(20),
        subject: Contender(name: "Peridot") { consume(try sample.archivedData()) },
        peers: [
          Contender(name: "NSKeyedArchiver") {
            consume(
              try NSKeyedArchiver.archivedData(
                withRootObject: coding, requiringSecureCoding: true))
          },
          Contender(name: "PropertyListEncoder") { consume(try plistEncoder.encode(record)) },
        ],
        check: check),
      Comparison(
        workload: "small", direction: "restore", bytes: archive.count, target: .times(10),
        subject: Contender(name: "Peridot") { consume(try Sample.unarchive(from: archive)) },
        peers: [
          Contender(name: "NSKeyedUnarchiver") { consume(try unarchiveKeyed()) },
          Contender(name: "PropertyListDecoder") {
            consume(try plistDecoder.decode(SampleRecord.self, from: plist))
          },
        ],
        check: check),
    ]
  }
}
