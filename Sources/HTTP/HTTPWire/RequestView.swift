/// A request on its loop: the received bytes and the parsed head, without a copy; valid for one call of the handler.
///
/// This type, what it shows of a head, and its look-up of a field are public like `WireBytes`, and for the same reason:
/// other modules read them for each request.
@safe public struct RequestView: ~Copyable {
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
    init(buffer: WireBytes, head: UnsafePointer<RequestHead>, peer: PeerAddress, listener: Int, loop: Int) {
        self.buffer = buffer
        self.peerAddress = peer
        self.listener = listener
        self.loop = loop
        unsafe place = head
    }

    /// The head, as ranges into the bytes.
    @inlinable public var head: RequestHead {
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
    @inlinable
    @inline(__always)
    public func first(_ known: KnownField) -> Range<Int>? { head.fields.first(known) }

    /// Whether a field has several lines, which are one list (RFC 9110 section 5.3).
    @inlinable
    @inline(__always)
    public func isRepeated(_ known: KnownField) -> Bool { head.fields.isRepeated(known) }

    /// Whether the value of any line of a field satisfies a condition.
    package func has(_ known: KnownField, where isWanted: (Range<Int>) -> Bool) -> Bool {
        head.fields.has(known, where: isWanted)
    }

    /// A range of the request as text.
    package func text(_ range: Range<Int>) -> String { buffer.text(range) }

    /// A copy of a range of the request.
    package func bytes(_ range: Range<Int>) -> [UInt8] { buffer.bytes(range) }

    /// Path and query of the target as text; an empty path is `/`.
    package var target: String {
        guard head.hasQuery else { return text(head.path) }
        // The range of a `/` that stands for an empty path is before the host.
        let isWhole = head.path.upperBound + 1 == head.query.lowerBound
        return isWhole ? text(head.path.lowerBound..<head.query.upperBound) : "/?" + text(head.query)
    }

    /// The peer's address as text.
    package var peer: String { peerAddress.description }

    /// A copy of the request for a worker; the body is added later.
    ///
    /// The value of `Host` is the host that the request is for: that of a target in absolute form, if it has one
    /// (RFC 9112 section 3.2.2).
    package func request(body: [UInt8] = []) -> Request {
        var fields = head.fields.map { field in
            let isReplaced = field.isKnown(.host) && !head.authority.isEmpty
            return HeaderField(text(field.name), text(isReplaced ? head.authority : field.value))
        }
        var kinds = head.fields.map(\.known)
        // HTTP/1.0 has no need of the field.
        if !head.authority.isEmpty, first(.host) == nil {
            fields.append(HeaderField("Host", text(head.authority)))
            kinds.append(.host)
        }
        return Request(
            method: text(head.method), path: text(head.path), query: head.hasQuery ? text(head.query) : nil,
            fields: fields, kinds: kinds, body: body, peer: peer, listener: listener)
    }

    /// The values of a field, joined by commas (RFC 9110 section 5.3); nil if it is missing.
    package func value(_ known: KnownField) -> String? {
        guard let first = first(known) else { return nil }
        guard isRepeated(known) else { return text(first) }
        return head.fields.filter { $0.isKnown(known) }.map { text($0.value) }.joined(separator: ", ")
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
