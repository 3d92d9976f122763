import RoutePattern
import TestSupport

/// A seeded stream of usual patterns, each with addresses that match it or almost match it.
struct PatternStream {
    /// A part of a pattern, and parts of addresses that match it or almost match it.
    struct Piece {
        var pattern: String
        var near: [String]

        init(_ pattern: String, _ near: [String]) {
            self.pattern = pattern
            self.near = near
        }
    }

    /// A pattern with addresses.
    struct Item {
        var source: PatternSource
        var base: String?
        var options: PatternOptions
        var addresses: [String]
    }

    static let addressesPerPattern = 20
    var random: SeededGenerator
    private var names = 0

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func next() -> Item {
        names = 0
        let options = PatternOptions(ignoreCase: chance(15), strictSlash: chance(15))
        if chance(4) { return opaque(options) }
        let scheme = one(of: PatternVocabulary.schemes)
        let hosts = PatternVocabulary.hosts + (Self.isCustom(scheme.pattern) ? PatternVocabulary.customHosts : [])
        var host = one(of: hosts)
        if host.pattern.contains(":N") { host.pattern = host.pattern.replacing(":N", with: name()) }
        let port = chance(85) ? Piece("", ["", "", "", "", "", "", ":8080", ":443"]) : one(of: PatternVocabulary.ports)
        let path = chance(8) ? [] : self.path()
        let query = chance(25) ? self.query() : []
        let search = query.map(\.pattern).joined(separator: "&")
        let pathText = path.map(\.pattern).joined()
        let mark =
            query.isEmpty
            ? "" : pathText.hasSuffix("}") || pathText.hasSuffix("*") || endsInName(pathText) ? "\\?" : "?"
        let addresses = (0..<Self.addressesPerPattern).map { _ in address([scheme], [host], [port], path, query) }
        if chance(8) {
            return Item(
                source: .components(
                    PatternComponents(
                        protocol: chance(80) ? scheme.pattern : nil, hostname: chance(90) ? host.pattern : nil,
                        port: chance(70) ? String(port.pattern.drop { $0 == ":" }) : nil,
                        pathname: path.isEmpty ? chance(50) ? "*" : nil : pathText, search: query.isEmpty ? nil : search
                    )),
                base: nil, options: options, addresses: addresses)
        }
        if chance(8), !path.isEmpty {
            let origin = one(of: PatternVocabulary.origins)
            let near = (0..<Self.addressesPerPattern).map { _ in address([], [Piece("", [origin])], [], path, query) }
            return Item(
                source: .text(mutated(pathText + mark + search)), base: origin, options: options, addresses: near)
        }
        return Item(
            source: .text(mutated("\(scheme.pattern)://\(host.pattern)\(port.pattern)\(pathText)\(mark)\(search)")),
            base: nil, options: options, addresses: addresses)
    }

    private static func isCustom(_ scheme: String) -> Bool {
        !["http", "https", "http{s}?", "wss", "ftp"].contains(scheme)
    }

    private func endsInName(_ text: String) -> Bool {
        text.hasSuffix(")")
            || text.split(separator: ":").count > 1
                && text.split(separator: ":").last.map {
                    $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
                } ?? false
    }

    // MARK: Patterns

    private mutating func path() -> [Piece] {
        var pieces: [Piece] = []
        for _ in 0..<Int.random(in: 0...4, using: &random) { pieces += segment() }
        switch Int.random(in: 0..<10, using: &random) {
        case 0: pieces.append(Piece("/*", PatternVocabulary.tails))
        case 1: pieces.append(Piece("/\(name())*", PatternVocabulary.tails))
        case 2: pieces.append(Piece("/\(name())+", PatternVocabulary.tails))
        case 3: pieces.append(Piece("/", ["/", "/", "", "//"]))
        default: break
        }
        return pieces.isEmpty ? [Piece("/", ["/", "", "//"])] : pieces
    }

