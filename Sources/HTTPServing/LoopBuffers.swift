import HTTPWire
import SystemIO

/// Where a loop receives: one buffer for all its connections, because a request is used up before the next read.
@safe final class ReceiveBuffer {
    private let start: UnsafeMutableRawPointer
    let capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
        // Freed in deinit; only what `receive` filled is ever read.
        unsafe start = .allocate(byteCount: capacity, alignment: 64)
    }

    deinit { unsafe start.deallocate() }

    func receive(_ descriptor: Int32) throws(Errno) -> Int {
        try unsafe Sockets.receive(descriptor, into: start, count: capacity)
    }

    /// The first bytes, as they were received last.
    func region(_ count: Int) -> WireBytes {
        precondition(count <= capacity, "more than the buffer holds")
        return unsafe WireBytes(start: UnsafeRawPointer(start), count: count)
    }
}

/// Where a loop gathers answers: whatever one read brings forth leaves with one call.
@safe final class GatherBuffer {
    private let start: UnsafeMutableRawPointer
    private let capacity: Int
    private(set) var count = 0

    init(capacity: Int) {
        self.capacity = capacity
        // Freed in deinit; only what `append` wrote is ever read.
        unsafe start = .allocate(byteCount: capacity, alignment: 64)
    }

    deinit { unsafe start.deallocate() }

    /// Whether so many bytes more fit.
    @inline(__always)
    func fits(_ more: Int) -> Bool { more <= capacity &- count }

    /// Appends bytes that fit.
    @inline(__always)
    func append(_ bytes: [UInt8]) {
        precondition(fits(bytes.count), "the buffer is full")
        unsafe bytes.withUnsafeBytes { raw in
            // An empty array may have no address; otherwise there is room, as checked above.
            guard let from = raw.baseAddress else { return }
            unsafe (start + count).copyMemory(from: from, byteCount: raw.count)
        }
        count &+= bytes.count
    }

    /// Forgets everything.
    func clear() { count = 0 }

    /// A copy from an offset on.
    func rest(from offset: Int) -> [UInt8] {
        unsafe Array(UnsafeRawBufferPointer(start: start + offset, count: count - offset))
    }

    /// Sends what was gathered, and lets it wait for an end that follows at once; returns how much went.
    @inline(__always)
    func send(_ descriptor: Int32, endFollows: Bool = false) throws(Errno) -> Int {
        try unsafe Sockets.send(descriptor, UnsafeRawPointer(start), count: count, endFollows: endFollows)
    }

    /// Sends what was gathered and a body behind it in one call; returns how much went.
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
    /// Sends a part; returns how much went.
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
