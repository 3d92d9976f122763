import HTTPWire
import SystemIO

/// One connection in 48 bytes: what a loop knows about it while it idles.
struct Connection {
    /// Where it stands and until when.
    var state = ConnectionState()
    /// The number of the listener it came in by.
    var listener: UInt8 = 0
    /// Whether room to write is reported, too.
    var watchesRoom = false
    /// Whether the poller knows it; one-shot connections never need it.
    var isWatched = false
    /// Whether sending failed: it is closed when the step at hand is over.
    var isBroken = false
    /// The topic that it watches while streaming.
    var topic: Int32 = 0
    /// Where it stands in its loop's list.
    var listIndex: UInt32 = 0
    /// Raised with each new owner of the slot, so that a late answer finds nobody.
    var generation: UInt32 = 0
    /// Who is there.
    var peer = PeerAddress.none
    /// What is needed only while something is incomplete.
    var business: UnfinishedBusiness?
}

/// The state of all connections, by descriptor: one table of zeroed pages, touched where connections are.
///
/// Shared by the loops without a lock: a slot belongs to the loop that accepted its descriptor until that loop closes
/// it, and the system hands the number to the next owner only after that. The lock of the ledger, which counts a
/// connection out before and the next one in after, orders the two owners' accesses.
@safe final class ConnectionTable: @unchecked Sendable {
    // @unchecked: see above; the memory itself lives as long as the table.
    private let pages: ZeroedPages
    private let slots: UnsafeMutablePointer<Connection>
    /// How many descriptors there is room for.
    let capacity: Int

    init(capacity: Int) throws(Errno) {
        self.capacity = capacity
        pages = try ZeroedPages(byteCount: capacity * MemoryLayout<Connection>.stride)
        // All zeros is a valid connection: phase free, no business, no address; writing that out would touch every page.
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
}
