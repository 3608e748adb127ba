import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file that replaces another as a whole or not at all, and keeps its permissions.
///
/// The bytes go to a file next to it, which then takes its place. That file always has the same
/// name and is locked during the write. So if a process ends in between, it leaves no more than the
/// next write removes.
final class WholeFile {
  #if canImport(Darwin) || canImport(Glibc) || canImport(Musl)
    private let path: String
    private let target: URL
    private let permissions: mode_t?
    private let file: CInt
    private var isInPlace = false

    /// Begins a file for the place at `url`, or for the target of a symbolic link there.
    ///
    /// - Parameter waits: Whether to wait for another writer of that file to end; otherwise it is an
    ///   error.
    init(_ url: URL, waits: Bool) throws {
      target = try Self.destination(of: url)
      let name = target.lastPathComponent
      // A part of a long name is enough: files with the same part take turns.
      let part = String(decoding: name.utf8.prefix(200), as: UTF8.self)
      path = target.deletingLastPathComponent().appending(path: ".\(part).peridot").path
      permissions = Self.attributes(target.path).map { $0.st_mode & 0o7777 }
      file = try Self.open(path, permissions.map { $0 | 0o600 } ?? 0o666, waits: waits)
    }

    deinit {
      if !isInPlace { removeFile(path) }
      // Closed, and so unlocked, after it took its place or was removed.
      close(file)
    }

    /// Moves the file to its place.
    func finish() throws {
      if let permissions, fchmod(file, permissions) != 0 { throw Self.failure(path) }
      guard moveFile(path, to: target.path) == 0 else { throw Self.failure(target.path) }
      isInPlace = true
    }

    func write(_ data: Data) throws {
      // Sound: the calls read only the bytes of `data`.
      try unsafe data.withUnsafeBytes { bytes in
        var position = 0
        while position < bytes.count {
          let count = unsafe writeBytes(
            file, bytes.baseAddress?.advanced(by: position), bytes.count - position)
          if count < 0, errno == EINTR { continue }
          guard count > 0 else { throw Self.failure("") }
          position += count
        }
      }
    }

    /// Returns the target of the links at `url`, whether it exists or not.
    private static func destination(of url: URL) throws -> URL {
      var target = url.absoluteURL
      for _ in 0..<40 {
        guard
          let next = try? FileManager.default.destinationOfSymbolicLink(atPath: target.path)
        else { return target }
        target = URL(filePath: next, relativeTo: target.deletingLastPathComponent()).absoluteURL
      }
      errno = ELOOP
      throw failure(url.path)
    }

    private static func attributes(_ path: String) -> stat? {
      var attributes = stat()
      // Sound: the call fills the attributes.
      return unsafe stat(path, &attributes) == 0 ? attributes : nil
    }

    /// Creates the file at `path`, which then only this process writes.
    private static func open(
      _ path: String, _ permissions: mode_t, waits: Bool
    ) throws -> CInt {
      while true {
        let made = openFile(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, permissions)
        if made < 0, errno != EEXIST { throw failure(path) }
        let file = made < 0 ? openFile(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW, 0) : made
        if file < 0 {
          // Its writer has moved it to its place.
          if errno == ENOENT { continue }
          throw failure(path)
        }
        // Waits for the process that is writing it.
        while flock(file, waits ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
          if errno == EINTR { continue }
          // Some file systems have no locks.
          guard !waits, errno == EWOULDBLOCK else { break }
          defer { close(file) }
          throw failure(path)
        }
        if isFile(file, path) {
          if made >= 0 { return file }
          // A process that ended has left it behind.
          removeFile(path)
        }
        close(file)
      }
    }

    /// Returns whether the open file `file` is still at `path`.
    private static func isFile(_ file: CInt, _ path: String) -> Bool {
      var own = stat()
      // Sound: the call fills the attributes.
      guard unsafe fstat(file, &own) == 0, let known = attributes(path) else { return false }
      return own.st_ino == known.st_ino && own.st_dev == known.st_dev
    }

    /// Returns the last call's error as a Foundation error.
    private static func failure(_ path: String) -> CocoaError {
      let number = errno
      let code: CocoaError.Code =
        switch number {
        case ENOENT, ENOTDIR: .fileNoSuchFile
        case EACCES, EPERM: .fileWriteNoPermission
        case EWOULDBLOCK: .fileLocking
        case ENOSPC, EDQUOT: .fileWriteOutOfSpace
        case EROFS: .fileWriteVolumeReadOnly
        case ENAMETOOLONG: .fileWriteInvalidFileName
        default: .fileWriteUnknown
        }
      let cause = NSError(domain: NSPOSIXErrorDomain, code: Int(number))
      return CocoaError(code, userInfo: [NSFilePathErrorKey: path, NSUnderlyingErrorKey: cause])
    }
  #else
    private let url: URL
    private var data = Data()

    init(_ url: URL, waits: Bool) throws { self.url = url }

    func write(_ data: Data) throws { self.data += data }

    func finish() throws { try data.write(to: url, options: .atomic) }
  #endif

  /// Writes `data` to the file at `url`, or to the target of a symbolic link there.
  static func write(_ data: Data, to url: URL) throws {
    let file = try WholeFile(url, waits: true)
    try file.write(data)
    try file.finish()
  }
}

#if canImport(Darwin) || canImport(Glibc) || canImport(Musl)
  // Outside of the type, whose own functions have the same names. Sound: paths are lent as
  // zero-terminated text, and bytes, during a call.

  private func moveFile(_ path: String, to target: String) -> CInt { unsafe rename(path, target) }

  private func removeFile(_ path: String) { _ = unsafe unlink(path) }

  private func openFile(_ path: String, _ flags: CInt, _ permissions: mode_t) -> CInt {
    unsafe open(path, flags, permissions)
  }

  private func writeBytes(_ file: CInt, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe write(file, bytes, count)
  }
#endif
