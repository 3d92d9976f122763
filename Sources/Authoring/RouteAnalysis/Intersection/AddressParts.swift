import WebAddress

/// The parts of an address to serialise, as decoded texts.
struct AddressParts {
    /// The path.
    enum Path {
        /// Decoded segments; an empty last one is a final slash.
        case segments([String])
        /// An opaque path, already encoded.
        case opaque(String)
    }

    /// Labels from the left; nil for no host.
    var host: [String]?
    var port: UInt16?
    var path: Path
    var query: [(String, String)]

    /// The address with a scheme, percent-encoded.
    func text(_ scheme: String) -> String {
        var text = scheme + ":"
        switch path {
        case .opaque(let path): text += path
        case .segments(let segments):
            text += "//" + (host ?? []).map(Self.label).joined(separator: ".")
            if let port { text += ":\(port)" }
            for segment in segments { text += "/" + PercentEncoding.encode(segment, .component) }
        }
        return query.isEmpty ? text : text + "?" + FormURLEncoded.serialize(query)
    }

    /// An IPv6 address is one label, brackets included.
    private static func label(_ label: String) -> String {
        label.hasPrefix("[") ? label : PercentEncoding.encode(label, .component)
    }
}
