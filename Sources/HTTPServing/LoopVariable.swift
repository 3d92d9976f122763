import HTTPWire

/// A variable of one loop, in a place of its own.
///
/// Touched by the loop's thread alone, and never by what is called while it changes; so no access to it is watched at run
/// time, which costs more than most accesses do.
@safe final class LoopVariable<Value> {
    // Made and initialised in init, gone in deinit; handed out only for the length of an access.
    private let place: UnsafeMutablePointer<Value>

    init(_ value: Value) {
        unsafe place = .allocate(capacity: 1)
        unsafe place.initialize(to: value)
    }

    deinit {
        unsafe place.deinitialize(count: 1)
        unsafe place.deallocate()
    }

    /// What it holds.
    @inline(__always)
    var value: Value {
        @inline(__always)
        unsafeAddress { unsafe UnsafePointer(place) }
        @inline(__always)
        unsafeMutableAddress { unsafe place }
    }
}

extension LoopVariable<RequestParser> {
    /// Shows the head that was read last; nothing is read while the view lives.
    @inline(__always)
    func view(of region: WireBytes, peer: PeerAddress, listener: Int, loop: Int) -> RequestView {
        // The place stays until deinit, and so does what lies in it.
        unsafe RequestParser.view(of: region, readBy: place, peer: peer, listener: listener, loop: loop)
    }
}
