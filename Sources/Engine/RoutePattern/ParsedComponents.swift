import WebAddress

/// An object pattern, parsed into alternatives and the components to store; an absent component matches anything.
///
/// Spec: <https://urlpattern.spec.whatwg.org/#urlpattern-create>.
struct ParsedComponents {
    let alternatives: [Alternative]
    let stored: PatternComponents

    init(_ components: PatternComponents, options: PatternOptions) throws(PatternError) {
        var respelt = components
        let scheme = try Self.nodes(&respelt.protocol, "protocol")
        try Self.named("protocol") { () throws(PatternError) in try SchemeBuilder.refuseInvalidParts(scheme ?? []) }
        let host = try Self.nodes(&respelt.hostname, "hostname")
        let port = try Self.nodes(&respelt.port, "port")
        try Self.named("port") { () throws(PatternError) in try SchemeBuilder.refuseGroups(inPort: port ?? []) }
        let path = try Self.nodes(&respelt.pathname, "pathname")
        let search = try Self.nodes(&respelt.search, "search")
        let query = try Self.named("search") { () throws(PatternError) in
            try QueryBuilder(search == [.wildcard(at: 0)] ? [] : search ?? [], offset: 0).constraints()
        }
        let expansion = try GroupExpansion([scheme, host, port, path].map { $0 ?? [.wildcard(at: 0)] })
        var alternatives: [Alternative] = []
        for number in 0..<expansion.count {
            let atoms = expansion.alternative(number)
            if let opaque = try Self.opaque(atoms, query, options) {
                alternatives.append(opaque)
                if !Self.isAnything(atoms[3]) { continue }
            }
            alternatives.append(try Self.alternative(atoms, isTextScheme: scheme?.count == 1, query, options))
        }
        try CaptureNames.check(scheme ?? [], host ?? [], path ?? [], search ?? [])
        try Self.named("pathname") { () throws(PatternError) in
            try OpaquePath.refuseUnreadableHost(path ?? [], alternatives)
        }
        self.alternatives = alternatives
        let number = try Self.named("hostname") { () throws(PatternError) in
            try IPAddressHost.shorthand(host ?? [], alternatives)
        }
        if let number { respelt.hostname = number }
        stored = respelt
    }

    private static func isAnything(_ atoms: [PatternAtom]) -> Bool {
        if atoms.count == 1, case .wildcard = atoms[0] { return true }
        return false
    }

    /// The opaque alternative of a choice, as of `{"protocol": "tel", "pathname": "110"}`; nil if it has none.
    ///
    /// It needs a literal scheme that is not special, a host and a port that are absent, empty or `*`, and a path that
    /// does not begin with a slash. A path that can be anything has this alternative and a hierarchical one.
    private static func opaque(
        _ atoms: [[PatternAtom]], _ query: [QueryConstraint], _ options: PatternOptions
    ) throws(PatternError) -> Alternative? {
        guard atoms[1].isEmpty || isAnything(atoms[1]), atoms[2].isEmpty || isAnything(atoms[2]),
            case .literal(let name) = try named(
                "protocol",
                { () throws(PatternError) in
                    try SchemeBuilder.scheme(atoms[0], offset: 0)
                }), !SpecialScheme.isSpecial(name)
        else { return nil }
        var text: [UInt8] = []
        if case .literal(let start) = atoms[3].first { text = start.bytes }
        let rest = atoms[3].last.map { isAnything([$0]) } ?? false
        guard text.first != UInt8(ascii: "/"), !text.isEmpty || rest,
            atoms[3].count == (text.isEmpty ? 0 : 1) + (rest ? 1 : 0)
        else { return nil }
        return Alternative(
            scheme: .literal(name), host: .none, port: .schemeDefault, path: OpaquePath.path(text, rest: rest),
            query: query, options: options)
    }

    private static func alternative(
        _ atoms: [[PatternAtom]], isTextScheme: Bool, _ query: [QueryConstraint], _ options: PatternOptions
    ) throws(PatternError) -> Alternative {
        let scheme = try named("protocol") { () throws(PatternError) in try SchemeBuilder.scheme(atoms[0], offset: 0) }
        let name: String? = if case .literal(let text) = scheme { text } else { nil }
        let host = try named("hostname") { () throws(PatternError) in
            try HostBuilder(scheme: name, offset: 0).host(atoms[1])
        }
        let port = try named("port") { () throws(PatternError) in
            try SchemeBuilder.port(atoms[2], scheme: scheme, schemeIsText: isTextScheme, offset: 0)
        }
        let path = try named("pathname") { () throws(PatternError) in try PathBuilder.path(atoms[3], options) }
        return Alternative(scheme: scheme, host: host, port: port, path: path, query: query, options: options)
    }

    private static func nodes(_ text: inout String?, _ component: String) throws(PatternError) -> [PatternNode]? {
        guard let source = text else { return nil }
        return try named(component) { () throws(PatternError) in
            var bytes = Array(source.utf8)
            guard bytes.count <= PatternLimits.textBytesMax else {
                throw PatternError(
                    .tooLong, at: PatternLimits.textBytesMax, "the component has \(bytes.count) bytes",
                    hint: "an address has at most \(PatternLimits.textBytesMax)")
            }
            if component == "hostname", let address = IPAddressHost.bracketed(bytes) {
                text = IPAddressHost.spelled(address)
                return [.literal(PatternText(address.utf8, at: 0))]
            }
            var parser = ComponentParser(
                bytes, try Tokenizer.tokens(of: bytes)[...], isPath: component == "pathname")
            let nodes = try parser.parse()
            for respelling in parser.respellings.reversed() {
                bytes.replaceSubrange(respelling.range, with: respelling.text.utf8)
            }
            text = String(decoding: bytes, as: UTF8.self)
            return nodes
        }
    }

    /// Runs `body` and adds the component's name to its error.
    private static func named<Value>(
        _ component: String, _ body: () throws(PatternError) -> Value
    ) throws(PatternError) -> Value {
        do throws(PatternError) {
            return try body()
        } catch {
            var error = error
            error.component = component
            throw error
        }
    }
}
