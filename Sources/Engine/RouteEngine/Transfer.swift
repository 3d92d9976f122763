// All memory that crosses the C interface. `waymark.h` documents who owns what.

/// Bytes and texts between a C program and this target.
///
/// Every pointer comes from a C program, which guarantees by `waymark.h` that it is valid for its length until the call
/// returns. Lengths that are not positive mean no bytes.
enum Transfer {
    /// The bytes that a program passes, copied.
    static func bytes(_ start: UnsafePointer<UInt8>?, _ length: Int) -> [UInt8] {
        guard let start = unsafe start, length > 0 else { return [] }
        return unsafe Array(UnsafeBufferPointer(start: start, count: length))  // Valid, as documented above.
    }

    /// The text that a program passes, with ill-formed UTF-8 replaced by U+FFFD.
    static func text(_ start: UnsafePointer<UInt8>?, _ length: Int) -> String {
        guard let start = unsafe start, length > 0 else { return "" }
        return unsafe String(decoding: UnsafeBufferPointer(start: start, count: length), as: UTF8.self)  // Valid.
    }

    /// Copies bytes and a zero byte to new memory that the program frees; writes the number of bytes to `length`.
    static func handOver(
        _ bytes: [UInt8], _ length: UnsafeMutablePointer<Int>?
    ) -> UnsafeMutablePointer<UInt8>? {
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count + 1)
        // The memory has space for all bytes and one more.
        unsafe bytes.withUnsafeBufferPointer { source in
            if let start = source.baseAddress { unsafe memory.initialize(from: start, count: source.count) }
        }
        unsafe (memory + bytes.count).initialize(to: 0)
        if let length = unsafe length { unsafe length.pointee = bytes.count }
        return unsafe memory
    }

    /// Hands a problem over, if the program wants it.
    static func report(
        _ problem: [UInt8], _ place: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?,
        _ length: UnsafeMutablePointer<Int>?
    ) {
        guard let place = unsafe place else { return }
        unsafe place.pointee = handOver(problem, length)
    }

    /// A pointer to an object, which the program owns until it gives it to ``release(_:as:)``.
    static func retained(_ object: AnyObject) -> UnsafeMutableRawPointer? {
        unsafe Unmanaged.passRetained(object).toOpaque()
    }

    /// The object of a pointer that ``retained(_:)`` made; nil for a null pointer.
    static func object<Object: AnyObject>(_ pointer: UnsafeRawPointer?, as type: Object.Type) -> Object? {
        guard let pointer = unsafe pointer else { return nil }
        return unsafe Unmanaged<Object>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// Gives up the program's reference to an object.
    static func release<Object: AnyObject>(_ pointer: UnsafeMutableRawPointer?, as type: Object.Type) {
        guard let pointer = unsafe pointer else { return }
        unsafe Unmanaged<Object>.fromOpaque(pointer).release()
    }
}
