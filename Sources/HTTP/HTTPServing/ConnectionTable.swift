import HTTPWire
import SystemIO

/// One connection in 48 bytes: all that an idle connection needs.
struct Connection {
    /// Its phase and the deadline of the phase.
    var state = ConnectionState()
    /// The number of the listener that accepted it.
    var listener: UInt8 = 0
    /// Whether it is registered with epoll; a connection for one request is closed before it needs to be.
    var isWatched = false
    /// Whether sending failed: it is closed at the end of the current step.
    var isBroken = false
    private var marks: UInt8 = 0
    /// The topic of its event stream while it is streaming.
    var topic: Int32 = 0
    /// Its index in the loop's list of descriptors.
    var listIndex: UInt32 = 0
    /// Incremented with each connection that uses the slot, so that a worker's late answer is not sent to the next one.
    var generation: UInt32 = 0
    /// The peer's address.
    var peer = PeerAddress.none
    /// State that exists only while a request or an answer is incomplete.
    var io: PendingIO?

    /// Whether epoll also reports that it can be written (EPOLLOUT).
    var isWatchedForWriting: Bool {
        get { marks & 1 != 0 }
        set { marks = newValue ? marks | 1 : marks & ~1 }
    }

    /// Whether its event stream is sent in chunks.
    var isChunked: Bool {
        get { marks & 4 != 0 }
        set { marks = newValue ? marks | 4 : marks & ~4 }
    }

    /// Whether it is an administrator's: accepted by a listener for administrators, or, if there is none, the last
    /// request for a worker was of a known caller.
    var isAdmin: Bool {
        get { marks & 2 != 0 }
        set {
            marks = newValue ? marks | 2 : marks & ~2
            io?.isAdmin = newValue
        }
    }
}

/// The state of all connections, by descriptor: one table of zeroed pages, of which only the used ones take memory.
///
/// Shared by the loops without a lock: a slot belongs to the loop that accepted its descriptor until that loop closes
/// the descriptor; the kernel reuses the number only after that. The lock of `ConnectionLimiter`, which the old owner
/// takes before close(2) and the new owner after accept(2), orders the two owners' accesses.
@safe final class ConnectionTable: @unchecked Sendable {
    // @unchecked: see above; the memory is freed with the table.
    private let pages: ZeroedPages
    private let slots: UnsafeMutablePointer<Connection>
    /// Number of slots; descriptors are below it.
    let capacity: Int

    init(capacity: Int) throws(Errno) {
        self.capacity = capacity
        pages = try ZeroedPages(byteCount: capacity * MemoryLayout<Connection>.stride)
        // All zeros is a valid connection: phase free, no pending I/O, no address. Writing it would touch every page.
        unsafe slots = pages.start.bindMemory(to: Connection.self, capacity: capacity)
    }

    /// The connection on a descriptor.
    @inline(__always)
    subscript(descriptor: Int32) -> Connection {
        @inline(__always)
        unsafeAddress {
            precondition(descriptor >= 0 && Int(descriptor) < capacity, "a descriptor beyond the table")
            // Checked just above.
            return unsafe UnsafePointer(slots + Int(descriptor))
        }
        @inline(__always)
        unsafeMutableAddress {
            precondition(descriptor >= 0 && Int(descriptor) < capacity, "a descriptor beyond the table")
            // Checked just above; one thread owns the slot.
            return unsafe slots + Int(descriptor)
        }
    }

    /// The pending I/O of a connection, created if there is none.
    func pendingIO(of descriptor: Int32) -> PendingIO {
        if let io = self[descriptor].io { return io }
        let made = PendingIO()
        made.isAdmin = self[descriptor].isAdmin
        self[descriptor].io = made
        return made
    }
}
