import HTTPWire

/// A variable of one loop, in a separate allocation.
///
/// Used by the loop's thread alone, and never by what is called while it is modified. Access through a pointer avoids the
/// run-time check for exclusive access, which costs more than most of the accesses.
@safe final class LoopVariable<Value> {
    // Allocated and initialised in init, freed in deinit; lent only for the length of an access.
    private let place: UnsafeMutablePointer<Value>

    init(_ value: Value) {
        unsafe place = .allocate(capacity: 1)
        unsafe place.initialize(to: value)
    }

    deinit {
        unsafe place.deinitialize(count: 1)
        unsafe place.deallocate()
    }

    /// The value.
    @inline(__always)
    var value: Value {
        @inline(__always)
        unsafeAddress { unsafe UnsafePointer(place) }
        @inline(__always)
        unsafeMutableAddress { unsafe place }
    }
}

extension LoopVariable<RequestParser> {
    /// The head that was parsed last; nothing is parsed while the view exists.
    @inline(__always)
    func view(of region: WireBytes, peer: PeerAddress, listener: Int, loop: Int) -> RequestView {
        // The place and its value exist until deinit.
        unsafe RequestParser.view(of: region, readBy: place, peer: peer, listener: listener, loop: loop)
    }
}
