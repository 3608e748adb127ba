public import Foundation

/// The author's word that reading an object of the class writes nothing: neither its computed
/// variables, nor its hooks for writing JSON and archives. ``Frozen`` relies on it.
///
///     final class User: Model, JSONSerializing, Freezable {
///       var login = ""
///       var teams: [Team] = []
///     }
///
/// Subclasses inherit the word. The classes of nested models must give it, too.
public protocol Freezable: Model {}

extension Freezable {
  /// Returns a snapshot of the model and of all models within it, which any task may hold.
  ///
  ///     let snapshot = try user.frozen()
  ///     await cache.add(snapshot)
  ///
  /// It is made of a copy: later changes of the model don't reach it. The copy shares what that of
  /// ``Model/detached()`` shares, and a weak property whose target is outside of it becomes nil.
  ///
  /// - Throws: ``ModelError`` of the kind ``ModelError/Kind/notFreezable`` for a class that can
  ///   change while it is read, and ``ModelError/Kind/sharedObject`` for an object that the copy
  ///   would share.
  public func frozen() throws -> Frozen<Self> {
    // Refused before anything is copied, and without its hooks.
    try Freezing.check(type(of: self))
    return try Frozen(graph: detached())
  }
}

/// A model that never changes, with all models within it, so that it is `Sendable`.
///
///     let user = try Frozen(JSONAdapter.model(of: User.self, from: data))
///     print(user.login, user.teams.first?.name ?? "")
///
/// Its properties are read by their own names. Models come out frozen, and so do lists, sets,
/// dictionaries and Optionals of models; an `Any` comes out as `any Sendable`. A part keeps the
/// whole alive, so that weak references within it stay.
///
/// Two frozen models are equal if the models are.
@dynamicMemberLookup
public struct Frozen<M: Freezable>: @unchecked Sendable {
  // Sendable: after it was frozen, nobody can reach a model of the graph but through this type,
  // which writes to none of them. `Freezing` refuses what reading would change, and what somebody
  // else could.

  @usableFromInline let model: M
  @usableFromInline let graph: FrozenGraph

  /// Freezes a model that nobody else refers to, without a copy.
  ///
  /// A weak property whose target isn't a part of the model becomes nil.
  ///
  /// - Throws: the same errors as ``Freezable/frozen()``.
  public init(_ model: sending M) throws {
    try self.init(graph: model)
  }

  /// Freezes a model of which no other code knows.
  init(graph model: M) throws {
    self.model = model
    graph = try FrozenGraph(of: model)
  }

  @usableFromInline
  init(_ model: M, in graph: FrozenGraph) {
    self.model = model
    self.graph = graph
  }

  /// A model that a property returned.
  ///
  /// A computed one can return a model from elsewhere, of which this makes a snapshot.
  @usableFromInline
  func part<Part: Freezable>(_ part: Part) -> Frozen<Part> {
    if graph.contains(part) { return Frozen<Part>(part, in: graph) }
    do {
      return try part.frozen()
    } catch {
      fatalError(
        "Peridot: a variable of \(type(of: model)) returned another model, and \(error)")
    }
  }

  /// This model as one of a subclass, or nil.
  ///
  ///     if let admin = user.as(Admin.self) { print(admin.level) }
  public func `as`<Subclass: Freezable>(_ type: Subclass.Type) -> Frozen<Subclass>? {
    (model as? Subclass).map { Frozen<Subclass>($0, in: graph) }
  }

  /// Returns a copy that can be changed.
  ///
  /// Of a part, a weak property whose target is outside of it is nil.
  public func thawed() -> sending M {
    do {
      return try model.detached()
    } catch {
      fatalError("Peridot: a frozen \(type(of: model)) changed: \(error)")
    }
  }

  /// Returns where this model differs from an earlier one; see ``Model/differences(from:)``.
  public func differences(from old: Frozen) -> Differences {
    model.differences(from: old.model)
  }

