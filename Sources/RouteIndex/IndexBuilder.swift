package import RouteModel
import RoutePattern
import TargetTemplate

extension CompiledIndex {
    /// Compiles a body to an index file.
    ///
    /// The same body and digest give the same bytes.
    ///
    /// - Parameters:
    ///   - body: A body as freezing or decoding gives it.
    ///   - digest: The SHA-256 of the body's bytes, 32 bytes; the client finds out by it which body the file is of.
    /// - Returns: The file's bytes.
    /// - Throws: ``IndexError`` where the body's order names what is not there, or more is needed than can be numbered.
    /// - Complexity: O(n log n) in the size of the body.
    package static func compile(_ body: ReleaseBody, digest: [UInt8]) throws(IndexError) -> [UInt8] {
        var builder = IndexBuilder(body)
        try builder.addAlternatives()
        try builder.addRules()
        builder.addSettings()
        return try builder.file(digest: digest)
    }
}

/// Collects a body's tables and writes them.
private struct IndexBuilder {
    private let body: ReleaseBody
    private var patterns = PatternCompiler()
    private var destinations = RecordTable()
    private var constants = RecordTable()
    private var conditions = RecordTable()
    private var settings = RecordTable()
    /// Rule, number, constraints and captures of each alternative.
    private var alternatives = [[UInt32]](repeating: [], count: 4)
    /// Id, destination and condition of each rule.
    private var rules = [[UInt32]](repeating: [], count: 3)

    init(_ body: ReleaseBody) {
        self.body = body
        for column in alternatives.indices { alternatives[column].reserveCapacity(body.order.count) }
        for column in rules.indices { rules[column].reserveCapacity(body.rules.count) }
    }

    // MARK: Alternatives

    mutating func addAlternatives() throws(IndexError) {
        guard body.order.count < Terminal.positionsMax else {
            throw IndexError(.tooLarge, "\(body.order.count) alternatives")
        }
        let expanded: [[Alternative]]
        do {
            expanded = try body.alternatives()
        } catch {
            throw IndexError(.invalidBody, error.description)
        }
        var position = 0
        for entry in body.order {
            guard body.rules.indices.contains(entry.rule) else {
                throw IndexError(.invalidBody, "order names rule \(entry.rule)")
            }
            // A rule this version does not understand has no alternatives: it never matches (rules.md section 2).
            guard body.rules[entry.rule].neverMatches == nil else { continue }
            guard expanded[entry.rule].indices.contains(entry.alternative) else {
                throw IndexError(
                    .invalidBody, "order names alternative \(entry.alternative) of \(body.rules[entry.rule].id)")
            }
            let compiled = patterns.add(expanded[entry.rule][entry.alternative], position: position)
            alternatives[0].append(UInt32(entry.rule))
            alternatives[1].append(UInt32(entry.alternative))
            alternatives[2].append(compiled.constraints)
            alternatives[3].append(compiled.captures)
            position += 1
        }
    }

    // MARK: Rules

    mutating func addRules() throws(IndexError) {
        for index in body.rules.indices {
            let isUnderstood = body.rules[index].neverMatches == nil
            var condition: UInt32 = 0
            if isUnderstood, let when = body.rules[index].condition, !when.isEmpty {
                let record = ConditionWriter.record(when, strings: &patterns.strings, longs: &patterns.longs)
                condition = conditions.number(of: record) + 1
            }
            rules[0].append(patterns.strings.number(of: body.rules[index].id))
            let destination = isUnderstood ? destination(body.rules[index].destination) : Self.unknownDestination
            rules[1].append(destinations.number(of: destination))
            rules[2].append(condition)
        }
    }

    private static let unknownDestination = [IndexRecord.Destination.unknown.rawValue]

    private mutating func destination(_ destination: Destination) -> [UInt32] {
        switch destination {
        case .redirect(let template):
            return [
                IndexRecord.Destination.redirect.rawValue, patterns.strings.number(of: template.text),
                template.query == .drop ? 1 : 0,
            ]
        case .block(let reason):
            return [IndexRecord.Destination.block.rawValue, patterns.strings.number(of: reason)]
        case .screen(let target):
            var list: [UInt32] = []
            list.reserveCapacity(1 + 2 * target.parameters.count)
            list.append(UInt32(target.parameters.count))
            for constant in target.parameters {
                list.append(patterns.strings.number(of: constant.name))
                list.append(patterns.strings.number(of: constant.value.text))
            }
            return [
                IndexRecord.Destination.screen.rawValue, patterns.strings.number(of: target.name),
                target.transition.map { patterns.strings.number(of: $0) + 1 } ?? 0, constants.number(of: list),
            ]
        }
    }

    mutating func addSettings() {
        let entries = body.settings.destinations.texts
        var record = [UInt32(entries.count)]
        for entry in entries { record.append(patterns.strings.number(of: entry)) }
        let schemes = body.settings.authority.filter { $0.value == .firstSegment }.keys
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        record.append(UInt32(schemes.count))
        for scheme in schemes { record.append(patterns.strings.label(scheme)) }
        _ = settings.number(of: record)
    }

    // MARK: Writing

    consuming func file(digest: [UInt8]) throws(IndexError) -> [UInt8] {
        let app = patterns.strings.number(of: body.app)
        let edges = EdgeLabels(strings: patterns.strings.texts.count, matchers: patterns.matchers.offsets.count)
        guard patterns.strings.texts.count < Int(EdgeLabels.Mark.folded) else {
            throw IndexError(.tooLarge, "\(patterns.strings.texts.count) strings")
        }
        let trie = patterns.trie.frozen(edges, positions: alternatives[0].count)
        let labels = patterns.strings.labels
        let pool = patterns.strings.pool
        var writer = IndexWriter(reserving: pool.count + trie.nodes.count * 4 + alternatives[0].count * 16)
        writer.add(labels.buckets)
        writer.add(labels.labels)
        writer.add(patterns.strings.offsets)
        writer.add(trie.labels)
        writer.add(trie.nodes)
        writer.add(trie.terminals)
        for column in alternatives { writer.add(column) }
        for column in rules { writer.add(column) }
        var words: [UInt32] = []
        let kinds = [
            destinations, constants, conditions, patterns.captures, patterns.constraints, patterns.matchers, settings,
        ]
        for kind in kinds {
            let base = UInt32(words.count)
            writer.add(kind.offsets.map { $0 + base } + [base + UInt32(kind.words.count)])
            words += kind.words
        }
        writer.add(words)
        writer.add(longs: patterns.longs.longs)
        let hasFirstSegments = body.settings.authority.contains { $0.value == .firstSegment }
        let flags =
            (patterns.hasFoldedLabels ? IndexFormat.hasFoldedLabels : 0)
            | (hasFirstSegments ? IndexFormat.hasFirstSegments : 0)
        return try writer.finish(pool: pool, digest: digest, release: Int64(body.version), app: app, flags: flags)
    }
}
