import CanonicalJSON
import Foundation
import Glibc

/// A server that announces a newer release and sends a body with another digest.
///
/// It answers one request per connection with the real server's answers, but the head has a higher sequence and
/// another digest, and one octet of the body is changed.
final class LyingServer: Sendable {
    private let socket: Int32

    /// Fetches head and body from the real server, stops it, and listens on its port.
    init(replacing real: RunningServer) throws {
        let head = try real.send("GET", "/v1/apps/shop/head")
        let body = try real.send("GET", "/v1/apps/shop/rules").body
        let port = UInt16(real.url.split(separator: ":").last ?? "") ?? 0
        _ = real.stop()
        let digest = head.json["digest"]?.stringValue ?? ""
        let other = String(repeating: "0", count: 64)
        let lie = head.text.replacingOccurrences(of: digest, with: other)
            .replacingOccurrences(of: #""sequence":1"#, with: #""sequence":9"#)
        var changed = body
        changed[body.count - 3] ^= 1

        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = socket
        var one: Int32 = 1
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
        // The struct is passed with its own size; sockaddr is only a view of it.
        unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { general in
                let bound = unsafe bind(descriptor, general, length)
                precondition(bound == 0, "the port of the stopped server is not free")
            }
        }
        listen(socket, 8)
        let answers = [Array(lie.utf8), changed]
        Thread.detachNewThread { Self.serve(descriptor, head: answers[0], body: answers[1]) }
    }

    deinit { shutdown(socket, Int32(SHUT_RDWR)) }

    private static func serve(_ listener: Int32, head: [UInt8], body: [UInt8]) {
        while true {
            let peer = accept(listener, nil, nil)
            guard peer >= 0 else { break }
            var request = [UInt8](repeating: 0, count: 16_384)
            let count = unsafe recv(peer, &request, request.count, 0)
            let line = String(decoding: request[..<max(0, count)], as: UTF8.self).prefix { $0 != "\r\n" }
            let content = line.contains("/head") ? head : body
            let fields =
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(content.count)\r\nConnection: close\r\n\r\n"
            let answer = Array(fields.utf8) + content
            _ = unsafe send(peer, answer, answer.count, Int32(MSG_NOSIGNAL))
            close(peer)
        }
        close(listener)
    }
}
