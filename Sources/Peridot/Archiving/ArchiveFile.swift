import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Replaces a file as a whole or not at all, and keeps its permissions.
enum ArchiveFile {
  #if canImport(Darwin) || canImport(Glibc) || canImport(Musl)
    /// Writes `data` to the file at `url`, or to the target of a symbolic link there.
    ///
    /// The bytes go to a file next to it, which then takes its place. That file always has the same
    /// name and is locked during the write. So if a process ends in between, it leaves no more than
    /// the next write removes.
    static func write(_ data: Data, to url: URL) throws {
      let target = try destination(of: url)
      let name = target.lastPathComponent
      // A part of a long name is enough: files with the same part take turns.
      let part = String(decoding: name.utf8.prefix(200), as: UTF8.self)
      let path = target.deletingLastPathComponent().appending(path: ".\(part).peridot").path
      let permissions = attributes(target.path).map { $0.st_mode & 0o7777 }
      let file = try open(path, permissions.map { $0 | 0o600 } ?? 0o666)
      // Closed, and so unlocked, after it took its place or was removed.
      defer { close(file) }
      do {
        try write(data, to: file)
        if let permissions, fchmod(file, permissions) != 0 { throw failure(path) }
        guard moveFile(path, to: target.path) == 0 else { throw failure(target.path) }
      } catch {
        removeFile(path)
        throw error
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
    private static func open(_ path: String, _ permissions: mode_t) throws -> CInt {
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
        while flock(file, LOCK_EX) != 0, errno == EINTR {}
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

    private static func write(_ data: Data, to file: CInt) throws {
      // Sound: the calls read only the bytes of `data`.
      try unsafe data.withUnsafeBytes { bytes in
        var position = 0
        while position < bytes.count {
          let count = unsafe writeBytes(
            file, bytes.baseAddress?.advanced(by: position), bytes.count - position)
          if count < 0, errno == EINTR { continue }
          guard count > 0 else { throw failure("") }
          position += count
        }
      }
    }

    /// Returns the last call's error as a Foundation error.
    private static func failure(_ path: String) -> CocoaError {
      let number = errno
      let code: CocoaError.Code =
        switch number {
        case ENOENT, ENOTDIR: .fileNoSuchFile
        case EACCES, EPERM: .fileWriteNoPermission
        case ENOSPC, EDQUOT: .fileWriteOutOfSpace
        case EROFS: .fileWriteVolumeReadOnly
        case ENAMETOOLONG: .fileWriteInvalidFileName
        default: .fileWriteUnknown
        }
      let cause = NSError(domain: NSPOSIXErrorDomain, code: Int(number))
      return CocoaError(code, userInfo: [NSFilePathErrorKey: path, NSUnderlyingErrorKey: cause])
    }
  #else
    static func write(_ data: Data, to url: URL) throws {
      try data.write(to: url, options: .atomic)
    }
  #endif
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

enum ArchiveSource {
  case data(Data)
  case file(URL)

  /// Returns the archive in binary form.
  ///
  /// Any other form is released before models are made.
  func bytes(limit: Int) throws -> [UInt8] {
    let data =
      switch self {
      case .data(let data): data
      case .file(let url): try Data(contentsOf: url)
      }
    guard data.count <= limit else {
      throw ArchiveError(.tooLarge, "the archive has more than \(limit) bytes")
    }
    let bytes = Array(data)
    return XMLArchive.isXML(bytes) ? try XMLArchive.binary(bytes) : bytes
  }
}
