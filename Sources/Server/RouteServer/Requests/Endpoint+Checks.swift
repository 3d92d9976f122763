import HTTPExchange
import RouteModel

extension Endpoint {
    /// Whether a listener serves it: if there is an admin listener, the public one serves only public endpoints.
    func isServed(on listener: IncomingRequest.Listener) -> Bool {
        listener.hasControl || listener == .publicOnly && access.isPublic
    }

    /// Whether ordinary requests of one caller leave workers to the others: all that need or read a token, and sign-ins, but
    /// not those of clients, of which many may be behind one address.
    var isShared: Bool { access.readsToken && access != .data || access == .console }

    /// Throws 400 for an unknown parameter, an unknown word as its value, or a value that is too short or too long.
    ///
    /// Otherwise a misspelt `?pubish=1` would be ignored.
    func check(_ items: QueryItems) throws(Problem) {
        let known = query.map(\.name)
        for (name, value) in items.pairs {
            guard let parameter = query.first(where: { $0.name == name }) else {
                let hint = known.isEmpty ? "There are none." : NearestName.hint(for: name, among: known)
                throw .badRequest("there is no parameter ?\(name)= here. \(hint)")
            }
            try items.checkOnce(name)
            switch parameter.schema {
            // Flags, which may be empty, are checked when they are read.
            case .words(let words) where !words.contains("") && !words.contains(value):
                throw .badRequest("?\(name)= is \(words.joined(separator: " or ")), not \(value)")
            case .text(_, _, let count?) where !count.contains(value.unicodeScalars.count):
                throw .badRequest(
                    "?\(name)= has \(count.lowerBound) to \(count.upperBound) characters, not "
                        + "\(value.unicodeScalars.count)")
            default: break
            }
        }
    }

    /// Throws 400 for a parameter of a client's read that is probably a known one with a typing error.
    ///
    /// Other unknown parameters are ignored there, as before: caches, trackers and old clients add their own. But
    /// `?chanel=staging` would answer with the rules of production.
    func checkNearMisses(_ items: QueryItems) throws(Problem) {
        let known = query.map(\.name)
        for name in known { try items.checkOnce(name) }
        for (name, _) in items.pairs where !known.contains(name) && !name.contains(".") {
            guard let meant = NearestName.of(name, among: known) else { continue }
            throw .badRequest("there is no parameter ?\(name)= here. \(NearestName.question) \"\(meant)\"?")
        }
    }

    /// Throws 415 for a body with a media type that the endpoint does not accept.
    func check(contentType: String?, _ items: QueryItems) throws(Problem) {
        guard let request else { return }
        let type = MediaType(contentType ?? "")
        let mayBeText = request.mayBeText(items)
        guard type.isJSON || type.isUnstated || mayBeText && type.isPlainText else {
            throw .unsupportedMediaType(contentType ?? "", wanted: mayBeText ? "text/plain" : JSONText.mediaType)
        }
    }
}
