package import RouteModel
import RoutePattern
import TargetTemplate

extension CompiledIndex {
    /// Compiles a body to an index file.
    ///
    /// The same body and digest give the same bytes.
    ///
    /// - Parameters:
    ///   - body: A frozen or decoded body.
    ///   - digest: The SHA-256 of the body's bytes, 32 bytes; the client compares it to find the file of a body.
    /// - Returns: The file's bytes.
    /// - Throws: ``IndexError`` of code `invalidBody` if the order names a missing rule or alternative, `tooLarge` if the
    ///   body has more of something than the format can number.
    /// - Complexity: O(n log n) in the size of the body.
    package static func compile(_ body: ReleaseBody, digest: [UInt8]) throws(IndexError) -> [UInt8] {
        var builder = IndexBuilder(body)
        // One pass over the rules in memory order: cache misses are most of the cost.
        for place in body.rules.indices { try builder.add(body.rules, place, origins: body.settings.origins) }
        try builder.arrange(body)
        builder.addSettings(body.settings)
        return try builder.file(of: body, digest: digest)
    }
}

/// Builds the tables of an index and writes the file.
private struct IndexBuilder: ~Copyable {
    private var patterns: PatternCompiler
    private var trie: TrieBuilder
    private var destinations = RecordTable()
    private var constants = RecordTable()
    private var conditions = RecordTable()
    private var settings = RecordTable()
    /// The compiled alternatives of all rules, and the index of each rule's first one.
    private var compiled: UniqueBuffer<PatternCompiler.Compiled>
    private var starts: UniqueBuffer<UInt32>
    /// The rows of the alternatives, in the body's order.
    private var rows: UniqueBuffer<UInt32>
    /// What each rule adds to the rows of its alternatives.
    private var ruleRows: UniqueBuffer<RuleRow>

    /// The string of a rule's id, its destination record, and its condition record + 1 or 0.
    private struct RuleRow: BitwiseCopyable {
        let id: UInt32
        let destination: UInt32
        let condition: UInt32
    }
    /// The record being built, and the record that it refers to; reused for all rules.
    private var record = UniqueBuffer<UInt32>()
    private var inner = UniqueBuffer<UInt32>()

    init(_ body: ReleaseBody) {
        let (rules, alternatives) = (body.rules.count, body.order.count)
        patterns = PatternCompiler(reserving: rules)
        trie = TrieBuilder(reserving: alternatives)
        compiled = UniqueBuffer(reserving: alternatives)
        starts = UniqueBuffer(reserving: rules + 1)
        rows = UniqueBuffer(reserving: alternatives * IndexFormat.alternativeWords)
        ruleRows = UniqueBuffer(reserving: rules)
    }

    // MARK: Rules

    /// Compiles a rule and its alternatives.
    ///
    /// Rules and alternatives are passed as an array and an index: passing a value would copy it and retain each of its
    /// parts.
    mutating func add(_ rules: [Rule], _ place: Int, origins: [Origin]) throws(IndexError) {
        let id = patterns.strings.number(of: rules[place].id)
        starts.append(UInt32(compiled.count))
        record.removeAll()
        guard rules[place].neverMatches == nil else {
            // A rule that this version does not support has no alternatives: it never matches (language.md section 2).
            record.append(IndexRecord.Destination.unknown.rawValue)
            return ruleRows.append(RuleRow(id: id, destination: destinations.number(of: record), condition: 0))
        }
        do {
            let alternatives = try Rule.alternatives(of: rules, place, origins: origins)
            for number in alternatives.indices { compiled.append(patterns.compile(alternatives, number)) }
        } catch {
            throw IndexError(.invalidBody, "rule \(rules[place].id): \(error.detail)")
        }
        var condition: UInt32 = 0
        if let when = Rule.condition(of: rules, place), !when.isEmpty {
            ConditionWriter.write(when, to: &record, strings: &patterns.strings, longs: &patterns.longs)
            condition = conditions.number(of: record) + 1
            record.removeAll()
        }
        write(rules, place)
        ruleRows.append(RuleRow(id: id, destination: destinations.number(of: record), condition: condition))
    }

