import Foundation
import Glibc
import Synchronization
import TestSupport

/// A TCP proxy on 127.0.0.1 between a client and its server that passes bytes on or injects a network fault.
///
/// Its address does not change when it gets another server.
final class FaultProxy: Sendable {
    /// A fault of the requests whose path contains `part`.
    struct Fault: Sendable {
        enum Kind: Sendable {
            /// Closes the connection without an answer.
            case hangUp
            /// Answers with this text, as a captive portal or a broken gateway does.
            case reply(String)
            /// Passes on `after` bytes of the answer and closes the connection.
            case cut(after: Int)
            /// Flips a bit of the last byte of each received piece, except a piece that ends with the end of a head.
            case flip
        }

        var part: String
        var kind: Kind
    }

    private struct State {
        var upstream: UInt16
        var fault: Fault?
    }

    /// The fault of the current answer.
    private final class Current: Sendable {
        let kind = Mutex<Fault.Kind?>(nil)
    }

    /// The address for clients.
    let url: String
    private let state: Mutex<State>
    private let listener: Int32

    init(to server: RunningServer) throws {
        state = Mutex(State(upstream: Self.port(of: server)))
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = Self.address(port: 0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        // The struct is passed with its own size; sockaddr is only a view of it.
        let stands = unsafe withUnsafeMutablePointer(to: &address) { [listener] pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { view in
                unsafe bind(listener, view, size) == 0 && listen(listener, 64) == 0
                    && getsockname(listener, view, &size) == 0
            }
        }
        guard stands else { throw POSIXError(.EADDRNOTAVAIL) }
        url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
        Thread.detachNewThread { [listener, weak self] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0, let self else { return }
                Thread.detachNewThread { self.serve(client) }
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    /// Passes later connections on to another server.
    func move(to server: RunningServer) { state.withLock { $0.upstream = Self.port(of: server) } }

    /// Sets the fault of later requests; nil for none.
    func inject(_ fault: Fault?) { state.withLock { $0.fault = fault } }

    private static func port(of server: RunningServer) -> UInt16 {
        UInt16(server.url.split(separator: ":").last ?? "") ?? 0
    }

    private static func address(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        return address
    }

    /// Serves one connection of a client, over a separate connection to the server.
    private func serve(_ client: Int32) {
        defer { close(client) }
        let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(server) }
        var address = Self.address(port: state.withLock { $0.upstream })
        let connected = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard connected else { return }
        let current = Current()
        let isAnswered = Signal()
        Thread.detachNewThread {
            self.answer(client, server, current)
            shutdown(client, Int32(SHUT_RDWR))
            shutdown(server, Int32(SHUT_RDWR))
            isAnswered.send()
        }
        while let request = Self.receive(client) {
            let path = String(decoding: request, as: UTF8.self).split(separator: " ").dropFirst().first ?? ""
            let kind = state.withLock { $0.fault.flatMap { path.contains($0.part) ? $0.kind : nil } }
            if case .hangUp = kind { break }
            if case .reply(let text) = kind {
                Self.send(client, Array(text.utf8)[...])
                break
            }
            current.kind.withLock { $0 = kind }
            Self.send(server, request[...])
        }
        shutdown(server, Int32(SHUT_RDWR))
        shutdown(client, Int32(SHUT_RDWR))
        isAnswered.wait()
    }

    private func answer(_ client: Int32, _ server: Int32, _ current: Current) {
        while var bytes = Self.receive(server) {
            switch current.kind.withLock({ $0 }) {
            case .cut(let count):
                Self.send(client, bytes.prefix(count))
                return
            case .flip where bytes.suffix(4) != [0x0D, 0x0A, 0x0D, 0x0A]: bytes[bytes.count - 1] ^= 0x04
            case .flip, .hangUp, .reply, nil: break
            }
            Self.send(client, bytes[...])
        }
    }

    /// The next received bytes; nil at the end.
    private static func receive(_ socket: Int32) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let got = unsafe recv(socket, &buffer, buffer.count, 0)
        return got > 0 ? Array(buffer.prefix(got)) : nil
    }

    private static func send(_ socket: Int32, _ bytes: ArraySlice<UInt8>) {
        _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }
}
