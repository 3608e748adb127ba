public import Foundation

/// A model class that keeps the JSON of an object, and writes it back as it came.
///
/// It is what a ``Cluster`` makes of an object that no class of its own stands for:
///
///     final class OtherEvent: Event, JSONKeeping {
///       var keptJSON = KeptJSON()
///     }
///
/// The properties of its superclass are read from the object, too; what is written is the JSON that
/// was kept, of which an update changes what it names. An object made in code, which keeps none, is
/// written as any other.
public protocol JSONKeeping: _JSONHook {
  /// The JSON of the object. It takes part in all that properties do but JSON.
  var keptJSON: KeptJSON { get set }
}

/// The text of one JSON object, as it came.
///
/// Two are equal if their objects are, whatever the order of members and the white space. What was
/// read from a dictionary or by a coder has a text that was made of it.
public struct KeptJSON: Sendable, Hashable {
  /// The text, byte for byte; empty if nothing was kept.
  public private(set) var data: Data
  /// The tag of the object, where that lies in its holder.
  var holderTag: Cluster.Tag?

  /// Creates one that keeps nothing.
  public init() {
    data = Data()
  }

  init(_ bytes: [UInt8]) {
    data = Data(bytes)
  }

  /// Keeps an object as JSONSerialization gives it.
  init(_ object: [String: Any]) throws {
    var writer = JSONWriter()
    writer.sortsMembers = true
    try writer.any(object, maximumDepth: .max)
    data = Data(writer.bytes())
  }

  public var isEmpty: Bool { data.isEmpty }

  /// A view of the object's members; of an empty object if nothing was kept.
  public var object: JSONObject {
    JSONObject(
      source: JSONObjectSource(isEmpty ? JSONBytes("{}") : JSONBytes(data)), offset: 0)
  }

  public static func == (first: Self, second: Self) -> Bool {
    first.holderTag == second.holderTag
      && (first.data == second.data
        || AnyComparison.areEqual(first.object.dictionary, second.object.dictionary, nil))
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(object.keys.sorted())
  }
}

extension KeptJSON: CustomStringConvertible {
  public var description: String { String(decoding: data, as: UTF8.self) }
}

/// For archives.
extension KeptJSON: Codable {
  private enum CodingKeys: String, CodingKey {
    case data, holderTag
  }
}
