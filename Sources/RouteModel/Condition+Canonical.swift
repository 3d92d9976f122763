import CanonicalJSON

extension Condition {
    /// The condition as JSON, as `when` holds it.
    package var canonicalBytes: [UInt8] {
        var writer = CanonicalWriter()
        write(to: &writer)
        return writer.bytes
    }

    func write(to writer: inout CanonicalWriter) {
        clauses.write(to: &writer, not: not)
    }
}

extension Clauses {
    func write(to writer: inout CanonicalWriter, not: Clauses? = nil) {
        writer.beginObject()
        writer.member("after", ifSet: after?.description)
        writer.member("appVersion", ifSet: appVersion?.text)
        writeAttributes(to: &writer)
        writer.member("before", ifSet: before?.description)
        writer.member("build", ifAny: build)
        if !locale.isEmpty { writer.member("locale", locale.map(\.text)) }
        if let not {
            writer.name("not")
            not.write(to: &writer)
        }
        writer.member("osVersion", ifSet: osVersion?.text)
        writer.member("platform", ifAny: platform)
        writer.member("region", ifAny: region)
        if let rollout {
            writer.name("rollout")
            rollout.write(to: &writer)
        }
        if let signedIn {
            writer.name("signedIn")
            writer.bool(signedIn)
        }
        writer.member("source", ifAny: source)
        writer.endObject()
    }

    private func writeAttributes(to writer: inout CanonicalWriter) {
        guard !attributes.isEmpty else { return }
        writer.name("attributes")
        writer.beginObject()
        for clause in attributes.sorted(by: { NameOrder.precedes($0.name, $1.name) }) {
            writer.member(clause.name, clause.values)
        }
        writer.endObject()
    }
}

extension Rollout {
    func write(to writer: inout CanonicalWriter) {
        writer.beginObject()
        if by != Self.deviceID { writer.member("by", by) }
        switch share {
        case .percent(let percent): writer.member("percent", percent)
        case .ramp(let ramp):
            writer.name("ramp")
            writer.beginObject()
            writer.member("end", ramp.end.description)
            writer.member("from", ramp.from)
            writer.member("start", ramp.start.description)
            writer.member("to", ramp.to)
            writer.endObject()
        }
        writer.member("salt", ifSet: salt)
        writer.endObject()
    }
}
