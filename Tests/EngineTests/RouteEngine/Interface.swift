import CanonicalJSON
import TestSupport

@testable import RouteEngine

/// Calls the C functions as a program does, and frees what they return.
enum Interface {
    /// What a function returned: a result, or a problem.
    struct Answer {
        var text: String?
        var problem: JSONValue?
        var code: String? { problem?["code"]?.stringValue }
    }

    /// Takes the bytes that a function handed over, and checks the zero byte behind them.
    static func take(_ memory: UnsafeMutablePointer<UInt8>?, _ length: Int) -> [UInt8]? {
        guard let memory = unsafe memory else { return nil }
        let bytes = unsafe Array(UnsafeBufferPointer(start: memory, count: length + 1))
        unsafe freeMemory(memory)
        precondition(bytes.last == 0, "a text has no zero byte behind it")
        return Array(bytes.dropLast())
    }

    typealias Place = UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>
    typealias Length = UnsafeMutablePointer<Int>

    /// Calls a function that returns bytes or a problem.
    static func bytes(
        _ call: (Place, Length) -> UnsafeMutablePointer<UInt8>?
    ) throws -> (bytes: [UInt8]?, problem: JSONValue?) {
        var (problem, length): (UnsafeMutablePointer<UInt8>?, Int) = (nil, 0)
        let result = unsafe call(&problem, &length)
        if let bytes = unsafe take(result, length) { return (bytes, nil) }
        return (nil, try unsafe take(problem, length).map { try JSONValue(parsing: $0) })
    }

    /// Calls a function that returns a handle or a problem.
    static func handle(
        _ call: (Place, Length) -> UnsafeMutableRawPointer?
    ) throws -> (handle: UnsafeMutableRawPointer?, problem: JSONValue?) {
        var (problem, length): (UnsafeMutablePointer<UInt8>?, Int) = (nil, 0)
        if let handle = unsafe call(&problem, &length) { return unsafe (handle, nil) }
        return unsafe (nil, try take(problem, length).map { try JSONValue(parsing: $0) })
    }

    static func open(_ body: [UInt8]) throws -> (handle: UnsafeMutableRawPointer?, problem: JSONValue?) {
        unsafe try handle { unsafe openBody(body, body.count, $0, $1) }
    }

    static func context(_ json: String) throws -> (handle: UnsafeMutableRawPointer?, problem: JSONValue?) {
        let bytes = Array(json.utf8)
        return unsafe try handle { unsafe makeContext(bytes, bytes.count, $0, $1) }
    }

    static func resolve(
        _ release: UnsafeMutableRawPointer?, _ context: UnsafeMutableRawPointer?, _ address: String, at now: Int64,
        explaining: Bool = false
    ) throws -> [UInt8]? {
        let bytes = Array(address.utf8)
        return unsafe try Self.bytes {
            unsafe resolveAddress(release, context, bytes, bytes.count, now, explaining ? 1 : 0, $1)
        }.bytes
    }
}
