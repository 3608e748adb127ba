import Foundation
import Testing

@testable import Peridot

private class Attachment: Model, CodableModel {
  var title = ""
}

private final class Photo: Attachment {}

private final class Post: Model, CodableModel {
  var attachment: Attachment?
  var others: [Attachment] = []

  override class func cluster(forKey key: String) -> Cluster? {
    switch key {
    case "attachment": Attachment.cluster(tag: "kind", ["photo": Photo.self])
    case "others": Attachment.cluster(tag: "other_kind", ["photo": Photo.self])
    default: nil
    }
  }
}

private class Folder: Model, CodableModel {
  override class var cluster: Cluster? { cluster(tag: "type", ["album": Album.self]) }
}

private final class Album: Folder {
  var cover: Attachment?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["cover": "items[0]"] }
  override class func cluster(forKey key: String) -> Cluster? {
    key == "cover" ? Attachment.cluster(tag: "kind", ["photo": Photo.self]) : nil
  }
}

private final class Shelf: Model, JSONSerializing {
  var folder = Folder()
}

/// Models of a class that the cluster of their property doesn't list, so that the holder has no tag
/// for them.
@Suite struct UnlistedHeldClassTests {
  @Test(arguments: ["attachment", "others"]) func areRefused(_ key: String) throws {
    let post = Post()
    if key == "others" { post.others = [Attachment()] } else { post.attachment = Attachment() }
    let roads: [() throws -> Void] = [
      { _ = try JSONAdapter.string(from: post) },
      { _ = try JSONAdapter.dictionary(from: post) },
      { _ = try JSONAdapter.string(from: [post]) },
    ]
    for road in roads {
      let error = try #require(throws: JSONAdapterError.self) { try road() }
      #expect(error.kind == .noClassFound)
    }
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(post) }
  }

  @Test func areReported() throws {
    let post = Post()
    post.attachment = Attachment()
    var policy = ConversionPolicy.strict
    policy.unreadableClass = .report
    var issues: [JSONIssue] = []
    _ = try JSONAdapter.string(from: post, policy: policy) { issues.append($0) }
    #expect(issues.map(\.action) == [.lostClass])
  }

  @Test func ofListedClassesAreWritten() throws {
    let post = Post()
    post.attachment = Photo()
    #expect(
      try JSONAdapter.string(from: post)
        == #"{"kind":"photo","attachment":{"title":""},"others":[]}"#)
    post.attachment = nil
    #expect(try JSONAdapter.string(from: post) == #"{"others":[]}"#)
  }

  /// The one that finds the class of a held model keeps the call no longer than that lasts.
  @Test func readingKeepsNoModel() throws {
    weak var read: Album?
    weak var patched: Album?
    func run() throws {
      let json = #"{"type":"album","kind":"photo","items":[{"title":"a"}]}"#
      read = try JSONDecoder().decode(Folder.self, from: Data(json.utf8)) as? Album
      let shelf = Shelf()
      try JSONAdapter.apply(mergePatch: #"{"folder":\#(json)}"#, to: shelf)
      patched = shelf.folder as? Album
      #expect(patched?.cover is Photo)
    }
    try run()
    #expect(read == nil && patched == nil)
  }

  /// An empty array needs no tag, but one that is there has to be known.
  @Test(arguments: ["[]", "{}", "1", "null"])
  func emptyArraysNeedNoTag(_ tag: String) throws {
    let text = #"{"other_kind":\#(tag),"others":[]}"#
    let bytes = Data(text.utf8)
    let roads: [() throws -> Post] = [
      { try JSONAdapter.model(from: text) },
      { try JSONAdapter.model(from: JSONSerialization.jsonObject(with: bytes)) },
    ]
    for road in roads {
      if tag == "null" {
        #expect(try road().others == [])
      } else {
        let error = try #require(throws: JSONAdapterError.self) { try road() }
        #expect(error.kind == .noClassFound && error.propertyKey == "others")
      }
    }
    if tag == "null" {
      #expect(try JSONDecoder().decode(Post.self, from: bytes).others == [])
    } else {
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(Post.self, from: bytes) }
    }
  }
}
