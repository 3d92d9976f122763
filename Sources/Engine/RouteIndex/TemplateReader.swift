import RouteModel
import TargetTemplate
import WebAddress

/// Expands a compiled template, with the same results as `RedirectTemplate.follow`; a test compares the two.
///
/// Values are encoded and addresses checked by the code of TargetTemplate.
struct TemplateReader {
    let tables: IndexTables
    private let policy: QueryPolicy
    private let scheme: ByteTable
    /// The host of the template; nil for an address without a host.
    private let host: ByteTable?
    private let names: RecordCursor
    private let parts: RecordCursor

    /// Reads a redirect's record from after its kind.
    init(_ tables: IndexTables, _ cursor: inout RecordCursor) {
        self.tables = tables
        _ = cursor.next()
        policy = cursor.next() == 1 ? .drop : .keep
        scheme = tables.string(cursor.next())
        let host = cursor.next()
        self.host = host == 0 ? nil : tables.string(host - 1)
        names = cursor
        for _ in 0..<cursor.count() { _ = cursor.next() }
        parts = cursor
    }

    /// The address that the redirect leads to, not yet compared with the allow-list.
    ///
    /// - Throws: ``ExpansionError`` as `RedirectTemplate.follow` does.
    func follow(
        _ captures: [Parameters.Item], of alternative: CompiledAlternative, from incoming: borrowing Address
    ) throws(ExpansionError) -> Address {
        try expansion(captures).address(
            policy, from: incoming, hasTemplateAuthority: { hasTemplateAuthority($0) },
            keeps: { !isOwn($0) && !alternative.capturesQuery($0) })
    }

    private func expansion(_ captures: [Parameters.Item]) throws(ExpansionError) -> Expansion {
        var expansion = Expansion()
        var cursor = parts
        for _ in 0..<cursor.count() {
            if cursor.next() == IndexRecord.TemplatePart.literal.rawValue {
                tables.string(cursor.next()).append(to: &expansion.bytes)
                continue
            }
            let behaviour = ExpansionOperator(rawValue: UInt8(truncatingIfNeeded: cursor.next())) ?? .simple
            let start = expansion.bytes.count
            var isFirst = true
            for _ in 0..<cursor.count() {
                let name = tables.string(cursor.next())
                let modifier = cursor.next()
                guard let item = captures.first(where: { name.equals($0.name) }) else { continue }
                let variable = TemplateVariable(
                    name: item.name, prefixLength: modifier > 1 ? Int(modifier - 1) : nil, isExploded: modifier == 1)
                try expansion.append(Self.value(item.value), variable, behaviour, isFirst: &isFirst)
            }
            expansion.endExpression(from: start, behaviour)
        }
        return expansion
    }

    private static func value(_ value: Parameters.Value) -> TemplateValue {
        switch value {
        case .text(let text): .string(text)
        case .list(let list): .list(list)
        }
    }

    private func hasTemplateAuthority(_ address: borrowing Address) -> Bool {
        ByteTable.with(address) { bytes, parts in
            guard scheme.equals(bytes.slice(parts.scheme.lowerBound, parts.scheme.upperBound)) else { return false }
            guard let host else { return !parts.hasHost }
            return parts.hasHost && host.equals(bytes.slice(parts.host.lowerBound, parts.host.upperBound))
        }
    }

    private func isOwn(_ name: String) -> Bool {
        var cursor = names
        for _ in 0..<cursor.count() where tables.string(cursor.next()).equals(name) { return true }
        return false
    }
}
