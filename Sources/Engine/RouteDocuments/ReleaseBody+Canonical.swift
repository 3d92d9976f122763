import CanonicalJSON
package import RouteModel

extension ReleaseBody {
    /// The body as canonical JSON: the bytes whose SHA-256 is the digest, and which are stored and served (release.md
    /// R1.2, R2.1).
    package var canonicalBytes: [UInt8] {
        var writer = CanonicalWriter(reserving: rules.count * 256 + order.count * 12 + 512)
        writer.beginObject()
        writer.member("app", app)
        writer.member("format", format)
        writeOrder(to: &writer)
        writer.member("publishedAt", publishedAt.description)
        writeContent(to: &writer, shares: shareUnit)
        writer.name("version")
        writer.integer(Int64(version))
        writer.endObject()
        return writer.bytes
    }

    /// `{order, rules, settings}` as canonical JSON: the same for equal content with another version, time or format.
    ///
    /// Shares are written as format 1 has them, so that a release that restores an older one has the same content.
    package var contentBytes: [UInt8] { contentBytes(beside: nil) }

    /// The same with `surfaces`, what the release keeps beside the body; without it if that says nothing.
    package func contentBytes(beside surfaces: ReleaseSurfaces?) -> [UInt8] {
        var writer = CanonicalWriter(reserving: rules.count * 256 + order.count * 12 + 512)
        writer.beginObject()
        writeOrder(to: &writer)
        writeContent(to: &writer, shares: .hundredths)
        if let surfaces, !surfaces.isEmpty {
            writer.name("surfaces")
            writer.raw(surfaces.contentBytes)
        }
        writer.endObject()
        return writer.bytes
    }

    private func writeOrder(to writer: inout CanonicalWriter) {
        writer.name("order")
        writer.beginArray()
        for entry in order {
            writer.beginArray()
            writer.integer(entry.rule)
            writer.integer(entry.alternative)
            writer.endArray()
        }
        writer.endArray()
    }

    private func writeContent(to writer: inout CanonicalWriter, shares: ShareUnit) {
        writer.name("rules")
        writer.beginArray()
        for rule in rules { rule.write(to: &writer, form: .body(shares)) }
        writer.endArray()
        writer.name("settings")
        settings.write(to: &writer)
    }
}
