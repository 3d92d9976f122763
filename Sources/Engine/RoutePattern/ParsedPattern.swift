import WebAddress

/// A pattern's text, parsed into alternatives and the spelling to store.
struct ParsedPattern {
    let alternatives: [Alternative]
    /// Whether the text has no scheme and authority.
    let isPathOnly: Bool
    /// Whether the text ends with the authority.
    let hasAuthorityOnly: Bool
    private let respellings: [(range: Range<Int>, text: String)]

    init(text: String, options: PatternOptions) throws(PatternError) {
        let bytes = Array(text.utf8)
        guard bytes.count <= PatternLimits.textBytesMax else {
            throw PatternError(
                .tooLong, at: PatternLimits.textBytesMax, "the pattern has \(bytes.count) bytes",
                hint: "an address has at most \(PatternLimits.textBytesMax)")
        }
        var parser = ConstructorStringParser(bytes, try Tokenizer.tokens(of: bytes))
        let components = try parser.parse()
        var nodes = ComponentNodes(bytes)
        let scheme = try nodes.read(components.scheme)
        let host = try nodes.read(host: components.host)
        let port = try nodes.read(components.port)
        try SchemeBuilder.refuseInvalidParts(scheme ?? [])
        try SchemeBuilder.refuseGroups(inPort: port ?? [])
        let path = try nodes.read(components.path, isPath: true)
        let search = try nodes.read(components.search)
        isPathOnly = components.scheme == nil
        hasAuthorityOnly = components.host != nil && components.path == nil && components.search == nil
        let query = try QueryBuilder(search ?? [], offset: components.search?.first?.range.lowerBound ?? 0)
            .constraints()
        let expansion = try GroupExpansion([scheme ?? [], host ?? [], port ?? [], path ?? []])
        let builder = AlternativeBuilder(
            components: components, schemeIsText: Self.isText(scheme), hasPort: port != nil, hasPath: path != nil,
            hasSearch: search != nil, query: query, options: options)
        var alternatives: [Alternative] = []
        for number in 0..<expansion.count {
            alternatives.append(try builder.alternative(expansion.alternative(number)))
        }
        try CaptureNames.check(scheme ?? [], host ?? [], path ?? [], search ?? [])
        try OpaquePath.refuseUnreadableHost(path ?? [], alternatives)
        self.alternatives = alternatives
        if let range = components.hostRange, let number = try IPAddressHost.shorthand(host ?? [], alternatives) {
            nodes.respell(range, number)
        }
        respellings = nodes.respellings
    }

    /// The text to store: the pattern's text with its respellings.
    func stored(_ text: String) -> String {
        guard !respellings.isEmpty else { return text }
        var bytes = Array(text.utf8)
        for respelling in respellings.reversed() { bytes.replaceSubrange(respelling.range, with: respelling.text.utf8) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isText(_ nodes: [PatternNode]?) -> Bool {
        guard let nodes, nodes.count == 1, case .literal = nodes[0] else { return false }
        return true
    }
}

/// Parses components one after another and collects their respellings.
struct ComponentNodes {
    private let bytes: [UInt8]
    /// Ranges of the text that URLPattern refuses, with the text to store instead, in the order of the text.
    private(set) var respellings: [(range: Range<Int>, text: String)] = []

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func respell(_ range: Range<Int>, _ text: String) {
        let place = respellings.firstIndex { range.lowerBound < $0.range.lowerBound } ?? respellings.endIndex
        respellings.insert((range, text), at: place)
    }

    /// Parses a host; one in brackets is literal, although its colons look like capture names.
    mutating func read(host tokens: ArraySlice<PatternToken>?) throws(PatternError) -> [PatternNode]? {
        guard let tokens, let range = ConstructorStringParser.range(of: tokens),
            let address = IPAddressHost.bracketed(bytes[range])
        else { return try read(tokens) }
        let spelled = IPAddressHost.spelled(address)
        if !bytes[range].elementsEqual(spelled.utf8) { respell(range, spelled) }
        return [.literal(PatternText(address.utf8, at: range.lowerBound))]
    }

    mutating func read(
        _ tokens: ArraySlice<PatternToken>?, isPath: Bool = false
    ) throws(PatternError) -> [PatternNode]? {
        guard let tokens else { return nil }
        var parser = ComponentParser(bytes, tokens, isPath: isPath)
        let nodes = try parser.parse()
        respellings += parser.respellings
        return nodes
    }
}

/// Builds the alternatives of a text from what they have in common and the nodes of each.
private struct AlternativeBuilder {
    let components: ConstructorStringParser.Components
    let schemeIsText: Bool
    let hasPort: Bool
    let hasPath: Bool
    let hasSearch: Bool
    let query: [QueryConstraint]
    let options: PatternOptions

    /// The alternative for one choice of the groups; `atoms` are those of scheme, host, port and path.
    func alternative(_ atoms: [[PatternAtom]]) throws(PatternError) -> Alternative {
        guard components.scheme != nil else {
            return Alternative(
                scheme: .any, host: .any, port: .any, path: try PathBuilder.path(atoms[3], options), query: query,
                options: options)
        }
        let scheme = try SchemeBuilder.scheme(atoms[0], offset: 0)
        if components.isOpaque { return try opaque(scheme, atoms[3]) }
        let name: String? = if case .literal(let text) = scheme { text } else { nil }
        let schemeEnd = components.scheme?.last?.range.upperBound ?? 0
        let hostOffset =
            components.host?.first?.range.lowerBound ?? schemeEnd + (components.host == nil ? 0 : "://".utf8.count)
        let host = try HostBuilder(scheme: name, offset: hostOffset).host(atoms[1])
        let portOffset = components.port?.first?.range.lowerBound ?? hostOffset
        return Alternative(
            scheme: scheme, host: host,
            port: try SchemeBuilder.port(
                hasPort ? atoms[2] : nil, scheme: scheme, schemeIsText: schemeIsText, offset: portOffset),
            path: hasPath ? try PathBuilder.path(atoms[3], options) : hasSearch ? root(name) : .any, query: query,
            options: options)
    }

    /// The path of `https://host?a=1`: the root, which under special schemes is a slash, and otherwise empty.
    private func root(_ scheme: String?) -> PathConstraint {
        let hasSlash = options.strictSlash && scheme.map { SpecialScheme.isSpecial($0) } ?? true
        return .segments(hasSlash ? [SegmentMatcher([])] : [], .end)
    }

    /// The alternative for an opaque path, as of `mailto:x` and `tel:1*`.
    private func opaque(_ scheme: SchemeConstraint, _ atoms: [PatternAtom]) throws(PatternError) -> Alternative {
        let start = components.scheme?.last?.range.upperBound ?? 0
        guard case .literal(let name) = scheme, !SpecialScheme.isSpecial(name) else {
            throw PatternError(
                .missingAuthority, at: start, "the host is missing", hint: "write // and the host after the colon")
        }
        var text: [UInt8] = []
        var rest = false
        for (index, atom) in atoms.enumerated() {
            switch atom {
            case .literal(let literal): text += literal.bytes
            case .wildcard where index == atoms.count - 1: rest = true
            case .wildcard(let offset): throw SegmentBuilder.misplaced(offset)
            case .capture(let capture):
                throw PatternError(
                    .missingAuthority, at: capture.offset, "an address without // has no segments to capture",
                    hint: "write \(name)://host/path, or \(name):* for all of them")
            }
        }
        return Alternative(
            scheme: scheme, host: .none, port: .schemeDefault, path: OpaquePath.path(text, rest: rest),
            query: query, options: options)
    }
}
