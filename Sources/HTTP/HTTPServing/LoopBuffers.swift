import HTTPWire
import SystemIO

/// A loop's receive buffer: one for all its connections, because the bytes of a read are processed before the next read.
@safe final class ReceiveBuffer {
    private let start: UnsafeMutableRawPointer
    let capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
        // Freed in deinit; only bytes that `receive` wrote are read.
        unsafe start = .allocate(byteCount: capacity, alignment: 64)
    }

    deinit { unsafe start.deallocate() }

    func receive(_ descriptor: Int32) throws(Errno) -> Int {
        try unsafe Sockets.receive(descriptor, into: start, count: capacity)
    }

    /// The first `count` bytes of the last read.
    func region(_ count: Int) -> WireBytes {
        precondition(count <= capacity, "more than the buffer holds")
        return unsafe WireBytes(start: UnsafeRawPointer(start), count: count)
    }
}

/// A loop's send buffer: all answers to the requests of one read are sent with one call.
@safe final class GatherBuffer {
    private let start: UnsafeMutableRawPointer
    private let capacity: Int
    private(set) var count = 0

    init(capacity: Int) {
        self.capacity = capacity
        // Freed in deinit; only bytes that `append` wrote are read.
        unsafe start = .allocate(byteCount: capacity, alignment: 64)
    }

    deinit { unsafe start.deallocate() }

    /// Whether `more` bytes fit.
    @inline(__always)
    func fits(_ more: Int) -> Bool { more <= capacity &- count }

    /// Appends bytes; traps if they do not fit.
    @inline(__always)
    func append(_ bytes: [UInt8]) {
        precondition(fits(bytes.count), "the buffer is full")
        unsafe bytes.withUnsafeBytes { raw in
            // An empty array may have no address; otherwise the bytes fit, as checked above.
            guard let from = raw.baseAddress else { return }
            unsafe (start + count).copyMemory(from: from, byteCount: raw.count)
        }
        count &+= bytes.count
    }

    /// Removes all bytes.
    func clear() { count = 0 }

    /// A copy of the bytes from an offset to the end.
    func rest(from offset: Int) -> [UInt8] {
        unsafe Array(UnsafeRawBufferPointer(start: start + offset, count: count - offset))
    }

    /// Sends the bytes, or delays them for an end of the connection that follows at once (MSG_MORE); returns how many
    /// the kernel took.
    @inline(__always)
    func send(_ descriptor: Int32, endFollows: Bool = false) throws(Errno) -> Int {
        try unsafe Sockets.send(descriptor, UnsafeRawPointer(start), count: count, endFollows: endFollows)
    }

    /// Sends the bytes and a body after them with one call; returns how many bytes the kernel took.
    func send(_ descriptor: Int32, followedBy body: SharedBytes) throws(Errno) -> Int {
        let gathered = unsafe UnsafeRawBufferPointer(start: start, count: count)
        let outcome: Result<Int, Errno> = unsafe body.bytes.withUnsafeBytes { raw in
            do throws(Errno) { return .success(try unsafe Sockets.send(descriptor, gathered, raw)) } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }
}

extension SharedBytes {
    /// Sends a range of the bytes; returns how many the kernel took.
    func send(_ descriptor: Int32, _ range: Range<Int>) throws(Errno) -> Int {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "a range outside the bytes")
        let outcome: Result<Int, Errno> = unsafe bytes.withUnsafeBytes { raw in
            // Checked just above; an empty array has nothing to send.
            guard let start = raw.baseAddress else { return .success(0) }
            do throws(Errno) {
                return .success(try unsafe Sockets.send(descriptor, start + range.lowerBound, count: range.count))
            } catch { return .failure(error) }
        }
        return try outcome.get()
    }
}
