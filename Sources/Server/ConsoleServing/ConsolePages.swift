import CanonicalJSON
import DataPlane
package import HTTPExchange
import HTTPWire
import StoreRecords

/// The console's pages and files, and what stands at `/`.
///
/// They are no endpoints of the API: their addresses are those of views, which only the page itself tells apart.
package struct ConsolePages: Sendable {
    private let files: ConsoleFiles
    private let hosts: ConsoleHosts

    /// Serves these files under these hosts.
    package init(_ files: ConsoleFiles, hosts: ConsoleHosts) {
        self.files = files
        self.hosts = hosts
    }

    /// The answer to a request for the console or for `/`; nil for other paths.
    package func answer(_ incoming: IncomingRequest) -> Answer? {
        guard let place = Place(incoming.path) else { return nil }
        var answer = read(place, incoming)
        answer.origin.endpoint = place == .root ? "root" : "console"
        return answer
    }

    /// What a path names.
    private enum Place: Sendable, Hashable {
        /// `/`.
        case root
        /// `/console` without its slash.
        case entrance
        /// A view, which is `index.html`.
        case view
        /// A file with the hash in its address.
        case file(hash: String, name: String)
        /// An address of a file that cannot exist.
        case nothing

        init?(_ path: String) {
            switch path {
            case "/": self = .root
            case "/console": self = .entrance
            default:
                guard path.hasPrefix("/console/") else { return nil }
                let rest = path.dropFirst("/console/".count)
                let segments = rest.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
                if segments.first == "assets" {
                    self = segments.count == 3 ? .file(hash: segments[1], name: segments[2]) : .nothing
                } else {
                    // Names of apps, rules and screens in longer addresses may end like files.
                    let isFile = segments.count == 1 && ConsoleFiles.hasFileEnd(segments[0])
                    self = isFile ? .nothing : .view
                }
            }
        }
    }

    private func read(_ place: Place, _ incoming: IncomingRequest) -> Answer {
        let methods = "GET, HEAD, OPTIONS"
        switch incoming.method {
        case "GET", "HEAD": break
        case "OPTIONS": return .done(fields: [HeaderField("Allow", methods)])
        default: return .problem(.methodNotAllowed(incoming.method, allow: methods))
        }
        guard place != .root else { return root(incoming) }
        guard hosts.accepts(RequestHost(incoming.fields.host)) else {
            return .problem(.wrongHost(incoming.fields.host))
        }
        do throws(Problem) {
            switch place {
            case .root, .entrance: return Self.redirect
            case .view: return try file(ConsoleFiles.page, hash: nil, incoming)
            case .file(let hash, let name): return try file(name, hash: hash, incoming)
            case .nothing: throw Self.missing
            }
        } catch {
            return .problem(error)
        }
    }

    /// Sends browsers to the console, and tells programs what there is.
    private func root(_ incoming: IncomingRequest) -> Answer {
        let vary = HeaderField("Vary", "Accept")
        guard !(incoming.fields.accept ?? "").lowercased().contains("text/html") else {
            var answer = Self.redirect
            answer.fields.append(vary)
            return answer
        }
        return .json(
            200,
            [
                "service": "waymark", "console": "/console/", "contract": "/openapi.json", "api": "/v1/apps",
                "ready": "/readyz",
            ], fields: [vary])
    }

    private static let redirect = Answer(
        302, fields: [HeaderField("Location", "/console/"), HeaderField("Cache-Control", CachePolicy.noStore.field)])

    private func file(_ name: String, hash: String?, _ incoming: IncomingRequest) throws(Problem) -> Answer {
        guard let file = try files.file(name, hash: hash) else { throw Self.missing }
        let isPage = name == ConsoleFiles.page
        let coding =
            file.gzip == nil ? ContentCoding.identity : ContentCoding(accepting: incoming.fields.acceptEncoding)
        // Only the page's address names no version of it.
        let caching = files.isLive ? CachePolicy.noStore.field : isPage ? "no-cache" : CachePolicy.immutable.field
        let tag = EntityTag(coding == .gzip ? "\(file.digest)-gzip" : file.digest)
        var fields = [
            HeaderField("ETag", tag.description), HeaderField("Cache-Control", caching),
            HeaderField("Vary", "Accept-Encoding"),
        ]
        fields += Self.security
        if Self.isKnown(incoming.fields.ifNoneMatch, file.digest) { return Answer(304, fields: fields) }
        fields.append(HeaderField("Content-Type", file.mediaType))
        if coding == .gzip { fields.append(HeaderField("Content-Encoding", "gzip")) }
        return Answer(200, fields: fields, body: .shared((coding == .gzip ? file.gzip : nil) ?? file.identity))
    }

    /// Whether `If-None-Match` names the file in any coding (RFC 9110 section 13.1.2).
    private static func isKnown(_ field: String?, _ digest: String) -> Bool {
        (try? TagCondition(field, of: "If-None-Match"))?.names(EntityTag(digest).description) ?? false
    }

    private static let missing = Problem.notFound(
        .file, "the console has no such file, or the server has another version of it: load /console/ again")

    /// What a browser may do with the console's pages and files.
    ///
    /// `X-Content-Type-Options: nosniff` comes with every answer of the server. The engine runs in a worker,
    /// for whose address alone there is a policy of trusted types.
    private static let security = [
        HeaderField(
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
                + "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
                + "require-trusted-types-for 'script'; trusted-types waymark-worker"),
        HeaderField("Cross-Origin-Opener-Policy", "same-origin"),
        HeaderField("Cross-Origin-Resource-Policy", "same-origin"),
        HeaderField("Referrer-Policy", "no-referrer"),
    ]
}

extension Problem {
    /// 421: the console is not served under the host of the request.
    package static func wrongHost(_ host: String?) -> Problem {
        Problem(
            421, "wrong-host", "The console is not served under this host",
            detail:
                "the request has \(host.map { "the host \($0)" } ?? "no Host field"), which is neither localhost nor an "
                + "address: add the name to the setting consoleHosts, and let a proxy pass the browser's Host on")
    }
}
