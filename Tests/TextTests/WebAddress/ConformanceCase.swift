import Foundation
import TestSupport
import Testing
import WebAddress

/// One case of a JSON file of objects; strings between the objects are comments.
struct ConformanceCase {
    let members: [String: Any]

    func text(_ name: String) -> String? { members[name] as? String }

    /// The cases of a file.
    static func load(_ name: String) throws -> [ConformanceCase] {
        guard let list = try json(name) as? [Any] else { return [] }
        return list.compactMap { $0 as? [String: Any] }.map(ConformanceCase.init(members:))
    }

    /// The file parsed by Foundation, after WebIDL's conversion: an unpaired surrogate becomes U+FFFD.
    private static func json(_ name: String) throws -> Any {
        guard name.contains("lone-surrogates") else { return try ConformanceFolder.json(name) }
        // All surrogates in these files are unpaired.
        let text = String(decoding: try ConformanceFolder.bytes(of: name), as: UTF8.self)
            .replacing(/\\u[Dd][89A-Fa-f][0-9A-Fa-f]{2}/, with: "\\ufffd")
        return try JSONSerialization.jsonObject(with: Data(text.utf8))
    }
}

/// Cases with an intended different result, each with its reason; at present there are none.
let exceptions: [String: String] = [:]

/// The attributes of the URL class, to compare with data for browsers.
extension Address {
    func attribute(_ name: String) -> String? {
        switch name {
        case "href": href
        case "protocol": scheme + ":"
        case "username": username
        case "password": password
        case "host": (host ?? "") + (port.map { ":\($0)" } ?? "")
        case "hostname": host ?? ""
        case "port": port.map(String.init) ?? ""
        case "pathname": path
        case "search": query.flatMap { $0.isEmpty ? nil : "?" + $0 } ?? ""
        case "hash": fragment.flatMap { $0.isEmpty ? nil : "#" + $0 } ?? ""
        case "origin": origin
        case "searchParams": FormURLEncoded.serialize(FormURLEncoded.items(query ?? "").map { ($0.name, $0.value) })
        default: nil
        }
    }

    // Spec: https://url.spec.whatwg.org/#origin
    private var origin: String {
        if scheme == "blob" {
            guard let inner = try? Address(path), ["http", "https"].contains(inner.scheme) else { return "null" }
            return inner.origin
        }
        guard isSpecial, scheme != "file" else { return "null" }
        return scheme + "://" + (attribute("host") ?? "")
    }
}
