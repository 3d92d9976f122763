package import CanonicalJSON
package import HTTPWire
import RouteDocuments
package import RouteModel
import ServerLog

/// A refusal in the format of RFC 9457, `application/problem+json`.
///
/// Programs compare the code, which is stable; title and detail are for people.
package struct Problem: Error, Sendable, Hashable {
    /// The HTTP status, 400…599.
    package var status: Int
    /// The stable code of this kind of refusal, such as `revision-mismatch`.
    package var code: String
    /// One line that is the same for every problem of this kind.
    var title: String
    /// What happened in this case, for the person who must act.
    package var detail: String
    /// Each mistake, with its position in the request.
    package var errors: [ProblemItem]
    /// Header fields that belong to the refusal: `Allow`, `Retry-After`, `ETag`, `WWW-Authenticate`.
    package var fields: [HeaderField]
    /// Further members of the document, such as the current revision.
    package var members: [String: JSONValue]
    /// Canonical JSON of the current resource, for a 412; bytes, because a draft can have megabytes.
    var resource: [UInt8]?
    /// The URI of this occurrence, made from the request id.
    var instance: String?

    /// Makes a refusal.
    package init(
        _ status: Int, _ code: String, _ title: String, detail: String = "", errors: [ProblemItem] = [],
        fields: [HeaderField] = [], members: [String: JSONValue] = [:]
    ) {
        self.status = status
        self.code = code
        self.title = title
        self.detail = detail
        self.errors = errors
        self.fields = fields
        self.members = members
    }

    /// The document as it is sent: canonical JSON and one newline.
    var document: [UInt8] {
        guard let resource, case .object(let object) = json else { return JSONText.bytes(json) }
        var writer = CanonicalWriter(reserving: resource.count + 512)
        writer.beginObject()
        // Names are ASCII, so their order is the UTF-16 order that RFC 8785 requires.
        for name in (object.keys + ["resource"]).sorted() {
            writer.name(name)
            writer.raw(name == "resource" ? resource : object[name]?.canonicalBytes ?? [])
        }
        writer.endObject()
        return writer.bytes + [0x0A]
    }

    /// The document as JSON, without the resource.
    var json: JSONValue {
        var object = members
        object["type"] = .string(Self.type(of: code))
        object["title"] = .string(title)
        object["status"] = .integer(Int64(status))
        // Details repeat names of the request, and a user may have pasted a token into a field for a name.
        if !detail.isEmpty { object["detail"] = .string(TokenRedaction.redacted(detail)) }
        if let instance { object["instance"] = .string(instance) }
        if !errors.isEmpty { object["errors"] = .array(errors.map(\.json)) }
        return .object(object)
    }

    /// The `type` of documents with a code (RFC 9457 section 3.1.1).
    static func type(of code: String) -> String { "urn:waymark:problem:\(code)" }
}

/// One entry of a problem's `errors`: what is wrong, where, and what to write instead.
package struct ProblemItem: Sendable, Hashable {
    /// The stable code of the mistake, such as `syntax` or `unknown-key`.
    var code: String
    /// The exact mistake where the code is a kind of mistakes, such as `tail-position`.
    var reason: String?
    /// RFC 6901 pointer into the request's document; nil for the whole request.
    package var pointer: String?
    /// The line in the request's document, from 1.
    var line: Int?
    /// The column in Unicode scalars, from 1.
    var column: Int?
    /// What is wrong.
    var detail: String
    /// What to write instead.
    var hint: String?

    init(
        code: String, reason: String? = nil, pointer: String? = nil, line: Int? = nil, column: Int? = nil,
        detail: String, hint: String? = nil
    ) {
        self.code = code
        self.reason = reason
        self.pointer = pointer
        self.line = line
        self.column = column
        self.detail = detail
        self.hint = hint
    }

    /// A finding as an entry; its rule ids are at the beginning of the detail.
    package init(_ finding: Finding) {
        self.init(
            code: finding.code.rawValue, reason: finding.reason, pointer: finding.pointer, line: finding.line,
            column: finding.column,
            detail: finding.rules.isEmpty
                ? finding.detail : "\(finding.rules.joined(separator: ", ")): \(finding.detail)",
            hint: finding.hint)
    }

    /// The mistake of a text that is not JSON.
    package init(_ error: JSONError) {
        self.init(
            code: error.code.rawValue, line: error.position.line, column: error.position.column, detail: error.detail,
            hint: error.hint)
    }

    var json: JSONValue {
        var object: [String: JSONValue] = ["code": .string(code), "detail": .string(TokenRedaction.redacted(detail))]
        if let reason { object["reason"] = .string(reason) }
        if let pointer { object["pointer"] = .string(pointer) }
        if let line { object["line"] = .integer(Int64(line)) }
        if let column { object["column"] = .integer(Int64(column)) }
        if let hint, !hint.isEmpty { object["hint"] = .string(hint) }
        return .object(object)
    }
}

extension JSONValue {
    /// The object with one more member.
    package func adding(_ name: String, _ value: JSONValue) -> JSONValue {
        var members = objectValue ?? [:]
        members[name] = value
        return .object(members)
    }

    /// The object with a list of findings; if the list is cut, also with the number of the others.
    package func adding(_ findings: [Finding]) -> JSONValue {
        let listed = adding("findings", .array(findings.prefix(ExchangeLimits.findingsMax).map(\.json)))
        let leftOut = findings.count - ExchangeLimits.findingsMax
        return leftOut > 0 ? listed.adding("findingsLeftOut", .integer(Int64(leftOut))) : listed
    }

    /// JSON of the store; a JSON string with the text if it is not JSON, so that a damaged row can still be shown.
    package init(stored bytes: [UInt8]) {
        do throws(JSONError) { self = try JSONValue(parsing: bytes) } catch {
            self = .string(String(decoding: bytes, as: UTF8.self))
        }
    }
}
