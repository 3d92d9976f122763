import CanonicalJSON
package import RouteModel
import RoutePattern
import TargetTemplate

extension Settings {
    /// The settings as canonical JSON; empty lists are left out.
    package var canonicalBytes: [UInt8] {
        var writer = CanonicalWriter()
        write(to: &writer)
        return writer.bytes
    }

    func write(to writer: inout CanonicalWriter) {
        let links = LinkMembers(linkText)
        writer.beginObject()
        if !authority.isEmpty {
            writer.name("authority")
            writer.beginObject()
            for (scheme, reading) in authority.sorted(by: { NameOrder.precedes($0.key, $1.key) }) {
                writer.member(scheme, reading.rawValue)
            }
            writer.endObject()
        }
        links.write("description", to: &writer)
        writer.member("destinations", ifAny: destinations.texts)
        links.write("fallback", to: &writer)
        links.write("image", to: &writer)
        writer.member("origins", ifAny: origins.map { $0.text })
        writer.member("schemes", ifAny: schemes)
        links.write("surfaces", to: &writer)
        links.write("title", to: &writer)
        writer.endObject()
    }
}

extension Draft {
    /// The draft as canonical JSON: `rules` and `settings`, and `revision` if it is given.
    package func canonicalBytes(revision: Int64? = nil) -> [UInt8] {
        var writer = CanonicalWriter(reserving: rules.count * 256 + 256)
        writer.beginObject()
        if let revision {
            writer.name("revision")
            writer.integer(revision)
        }
        writer.name("rules")
        writer.beginArray()
        for rule in rules { rule.write(to: &writer, form: .draft) }
        writer.endArray()
        writer.name("settings")
        settings.write(to: &writer)
        writer.endObject()
        return writer.bytes
    }
}