    private mutating func segment() -> [Piece] {
        let slash = Piece("/", ["/"])
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<7: return [slash, one(of: PatternVocabulary.literals)]
        case 7..<10: return [slash, Piece(name(), PatternVocabulary.values)]
        case 10: return [slash, Piece("v", ["v", "V", "%76"]), Piece(name(), PatternVocabulary.values)]
        case 11: return [slash, Piece(name(), PatternVocabulary.values), one(of: PatternVocabulary.suffixes)]
        case 12:
            return [
                slash, capture(), one(of: PatternVocabulary.separators), capture(),
            ]
        case 13..<15: return [slash, capture()]
        case 15:
            let inner = capture()
            return [Piece("{/\(inner.pattern)}?", ["", "/7"] + inner.near.map { "/" + $0 })]
        case 16:
            let text = one(of: PatternVocabulary.literals)
            return [Piece("{/\(text.pattern)}?", [""] + text.near.map { "/" + $0 })]
        case 17: return [slash, capture(), Piece("{.html}?", ["", ".html", ".HTML", ".htm", "%2Ehtml"])]
        case 18: return [slash, Piece("{\(name())}", PatternVocabulary.values), one(of: PatternVocabulary.literals)]
        default: return [slash, one(of: PatternVocabulary.literals), Piece("{s}?", ["", "s", "S"])]
        }
    }

    private mutating func capture() -> Piece {
        let constraint = one(of: PatternVocabulary.constraints)
        return Piece(name() + constraint.pattern, constraint.near)
    }

    private mutating func query() -> [Piece] {
        var pieces: [Piece] = []
        for key in ["a", "id", "名", "q r"].shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random)) {
            let spelled = key.replacing(" ", with: chance(50) ? "%20" : "\\+")
            let written = key.replacing(" ", with: chance(50) ? "%20" : "+")
            let values = PatternVocabulary.queryValues
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<3:
                let value = one(of: PatternVocabulary.queryLiterals)
                pieces.append(
                    Piece("\(spelled)=\(value)", (values + [value, value, value]).map { "\(written)=\($0)" }))
            case 3..<6: pieces.append(Piece("\(spelled)=\(name())", values.map { "\(written)=\($0)" }))
            case 6..<8:
                let constraint = one(of: PatternVocabulary.constraints)
                let near = values + constraint.near + constraint.near
                pieces.append(Piece("\(spelled)=\(name())\(constraint.pattern)", near.map { "\(written)=\($0)" }))
            case 8: pieces.append(Piece(spelled, [written, written + "=", written + "=1", "z=1"]))
            default: pieces.append(Piece("!" + spelled, ["z=1", written, written + "=1", "", "!" + written]))
            }
        }
        return pieces
    }

    private mutating func opaque(_ options: PatternOptions) -> Item {
        let scheme = one(of: ["tel", "mailto", "sms", "weixin"])
        let text = one(of: ["110", "x@example.com", "a%20b", "博", "A"])
        let source: PatternSource
        switch Int.random(in: 0..<4, using: &random) {
        case 0: source = .text("\(scheme):*")
        case 1: source = .text("\(scheme):\(text)*")
        case 2: source = .components(PatternComponents(protocol: scheme, pathname: chance(50) ? text : "*"))
        default: source = .text("\(scheme):\(text)")
        }
        let addresses = (0..<Self.addressesPerPattern).map { _ in
            one(of: [scheme, "tel", "mailto"]) + one(of: [":", ":", ":", ":/", "://"])
                + one(of: [text, text + "1", "110", "", "博", "a"]) + one(of: ["", "", "?a=1", "#f"])
        }
        return Item(source: source, base: nil, options: options, addresses: addresses)
    }

    // MARK: Addresses

    private mutating func address(
        _ scheme: [Piece], _ host: [Piece], _ port: [Piece], _ path: [Piece], _ query: [Piece]
    ) -> String {
        var text = scheme.map { near($0) + "://" }.joined()
        if chance(2) { text += "user@" }
        text += (host + port).map { near($0) }.joined()
        text += path.isEmpty ? one(of: ["", "/", "/a", "/a/b/", "/%FF"]) : path.map { near($0) }.joined()
        if chance(12) { text += one(of: ["/", "//", "/x", "/."]) }
        if chance(10) { text = edited(text, PatternVocabulary.addressEdits) }
        var items = query.map { near($0) }
        if chance(30) { items.shuffle(using: &random) }
        if chance(30) { items.append(one(of: ["utm=1", "a=2", "id=", "id=7&id=8", "z", "%E5%90%8D=1", "a+b=c", ""])) }
        if !items.isEmpty { text += "?" + items.joined(separator: "&") }
        return chance(5) ? text + "#top" : text
    }

    /// Changes one character of one pattern in eight; the result may be invalid.
    private mutating func mutated(_ text: String) -> String {
        chance(12) ? edited(text, PatternVocabulary.patternEdits) : text
    }

    private mutating func edited(_ text: String, _ edits: [String]) -> String {
        var scalars = Array(text.unicodeScalars)
        let place = Int.random(in: 0...scalars.count, using: &random)
        if chance(30), place < scalars.count {
            scalars.remove(at: place)
        } else {
            scalars.insert(contentsOf: one(of: edits).unicodeScalars, at: place)
        }
        return String(String.UnicodeScalarView(scalars))
    }

    private mutating func name() -> String {
        names += 1
        return ":" + one(of: ["id", "name", "n_", "A"]) + String(names)
    }

    /// A part of an address; chooses the first more often than the others, so that enough whole addresses match.
    private mutating func near(_ piece: Piece) -> String { chance(60) ? piece.near[0] : one(of: piece.near) }

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    private mutating func one<Element>(of some: [Element]) -> Element {
        some[Int.random(in: 0..<some.count, using: &random)]
    }
}
