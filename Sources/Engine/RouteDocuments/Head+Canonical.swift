import CanonicalJSON
package import RouteModel

extension Head {
    /// The head as canonical JSON, at most ``ModelLimits/headBytesMax`` bytes for names and digests that are valid.
    package var canonicalBytes: [UInt8] {
        var writer = CanonicalWriter(reserving: ModelLimits.headBytesMax)
        writer.beginObject()
        writer.member("app", app)
        writer.member("body", body)
        writer.member("channel", channel)
        writer.member("digest", digest)
        writer.name("epoch")
        writer.integer(epoch)
        writeIndexes(to: &writer)
        writer.name("poll")
        writer.beginObject()
        writer.member("interval", poll.interval)
        writer.member("jitter", poll.jitter)
        writer.endObject()
        writer.name("sequence")
        writer.integer(sequence)
        writer.name("version")
        writer.integer(Int64(version))
        writer.endObject()
        return writer.bytes
    }

    /// One index is an object, several are a list.
    private func writeIndexes(to writer: inout CanonicalWriter) {
        guard !indexes.isEmpty else { return }
        writer.name("index")
        if indexes.count > 1 { writer.beginArray() }
        for index in indexes {
            writer.beginObject()
            writer.member("digest", index.digest)
            writer.member("format", index.format)
            writer.endObject()
        }
        if indexes.count > 1 { writer.endArray() }
    }
}
