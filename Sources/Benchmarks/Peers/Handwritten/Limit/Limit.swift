import Foundation

/// A reader and a writer for one document, written by hand for speed alone: they check nothing that
/// this document does not ask for.
struct Limit<M>: Sendable {
  let read: @Sendable (Data) -> M
  let write: @Sendable (M) -> Data
}
