/// A request on its loop: the connection's bytes and its head, read in place; lives for one call of the handler.
@safe package struct RequestView: ~Copyable {
    /// The bytes of the connection, of which the ranges are parts.
    package let buffer: WireBytes
    /// The peer's address.
    package let peerAddress: PeerAddress
    /// The number that the listener was given.
    package let listener: Int
    /// The loop, from 0.
    package let loop: Int
    // The parser's own head: whoever makes a view keeps it where it is and unchanged for as long as the view lives.
    @usableFromInline let place: UnsafePointer<RequestHead>

    /// Shows a head where it lies, which stays there unchanged for as long as this lives.
    package init(buffer: WireBytes, head: UnsafePointer<RequestHead>, peer: PeerAddress, listener: Int, loop: Int) {
        self.buffer = buffer
        self.peerAddress = peer
        self.listener = listener
        self.loop = loop
        unsafe place = head
    }

    /// Where things are in the bytes.
    @inlinable package var head: RequestHead {
        @inline(__always)
        unsafeAddress { unsafe place }
    }

    /// A byte of the request.
    package subscript(index: Int) -> UInt8 { buffer[index] }

    /// Whether the method is this one.
    package func isMethod(_ method: StaticString) -> Bool { buffer.matches(head.method, method) }

    /// Whether a range holds exactly these bytes.
    package func matches(_ range: Range<Int>, _ text: StaticString) -> Bool { buffer.matches(range, text) }

    /// Whether a range holds exactly these bytes.
    package func matches(_ range: Range<Int>, bytes: [UInt8]) -> Bool { buffer.matches(range, bytes: bytes) }

    /// Whether a range holds these bytes without regard to ASCII case; the text is given in lower case.
    package func matchesFolding(_ range: Range<Int>, _ text: StaticString) -> Bool {
        buffer.matchesFolding(range, text)
    }

    /// The value of a field where it stands first.
    package func first(_ known: KnownField) -> Range<Int>? { head.fields.first(known) }

    /// Whether a field stands in several lines, which mean one list (RFC 9110 section 5.3).
    package func isRepeated(_ known: KnownField) -> Bool { head.fields.isRepeated(known) }

    /// Whether one of the fields of a kind has a value that satisfies.
    package func has(_ known: KnownField, where isWanted: (Range<Int>) -> Bool) -> Bool {
        head.fields.has(known, where: isWanted)
    }

    /// A range of the request as text.
    package func text(_ range: Range<Int>) -> String { buffer.text(range) }

    /// A range of the request, copied.
    package func bytes(_ range: Range<Int>) -> [UInt8] { buffer.bytes(range) }

    /// The peer's address as text.
    package var peer: String { peerAddress.description }

    /// Everything copied out, with a body that is read elsewhere.
    package func request(body: [UInt8] = []) -> Request {
        Request(
            method: text(head.method), path: text(head.path), query: head.hasQuery ? text(head.query) : nil,
            fields: head.fields.map { HeaderField(text($0.name), text($0.value)) }, body: body, peer: peer,
            listener: listener)
    }
}

extension RequestParser {
    /// Shows the head that was read last by a parser that stays where it is and reads nothing while the view lives.
    package static func view(
        of region: WireBytes, readBy parser: UnsafePointer<RequestParser>, peer: PeerAddress, listener: Int, loop: Int
    ) -> RequestView {
        // A stored property lies at an offset known when this is compiled.
        guard let place = unsafe parser.pointer(to: \.head) else { preconditionFailure("the head is stored") }
        return unsafe RequestView(buffer: region, head: place, peer: peer, listener: listener, loop: loop)
    }

    /// Shows the head that was read last, in place.
    package mutating func withView<Result>(
        of region: WireBytes, peer: PeerAddress, listener: Int, loop: Int, _ body: (borrowing RequestView) -> Result
    ) -> Result {
        unsafe withUnsafePointer(to: &head) { place in
            body(unsafe RequestView(buffer: region, head: place, peer: peer, listener: listener, loop: loop))
        }
    }
}
