import CanonicalJSON
import RouteModel

/// What a release keeps beside its body: what its draft says about links, and the files that follow from it.
///
/// Clients do not download it. The server serves the files at their hosts, and answers links of browsers with the rest.
package struct ReleaseSurfaces: Sendable, Equatable {
    /// The three files of a host, each canonical JSON.
    package struct Files: Sendable, Equatable {
        /// `apple-app-site-association`.
        package var apple: [UInt8]
        /// `assetlinks.json`.
        package var android: [UInt8]
        /// `applinking.json`.
        package var harmony: [UInt8]

        /// Takes the bytes of the files.
        package init(apple: [UInt8], android: [UInt8], harmony: [UInt8]) {
            self.apple = apple
            self.android = android
            self.harmony = harmony
        }
    }

    /// What the settings say.
    package var links: LinkSettings
    /// What enabled rules say, by their ids; rules that say nothing are left out.
    package var pages: [String: LinkPage]
    /// The files by host.
    package var files: [String: Files] = [:]

    /// What a draft says, without files.
    package init(of draft: Draft) {
        links = draft.settings.links
        pages = [:]
        for index in draft.rules.indices where draft.rules[index].isEnabled && !draft.rules[index].linkText.isEmpty {
            pages[draft.rules[index].id] = draft.rules[index].page
        }
    }

    /// Whether it says nothing, so that nothing is stored.
    package var isEmpty: Bool { links == LinkSettings() && pages.isEmpty }

    /// `{rules, settings}` as canonical JSON: the part that `contentDigest` covers.
    var contentBytes: [UInt8] { JSONValue.object(content).canonicalBytes }

    /// The document of the store: the content, and `files` by host.
    package var document: [UInt8] {
        var members = content
        members["format"] = 1
        var writer = CanonicalWriter(reserving: files.values.reduce(4096) { $0 + $1.byteCount })
        writer.beginObject()
        writer.name("files")
        writer.beginObject()
        for (host, files) in files.sorted(by: { NameOrder.precedes($0.key, $1.key) }) {
            writer.name(host)
            writer.beginObject()
            for (name, bytes) in [("android", files.android), ("apple", files.apple), ("harmony", files.harmony)] {
                writer.name(name)
                writer.raw(bytes)
            }
            writer.endObject()
        }
        writer.endObject()
        for (name, value) in members.sorted(by: { NameOrder.precedes($0.key, $1.key) }) {
            writer.name(name)
            writer.raw(value.canonicalBytes)
        }
        writer.endObject()
        return writer.bytes
    }

    private var content: [String: JSONValue] {
        ["rules": .object(pages.mapValues { $0.json }), "settings": links.json]
    }
}

extension ReleaseSurfaces.Files {
    /// The length of the three files in bytes.
    var byteCount: Int { apple.count + android.count + harmony.count }
}

extension ReleaseSurfaces {
    /// Reads the document of the store; nil if it is none.
    package init?(document: [UInt8]) {
        guard let text = try? JSONDocument(parsing: document), let settings = text.root["settings"],
            let rules = text.root["rules"], let files = text.root["files"]
        else { return nil }
        var decoder = ModelDecoder(.strict)
        links = decoder.links(settings) ?? LinkSettings()
        pages = [:]
        for member in rules.members { pages[member.name] = decoder.page(member.value) }
        for member in files.members {
            guard let apple = member.value["apple"], let android = member.value["android"],
                let harmony = member.value["harmony"]
            else { return nil }
            self.files[member.name] = Files(
                apple: Array(text.bytes[apple.range]), android: Array(text.bytes[android.range]),
                harmony: Array(text.bytes[harmony.range]))
        }
    }
}