    private mutating func write(_ rules: [Rule], _ place: Int) {
        switch rules[place].destination {
        case .redirect(let template):
            record.append(IndexRecord.Destination.redirect.rawValue)
            TemplateWriter.write(template, to: &record, strings: &patterns.strings)
        case .block(let reason):
            record.append(IndexRecord.Destination.block.rawValue)
            record.append(patterns.strings.number(of: reason))
        case .screen(let target):
            record.append(IndexRecord.Destination.screen.rawValue)
            record.append(patterns.strings.number(of: target.name))
            record.append(target.transition.map { patterns.strings.number(of: $0) + 1 } ?? 0)
            inner.removeAll()
            inner.append(UInt32(target.parameters.count))
            for constant in target.parameters {
                inner.append(patterns.strings.number(of: constant.name))
                inner.append(patterns.strings.number(of: constant.value.text))
            }
            record.append(constants.number(of: inner))
        }
    }

    // MARK: Order

    /// The number of alternatives inserted.
    private var count: Int { rows.count / IndexFormat.alternativeWords }

    /// Inserts the alternatives into the trie and their rows, in the body's order.
    mutating func arrange(_ body: ReleaseBody) throws(IndexError) {
        guard body.order.count < Terminal.positionsMax else {
            throw IndexError(.tooLarge, "\(body.order.count) alternatives")
        }
        starts.append(UInt32(compiled.count))
        for entry in body.order {
            guard body.rules.indices.contains(entry.rule) else {
                throw IndexError(.invalidBody, "order names rule \(entry.rule)")
            }
            let first = Int(starts[entry.rule])
            guard entry.alternative >= 0, entry.alternative < Int(starts[entry.rule + 1]) - first else {
                if body.rules[entry.rule].neverMatches != nil { continue }
                throw IndexError(
                    .invalidBody, "order names alternative \(entry.alternative) of \(body.rules[entry.rule].id)")
            }
            let one = compiled[first + entry.alternative]
            trie.insert(one.root, patterns.steps, one.steps, one.ending, at: count)
            let rule = ruleRows[entry.rule]
            rows.append(rule.id)
            rows.append(UInt32(entry.alternative))
            rows.append(one.constraints)
            rows.append(one.captures)
            rows.append(rule.destination)
            rows.append(rule.condition)
        }
    }

    mutating func addSettings(_ given: Settings) {
        let entries = given.destinations.texts
        record.removeAll()
        record.append(UInt32(entries.count))
        for entry in entries { record.append(patterns.strings.number(of: entry)) }
        let schemes = ExactText.distinct(Array(given.authority.filter { $0.value == .firstSegment }.keys))
        record.append(UInt32(schemes.count))
        for scheme in schemes { record.append(patterns.strings.label(scheme)) }
        _ = settings.number(of: record)
    }

    // MARK: Writing

    consuming func file(of body: ReleaseBody, digest: [UInt8]) throws(IndexError) -> [UInt8] {
        let app = patterns.strings.number(of: body.app)
        let edges = EdgeLabels(strings: patterns.strings.count, matchers: patterns.matchers.offsets.count)
        guard patterns.strings.count < Int(EdgeLabels.Mark.folded) else {
            throw IndexError(.tooLarge, "\(patterns.strings.count) strings")
        }
        let frozen = trie.frozen(edges, positions: count)
        let labels = patterns.strings.labels()
        var writer = IndexWriter(
            reserving: patterns.strings.pool.count + frozen.nodes.count * 4 + count * 16)
        writer.add(labels.buckets)
        writer.add(labels.labels)
        writer.add(patterns.strings.offsets)
        writer.add(frozen.labels)
        writer.add(frozen.nodes)
        writer.add(frozen.terminals)
        writer.add(rows)
        var words = UniqueBuffer<UInt32>(reserving: destinations.words.count * 2)
        destinations.write(to: &writer, &words)
        constants.write(to: &writer, &words)
        conditions.write(to: &writer, &words)
        patterns.captures.write(to: &writer, &words)
        patterns.constraints.write(to: &writer, &words)
        patterns.matchers.write(to: &writer, &words)
        settings.write(to: &writer, &words)
        writer.add(words)
        writer.add(longs: patterns.longs.longs)
        let hasFirstSegments = body.settings.authority.contains { $0.value == .firstSegment }
        let flags =
            (patterns.hasFoldedLabels ? IndexFormat.hasFoldedLabels : 0)
            | (hasFirstSegments ? IndexFormat.hasFirstSegments : 0)
        return try writer.finish(
            pool: patterns.strings.pool, digest: digest, release: Int64(body.version), app: app, flags: flags,
            rules: UInt32(clamping: body.rules.count))
    }
}
