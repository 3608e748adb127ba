import Foundation

extension MappingMaker {
  /// The known type of the values before or after a transformation.
  ///
  /// Without Optionals, because nil is checked at run time.
  indirect enum TransformedShape {
    case unknown
    case array(TransformedShape)
    case set(TransformedShape)
    case dictionary(TransformedShape)
    /// A type without inner types, for values of exactly this type.
    case exactly(Any.Type)

    init(_ type: Any.Type) {
      self = Visitor().visit(dynamic: type)
    }

    private struct Visitor: TypeVisitor {
      func visitOptional<Wrapped>(_ type: Wrapped.Type) -> TransformedShape { visit(type) }

      func visitArray<Element>(_ type: Element.Type) -> TransformedShape {
        .array(visit(type))
      }

      func visitSet<Element: Hashable>(_ type: Element.Type) -> TransformedShape {
        .set(visit(type))
      }

      func visitDictionary<Key: Hashable, Value>(
        _: Key.Type, _ type: Value.Type
      ) -> TransformedShape {
        .dictionary(visit(type))
      }

      func visitLeaf<Leaf>(_ type: Leaf.Type) -> TransformedShape {
        let isOpen =
          type == AnyHashable.self || RuntimeFields.kind(of: type) == .existential
          || type is AnyClass && !(type is Model.Type || TransformedShape.isNumber(type))
        return isOpen ? .unknown : .exactly(type)
      }
    }

    /// Whether a value of this shape can contain one of another.
    func mayHold(_ given: TransformedShape) -> Bool {
      switch (self, given) {
      case (.unknown, _), (_, .unknown): true
      case (.array(let own), .array(let other)), (.set(let own), .set(let other)),
        (.dictionary(let own), .dictionary(let other)):
        own.mayHold(other)
      case (.exactly(let own), .exactly(let other)): Self.mayHold(own, other)
      default: false
      }
    }

    private static func mayHold(_ own: Any.Type, _ other: Any.Type) -> Bool {
      if own == other || isNumber(own) && isNumber(other) { return true }
      // A number object can be a Bool.
      if own == Bool.self && other is AnyClass || other == Bool.self && own is AnyClass {
        return isNumber(own) || isNumber(other)
      }
      guard let own = own as? AnyClass, let other = other as? AnyClass else { return false }
      return isSubclass(own, of: other) || isSubclass(other, of: own)
    }

    private static func isNumber(_ type: Any.Type) -> Bool {
      type is any BinaryInteger.Type || type is any BinaryFloatingPoint.Type
        || type == Decimal.self || type is NSNumber.Type
    }
  }
}

extension MappingMaker.TransformedShape {
  /// Whether values of the shape are, or hold, JSON as it stands.
  var holdsRawJSON: Bool {
    switch self {
    case .unknown: false
    case .array(let inner), .set(let inner), .dictionary(let inner): inner.holdsRawJSON
    case .exactly(let type): type == RawJSON.self
    }
  }

  /// Reads a value of the shape into an `Any`, with JSON as it stands where that is taken.
  func readValue(from reader: inout JSONReader, in context: ReadingContext) throws -> Any {
    let kind = try reader.peekKind()
    switch self {
    case .array(let inner) where kind == .array:
      func fail(_ error: any Error, _: ReadingContext.Place, _: inout JSONReader) throws -> [Any] {
        throw error
      }
      return try reader.readElements(fail) { reader -> Any in
        try inner.readValue(from: &reader, in: context)
      }
    case .dictionary(let inner) where kind == .object:
      return try reader.readMembers(context) { reader -> Any in
        try inner.readValue(from: &reader, in: context)
      }
    case .exactly(let type) where type == RawJSON.self && kind != .null:
      return try RawJSONCodec.read(from: &reader)
    case .unknown, .array, .set, .dictionary, .exactly: return try reader.readAnyValue(context)
    }
  }
}

extension MappingMaker.TransformedShape: CustomStringConvertible {
  var description: String {
    switch self {
    case .unknown: "Any"
    case .array(let element): "[\(element)]"
    case .set(let element): "Set<\(element)>"
    case .dictionary(let value): "[String: \(value)]"
    case .exactly(let type): TypeName.of(type)
    }
  }
}

extension TransformerErrorHandling {
  /// The shape after the forward direction, and before the reverse one.
  var given: MappingMaker.TransformedShape {
    switch self {
    case let array as CollectionTransformer<[Any]>:
      array.isSet ? .set(array.step.given) : .array(array.step.given)
    case let dictionary as CollectionTransformer<[String: Any]>:
      .dictionary(dictionary.step.given)
    case let inverted as InvertedTransformer: inverted.original.throwing.taken
    case let chained as ChainedTransformer: chained.steps.last?.given ?? .unknown
    case let typed as any TypedTransforming: MappingMaker.TransformedShape(typed.outputType)
    default: .unknown
    }
  }

  /// The shape before the forward direction, and after the reverse one.
  var taken: MappingMaker.TransformedShape {
    switch self {
    case let array as CollectionTransformer<[Any]>: .array(array.step.taken)
    case let dictionary as CollectionTransformer<[String: Any]>:
      .dictionary(dictionary.step.taken)
    case let inverted as InvertedTransformer: inverted.original.throwing.given
    case let chained as ChainedTransformer: chained.steps.first?.taken ?? .unknown
    case let typed as any TypedTransforming: MappingMaker.TransformedShape(typed.inputType)
    default: .unknown
    }
  }

  /// Why the transformer is a mistake: two steps of a chain don't fit, or it says so itself.
  var mistake: String? {
    if let own = (self as? ThrowingTransformer)?.ownMistake { return own }
    switch self {
    case let array as CollectionTransformer<[Any]>: return array.step.mistake
    case let dictionary as CollectionTransformer<[String: Any]>: return dictionary.step.mistake
    case let inverted as InvertedTransformer: return inverted.original.throwing.mistake
    case let chained as ChainedTransformer:
      for (step, next) in zip(chained.steps, chained.steps.dropFirst())
      where !next.taken.mayHold(step.given) {
        return "its transformer is a chain in which one gives \(step.given) "
          + "and the next takes \(next.taken)"
      }
      return chained.steps.compactMap(\.mistake).first
    default: return nil
    }
  }
}
