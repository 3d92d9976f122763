import CanonicalJSON
package import RouteModel
import RoutePattern
import TargetTemplate

/// Which members of a rule are written.
enum RuleForm: Equatable {
    /// All members; those that equal their default are left out.
    case draft
    /// The members for clients: without `allow`, `enabled` and `note`, with `needs`.
    case body(ShareUnit)

    /// The unit of shares.
    var shares: ShareUnit {
        switch self {
        case .draft: .percent
        case .body(let unit): unit
        }
    }
}

extension Rule {
    /// The rule of a draft as canonical JSON; members that equal their default are left out.
    package var canonicalBytes: [UInt8] {
        var writer = CanonicalWriter(reserving: 512)
        write(to: &writer, form: .draft)
        return writer.bytes
    }

    func write(to writer: inout CanonicalWriter, form: RuleForm) {
        let links = LinkMembers(form == .draft ? linkText : [])
        writer.beginObject()
        if form == .draft { writer.member(allowing: allowed) }
        links.write("description", to: &writer)
        if form == .draft, !isEnabled {
            writer.name("enabled")
            writer.bool(false)
        }
        links.write("fallback", to: &writer)
        writer.member("id", id)
        writer.member("ignoreCase", ifTrue: ignoreCase)
        links.write("image", to: &writer)
        writer.name("match")
        writer.beginArray()
        for pattern in patterns { pattern.stored.write(to: &writer) }
        writer.endArray()
        if form != .draft { writer.member("needs", ifAny: needs) }
        if form == .draft { writer.member("note", ifSet: note) }
        links.write("permanent", to: &writer)
        if priority != 0 { writer.member("priority", priority) }
        writer.member("strictSlash", ifTrue: strictSlash)
        links.write("title", to: &writer)
        writer.name("to")
        destination.write(to: &writer)
        if let condition, !condition.isEmpty {
            writer.name("when")
            condition.write(to: &writer, shares: form.shares)
        }
        writer.endObject()
    }
}

extension PatternSource {
    func write(to writer: inout CanonicalWriter) {
        switch self {
        case .text(let text): writer.string(text)
        case .components(let components):
            writer.beginObject()
            writer.member("hostname", ifSet: components.hostname)
            writer.member("pathname", ifSet: components.pathname)
            writer.member("port", ifSet: components.port)
            writer.member("protocol", ifSet: components.protocol)
            writer.member("search", ifSet: components.search)
            writer.endObject()
        }
    }
}

extension Destination {
    func write(to writer: inout CanonicalWriter) {
        writer.beginObject()
        switch self {
        case .block(let reason): writer.member("block", reason)
        case .redirect(let template):
            if template.query == .drop { writer.member("query", template.query.rawValue) }
            writer.member("redirect", template.text)
        case .screen(let target):
            if !target.parameters.isEmpty {
                writer.name("parameters")
                writer.beginObject()
                for constant in target.parameters {
                    writer.name(constant.name)
                    constant.value.write(to: &writer)
                }
                writer.endObject()
            }
            writer.member("screen", target.name)
            writer.member("transition", ifSet: target.transition)
        }
        writer.endObject()
    }
}

extension ScreenTarget.Scalar {
    func write(to writer: inout CanonicalWriter) {
        switch self {
        case .text(let text): writer.string(text)
        case .integer(let number): writer.integer(number)
        case .flag(let flag): writer.bool(flag)
        }
    }
}

extension CanonicalWriter {
    /// Writes the member `allow`: a list of codes, or an object with a reason for each; nothing if there are none.
    mutating func member(allowing allowed: [AllowedFinding]) {
        guard !allowed.isEmpty else { return }
        guard allowed.contains(where: { $0.reason != nil }) else {
            return member("allow", allowed.map { $0.code.rawValue })
        }
        name("allow")
        beginObject()
        for entry in allowed { member(entry.code.rawValue, entry.reason ?? "") }
        endObject()
    }
}