  /// Writes an archive that ``Model/unarchive(from:classNames:limits:)-(Data,_,_)`` reads.
  ///
  /// - Throws: the errors of ``Model/archivedData()``.
  public func archivedData() throws -> Data {
    try model.archivedData()
  }
}

// MARK: - Reading properties

extension Frozen {
  /// The value of a property.
  @inlinable
  public subscript<Value: Sendable>(dynamicMember path: KeyPath<M, Value>) -> Value {
    model[keyPath: path]
  }

  /// A model within this one.
  @inlinable
  public subscript<Part: Freezable>(dynamicMember path: KeyPath<M, Part>) -> Frozen<Part> {
    part(model[keyPath: path])
  }

  /// A model within this one; nil if the property is nil.
  @inlinable
  public subscript<Part: Freezable>(dynamicMember path: KeyPath<M, Part?>) -> Frozen<Part>? {
    model[keyPath: path].map { part($0) }
  }

  /// The models of a list.
  @inlinable
  public subscript<Part: Freezable>(dynamicMember path: KeyPath<M, [Part]>) -> [Frozen<Part>] {
    model[keyPath: path].map { part($0) }
  }

  /// The models of a list; nil if the property is nil.
  @inlinable
  public subscript<Part: Freezable>(
    dynamicMember path: KeyPath<M, [Part]?>
  ) -> [Frozen<Part>]? {
    model[keyPath: path]?.map { part($0) }
  }

  /// The models of a set.
  @inlinable
  public subscript<Part: Freezable>(
    dynamicMember path: KeyPath<M, Set<Part>>
  ) -> Set<Frozen<Part>> {
    Set(model[keyPath: path].map { part($0) })
  }

  /// The models of a set; nil if the property is nil.
  @inlinable
  public subscript<Part: Freezable>(
    dynamicMember path: KeyPath<M, Set<Part>?>
  ) -> Set<Frozen<Part>>? {
    model[keyPath: path].map { Set($0.map { part($0) }) }
  }

  /// The models of a dictionary, by their keys.
  @inlinable
  public subscript<Key: Hashable & Sendable, Part: Freezable>(
    dynamicMember path: KeyPath<M, [Key: Part]>
  ) -> [Key: Frozen<Part>] {
    model[keyPath: path].mapValues { part($0) }
  }

  /// The models of a dictionary, by their keys; nil if the property is nil.
  @inlinable
  public subscript<Key: Hashable & Sendable, Part: Freezable>(
    dynamicMember path: KeyPath<M, [Key: Part]?>
  ) -> [Key: Frozen<Part>]? {
    model[keyPath: path]?.mapValues { part($0) }
  }

  /// A value of any type. It holds no model: freezing refuses one there.
  public subscript(dynamicMember path: KeyPath<M, Any>) -> any Sendable {
    sendable(model[keyPath: path])
  }

  /// A value of any type; nil if the property is nil.
  public subscript(dynamicMember path: KeyPath<M, Any?>) -> (any Sendable)? {
    model[keyPath: path].map { sendable($0) }
  }

  /// Values of any type.
  public subscript(dynamicMember path: KeyPath<M, [Any]>) -> [any Sendable] {
    model[keyPath: path].map { sendable($0) }
  }

  /// Values of any type, by their names.
  public subscript(dynamicMember path: KeyPath<M, [String: Any]>) -> [String: any Sendable] {
    model[keyPath: path].mapValues { sendable($0) }
  }
}

/// The value, which freezing found to share nothing that changes.
private func sendable(_ value: Any) -> any Sendable {
  // Sound: `Sendable` has no requirements, so that both existentials have one layout.
  unsafe unsafeBitCast(value as Any, to: (any Sendable).self)
}

// MARK: - Conformances

extension Frozen: Hashable {
  public static func == (first: Frozen, second: Frozen) -> Bool {
    first.model === second.model || first.model == second.model
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(model) }
}

extension Frozen: CustomStringConvertible, CustomReflectable {
  public var description: String { model.description }

  public var customMirror: Mirror { Mirror(reflecting: model) }
}

extension Frozen: Identifiable where M: Identifiable {
  public var id: M.ID { model.id }
}
