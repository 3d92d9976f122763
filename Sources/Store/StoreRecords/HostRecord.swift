import CanonicalJSON
package import RouteModel

/// A host that belongs to an app: the app's releases say what is served at it.
package struct HostRecord: Sendable, Hashable {
    /// The name in lower case; see `HostName`.
    package var name: String
    /// The app.
    package var app: String
    /// The number of the audit's row that wrote it: no two states of a host have the same one.
    package var revision: Int
    /// When it was given to the app.
    package var changedAt: Instant

    /// Makes a record from its columns.
    package init(name: String, app: String, revision: Int, changedAt: Instant) {
        self.name = name
        self.app = app
        self.revision = revision
        self.changedAt = changedAt
    }
}

extension AuditText {
    /// The owner of a host.
    package static func host(_ host: HostRecord) -> [UInt8] {
        var writer = CanonicalWriter()
        writer.beginObject()
        writer.name("app")
        writer.string(host.app)
        writer.name("host")
        writer.string(host.name)
        writer.name("revision")
        writer.integer(host.revision)
        writer.endObject()
        return writer.bytes
    }
}
