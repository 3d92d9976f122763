/// A request on an event loop: the received bytes and the parsed head, without a copy; valid for one call of the
/// handler.
@safe package struct RequestView: ~Copyable {
    /// The received bytes, which the ranges refer to.
    package let buffer: WireBytes
    /// The peer's address.
    package let peerAddress: PeerAddress
    /// The number of the listener.
    package let listener: Int
    /// The index of the loop, from 0.
    package let loop: Int
    // The parser's head: it must stay at its address, unchanged, while the view exists.
    @usableFromInline let place: UnsafePointer<RequestHead>

    /// Makes a view of a head that stays at its address, unchanged, while the view exists.
    package init(buffer: WireBytes, head: UnsafePointer<RequestHead>, peer: PeerAddress, listener: Int, loop: Int) {
        self.buffer = buffer
        self.peerAddress = peer
        self.listener = listener
        self.loop = loop
        unsafe place = head
    }

    /// The head, as ranges into the bytes.
    @inlinable package var head: RequestHead {
        @inline(__always)
        unsafeAddress { unsafe place }
    }

    /// A byte of the request.
    package subscript(index: Int) -> UInt8 { buffer[index] }

    /// Whether the method equals a text.
    package func isMethod(_ method: StaticString) -> Bool { buffer.matches(head.method, method) }

    /// Whether a range equals a text.
    package func matches(_ range: Range<Int>, _ text: StaticString) -> Bool { buffer.matches(range, text) }

    /// Whether a range equals a text.
    package func matches(_ range: Range<Int>, bytes: [UInt8]) -> Bool { buffer.matches(range, bytes: bytes) }

    /// Whether a range equals a lower-case text without regard to ASCII case.
    package func matchesFolding(_ range: Range<Int>, _ text: StaticString) -> Bool {
        buffer.matchesFolding(range, text)
    }

    /// The value of the first line of a field.
    package func first(_ known: KnownField) -> Range<Int>? { head.fields.first(known) }

    /// Whether a field has several lines, which are one list (RFC 9110 section 5.3).
    package func isRepeated(_ known: KnownField) -> Bool { head.fields.isRepeated(known) }

    /// Whether the value of any line of a field satisfies a condition.
    package func has(_ known: KnownField, where isWanted: (Range<Int>) -> Bool) -> Bool {
        head.fields.has(known, where: isWanted)
    }

    /// A range of the request as text.
    package func text(_ range: Range<Int>) -> String { buffer.text(range) }

    /// A copy of a range of the request.
    package func bytes(_ range: Range<Int>) -> [UInt8] { buffer.bytes(range) }

    /// The peer's address as text.
    package var peer: String { peerAddress.description }

    /// A copy of the request for a worker; the body is added later.
    package func request(body: [UInt8] = []) -> Request {
        Request(
            method: text(head.method), path: text(head.path), query: head.hasQuery ? text(head.query) : nil,
            fields: head.fields.map { HeaderField(text($0.name), text($0.value)) }, body: body, peer: peer,
            listener: listener)
    }
}

extension RequestParser {
    /// A view of the head that was parsed last; the parser must stay at its address and parse nothing while the view exists.
    package static func view(
        of region: WireBytes, readBy parser: UnsafePointer<RequestParser>, peer: PeerAddress, listener: Int, loop: Int
    ) -> RequestView {
        // The offset of a stored property is a compile-time constant.
        guard let place = unsafe parser.pointer(to: \.head) else { preconditionFailure("the head is stored") }
        return unsafe RequestView(buffer: region, head: place, peer: peer, listener: listener, loop: loop)
    }

    /// A view of the head that was parsed last.
    package mutating func withView<Result>(
        of region: WireBytes, peer: PeerAddress, listener: Int, loop: Int, _ body: (borrowing RequestView) -> Result
    ) -> Result {
        unsafe withUnsafePointer(to: &head) { place in
            body(unsafe RequestView(buffer: region, head: place, peer: peer, listener: listener, loop: loop))
        }
    }
}
