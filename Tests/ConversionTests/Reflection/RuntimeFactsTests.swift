import Foundation
import Testing

@testable import Peridot

private final class Plain: Model {
  var number = 1
}

private final class Comparing: Model {
  override func isEqual(_ object: Any?) -> Bool { object is Comparing }
}

/// Says what this library takes for granted of the system at hand, so that one run tells in what
/// another system differs: see Docs/AppleSystems.md.
@Suite struct RuntimeFactsTests {
  @Test func areSaid() throws {
    let probe = RuntimeSelfCheck.probe()
    let fields = RuntimeFields.fields(of: type(of: probe), below: NSObject.self).fields
    let number = NSNumber(value: 5)
    let text = NSString(string: "text")
    let point = try #require(FoundationStructure.object(CGPoint(x: 1, y: 2)) as? NSValue)
    let large = Thread.isMainThread ? "the main thread" : "a thread of tasks"
    var facts = [
      "system: \(ProcessInfo.processInfo.operatingSystemVersionString), \(Int.bitWidth) bits",
      "size of NSObject: \(RuntimeFields.instanceSize(of: NSObject.self))",
      "size of the probe: \(RuntimeFields.instanceSize(of: type(of: probe)))",
      "differs from what is relied on in: \(RuntimeSelfCheck.difference(of: fields, in: probe) ?? "nothing")",
      "String and Any take \(MemoryLayout<String>.size) and \(MemoryLayout<Any>.size) bytes",
      "short strings of known form: \(JSONReader.SmallText.isUsable)",
      "exclusive accesses: \(ObjectMemory.mayConflict) outside of any",
      "isEqual seen as overridden: \(ModelHooks(of: Plain.self).compares) where it is not, "
        + "\(ModelHooks(of: Comparing.self).compares) where it is",
      "validate() seen as overridden where it is not: \(ModelHooks(of: Plain.self).validates)",
      "levels to read, asked for 10000 on \(large): \(StackRoom.depthToRead(10_000))",
      "class of a number: \(type(of: number)), of a truth: \(type(of: NSNumber(value: true))), "
        + "of a text: \(type(of: text))",
      "names of NSNumber: \(String(reflecting: NSNumber.self)), "
        + ArchiveNames.foreignName(of: NSNumber.self),
      // The type code is a C string that Foundation keeps.
      "type code of a point: \(unsafe String(cString: point.objCType))",
    ]
    for field in fields {
      facts.append(
        "variable \(field.name): offset \(field.offset), \(field.type), var \(field.isVariable), "
          + "\(field.reference), copyable \(field.isCopyable)")
    }
    print(facts.map { "fact: \($0)" }.joined(separator: "\n"))

    #expect(RuntimeSelfCheck.difference(of: fields, in: probe) == nil)
    #expect(!ModelHooks(of: Plain.self).compares)
    #expect(ModelHooks(of: Comparing.self).compares)
    #expect(!ModelHooks(of: Plain.self).validates)
    #expect(!ObjectMemory.mayConflict)
    #expect(ArchiveNames.foreignName(of: NSNumber.self) == "NSNumber")
    #expect(ArchiveNames.foreignClass(named: "NSNumber", allowed: [NSValue.self]) == NSNumber.self)
  }

  /// Below Objective-C's NSObject there is one word in front of the first variable, below Linux's two.
  @Test func findsVariablesBehindWhatTheSuperclassHas() {
    func lies(at offset: Int, _ size: Int, behind superclassSize: Int) -> Bool {
      RuntimeSelfCheck.lies(at: offset, size: size, behind: superclassSize, in: 24)
    }
    #expect(lies(at: 8, 8, behind: 8))
    #expect(!lies(at: 8, 8, behind: 16))
    #expect(lies(at: 16, 8, behind: 16))
    #expect(!lies(at: 0, 8, behind: 8))
    #expect(!lies(at: 20, 8, behind: 8))
    // A value of no size lies nowhere.
    #expect(lies(at: 0, 0, behind: 8))
  }
}
