import CanonicalJSON

/// A refusal as RFC 9457 says it: `application/problem+json`.
///
/// The code is stable and is what programs compare; title and detail are for people.
struct Problem: Error, Sendable, Hashable {
    /// The HTTP status, 400…599.
    var status: Int
    /// The stable word for this kind of refusal, such as `revision-mismatch`.
    var code: String
    /// One line that is the same for every problem of this kind.
    var title: String
    /// What happened this time, for the person who must act.
    var detail: String
    /// Each finding by itself, with its place in what was sent.
    var errors: [ProblemItem]
    /// Header fields that belong to the refusal: `Allow`, `Retry-After`, `ETag`, `WWW-Authenticate`.
    var fields: [ProblemField]
    /// Further members of the document, such as the current revision.
    var members: [String: JSONValue]
    /// Canonical JSON of the resource as it is now, for a 412; kept as bytes, because a whole draft has megabytes.
    var resource: [UInt8]?
    /// The address of this one refusal: the name of its request.
    var instance: String?

    init(
        _ status: Int, _ code: String, _ title: String, detail: String = "", errors: [ProblemItem] = [],
        fields: [ProblemField] = [], members: [String: JSONValue] = [:]
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
        // Names are ASCII, whose order is that of UTF-16.
        for name in (object.keys + ["resource"]).sorted() {
            writer.name(name)
            writer.raw(name == "resource" ? resource : object[name]?.canonicalBytes ?? [])
        }
        writer.endObject()
        return writer.bytes + [0x0A]
    }

    /// The document as canonical JSON, but for the resource.
    var json: JSONValue {
        var object = members
        object["type"] = .string("urn:waymark:problem:\(code)")
        object["title"] = .string(title)
        object["status"] = .integer(Int64(status))
        // Details repeat names that were sent, and people paste tokens where ids belong.
        if !detail.isEmpty { object["detail"] = .string(Secret.hiding(in: detail)) }
        if let instance { object["instance"] = .string(instance) }
        if !errors.isEmpty { object["errors"] = .array(errors.map(\.json)) }
        return .object(object)
    }
}

/// One header field that a problem brings along.
struct ProblemField: Sendable, Hashable {
    /// The field's name as it is sent.
    var name: String
    /// Its value.
    var value: String

    init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
