import Foundation
import Peridot

/// One user to an archive and back, compared with Foundation's archives.
enum ArchiveWorkload {
  static func comparisons() throws -> [Comparison] {
    let document = try Resource.user.data()
    let user = try JSONAdapter.model(of: GitHubUser.self, from: document)
    let coding = GitHubUserCoding(user)
    let record = try JSONDecoder().decode(GitHubUserRecord.self, from: document)
    let plistEncoder = PropertyListEncoder()
    plistEncoder.outputFormat = .binary
    let plistDecoder = PropertyListDecoder()

    let archive = try user.archivedData()
    let keyedArchive = try NSKeyedArchiver.archivedData(
      withRootObject: coding, requiringSecureCoding: true)
    let plist = try plistEncoder.encode(record)

    let unarchiveKeyed = {
      try NSKeyedUnarchiver.unarchivedObject(ofClass: GitHubUserCoding.self, from: keyedArchive)
    }
    let check = {
      guard let restored = try unarchiveKeyed(), restored.user == user,
        try GitHubUser.unarchive(from: archive) == user
      else { throw PeerMismatch("restored users differ") }
      let decoded = try plistDecoder.decode(GitHubUserRecord.self, from: plist)
      try SameJSON.expect([
        ("Peridot", try SameJSON.parse(try JSONAdapter.data(from: user))),
        ("property list", try SameJSON.parse(try JSONEncoder().encode(decoded))),
      ])
    }
    return try SmallArchiveWorkload.comparisons() + [
      Comparison(
        workload: "archive", direction: "archive", bytes: archive.count, target: .times(20),
        subject: Contender(name: "Peridot") { consume(try user.archivedData()) },
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
        workload: "archive", direction: "restore", bytes: archive.count, target: .times(10),
        subject: Contender(name: "Peridot") {
          consume(try GitHubUser.unarchive(from: archive))
        },
        peers: [
          Contender(name: "NSKeyedUnarchiver") { consume(try unarchiveKeyed()) },
          Contender(name: "PropertyListDecoder") {
            consume(try plistDecoder.decode(GitHubUserRecord.self, from: plist))
          },
        ],
        check: check),
    ]
  }
}
