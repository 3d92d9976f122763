import CanonicalJSON
package import RouteModel

extension Condition {
    /// The condition as canonical JSON: the value of `when`.
    package var canonicalBytes: [UInt8] {
        var writer = CanonicalWriter()
        write(to: &writer)
        return writer.bytes
    }

    func write(to writer: inout CanonicalWriter, shares: ShareUnit = .percent) {
        clauses.write(to: &writer, shares: shares, not: not)
    }
}

extension ConditionKey {
    /// Every key in the order in which canonical JSON writes members (RFC 8785 section 3.2.3).
    fileprivate static let canonical = all.sorted { NameOrder.precedes($0.name, $1.name) }
}

extension Clauses {
    func write(to writer: inout CanonicalWriter, shares: ShareUnit, not: Clauses? = nil) {
        writer.beginObject()
        for key in ConditionKey.canonical {
            if key == .not {
                guard let not else { continue }
                writer.name(key.name)
                not.write(to: &writer, shares: shares)
            } else if count(of: key) > 0 {
                writer.name(key.name)
                writeValue(of: key, to: &writer, shares)
            }
        }
        writer.endObject()
    }

    private func writeValue(of key: ConditionKey, to writer: inout CanonicalWriter, _ shares: ShareUnit) {
        switch key {
        case .words(let key): writer.strings(self[key])
        case .locale: writer.strings(locale.map({ $0.text }))
        case .versions(let key): writer.string(self[key]?.text ?? "")
        case .flag(let key): writer.bool(self[key] ?? false)
        case .after: writer.string(after?.description ?? "")
        case .before: writer.string(before?.description ?? "")
        case .rollout: rollout?.write(to: &writer, shares: shares)
        case .attributes: writeAttributes(to: &writer)
        case .not: preconditionFailure("clauses have no \"not\"; the caller writes it")
        }
    }

    private func writeAttributes(to writer: inout CanonicalWriter) {
        writer.beginObject()
        for clause in attributes.sorted(by: { NameOrder.precedes($0.name, $1.name) }) {
            writer.member(clause.name, clause.values)
        }
        writer.endObject()
    }
}

extension Rollout {
    func write(to writer: inout CanonicalWriter, shares: ShareUnit) {
        writer.beginObject()
        if by != Self.deviceID { writer.member("by", by) }
        switch share {
        case .percent(let percent):
            writer.name("percent")
            shares.write(percent, to: &writer)
        case .ramp(let ramp):
            writer.name("ramp")
            writer.beginObject()
            writer.member("end", ramp.end.description)
            writer.name("from")
            shares.write(ramp.from, to: &writer)
            writer.member("start", ramp.start.description)
            writer.name("to")
            shares.write(ramp.to, to: &writer)
            writer.endObject()
        }
        writer.member("salt", ifSet: salt)
        writer.endObject()
    }
}

extension ShareUnit {
    /// Writes a share.
    func write(_ hundredths: Int, to writer: inout CanonicalWriter) {
        switch self {
        case .percent: writer.raw(Self.percentNumber(hundredths).utf8)
        case .hundredths: writer.integer(hundredths)
        }
    }
}
