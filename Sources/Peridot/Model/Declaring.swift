/// A class that declares what is to be known of it: its properties, and the classes of its cluster.
///
/// It is not for conforming: ``Model`` does. Its members are static functions of a protocol, so that
/// `Self` is the class in which a declaration is written, also in one that is not final or is generic.
public protocol Declaring: AnyObject {}

extension Model: Declaring {}
