import CanonicalJSON
import LinkFiles
import RouteDocuments
import RouteIndex
import RouteModel

extension FuzzTarget {
    /// A draft that uses most of the language; the index below is made of it, too.
    private static let draftText = #"""
        {"settings":{"origins":["https://h.com"],"destinations":["https://h.com"],"schemes":["app"],"authority":{"app":"firstSegment"}},
        "rules":[{"id":"a","match":["https://h.com/a/:x","https://:sub.h.com/v:y(\\d+)/*"],"to":{"screen":"A","parameters":{"k":"v"}},
        "when":{"platform":["ios"],"appVersion":">=5 <7","locale":["zh"],"signedIn":true,"rollout":{"percent":12.5,"salt":"s"},
        "not":{"after":"2026-01-01T00:00:00Z"}}},{"match":["/b/:w(x|y)\\?q=1&c=:c"],"ignoreCase":true,"priority":3,
        "to":{"redirect":"https://h.com/a/{w}","query":"drop"}},{"id":"c","match":["/c/:rest*"],"to":{"block":"no"},"note":"n"}]}
        """#

    /// Drafts: the canonical form of a draft without errors decodes, and its canonical form is the same.
    static let rule = FuzzTarget(name: "rule", seeds: [draftText]) { bytes in
        let decoded = DraftDecoder.draft(bytes)
        guard let draft = decoded.value, !decoded.hasErrors else { return }
        let printed = draft.canonicalBytes(revision: 1)
        guard let again = DraftDecoder.draft(printed).value else {
            preconditionFailure("the printed draft does not decode")
        }
        precondition(again.canonicalBytes(revision: 1) == printed, "the printed draft is not a fixed point")
        _ = try? ReleaseBody.freeze(draft: draft, app: "a", version: 1, publishedAt: Instant(milliseconds: 0))
    }

    /// Index files: any bytes are either refused, or resolve addresses without a trap.
    static let index = FuzzTarget(name: "index", seeds: ["", "head:0 flip", "tail:9999 flip"]) { bytes in
        var file = indexBytes
        // The input edits a valid file: a place and a value, repeated. Most inputs get a correct checksum again,
        // because a file with a wrong one is refused before its tables are read.
        for start in stride(from: 0, to: bytes.count - 3, by: 4) where !file.isEmpty {
            let place = (Int(bytes[start]) << 16 | Int(bytes[start + 1]) << 8 | Int(bytes[start + 2])) % file.count
            file[place] ^= bytes[start + 3]
        }
        if bytes.count % 4 == 1, let last = bytes.last { file.removeLast(min(file.count, Int(last))) }
        if bytes.count % 4 != 3 { file = CompiledIndex.resealed(file) }
        guard let index = try? CompiledIndex(IndexBytes(file)) else { return }
        for address in ["https://h.com/a/1", "https://s.h.com/v12/x", "https://h.com/B/x?q=1&c=2", "app://c/d", "x:y"] {
            _ = index.resolve(address, context: Context(), at: Instant(milliseconds: 0), explaining: true)
        }
    }

    /// The valid file that `index` edits.
    private static let indexBytes: [UInt8] = {
        guard let draft = DraftDecoder.draft(Array(draftText.utf8)).value,
            let body = try? ReleaseBody.freeze(
                draft: draft, app: "a", version: 1, publishedAt: Instant(milliseconds: 0)),
            let bytes = try? CompiledIndex.compile(body, digest: [UInt8](repeating: 7, count: 32))
        else { preconditionFailure("the seed draft is valid") }
        return bytes
    }()

    /// Link files: a file that is refused has a problem, every rule has its place in the document, and a surface whose
    /// files have no problem gives the same addresses to the app on both systems.
    static let links = FuzzTarget(
        name: "links",
        seeds: [
            ##"{"applinks":{"details":[{"appIDs":["ABCDE12345.a"],"components":[{"/":"/$(v)/*","?":{"a":"?*"},"#":"*"}]}],"##
                + ##""substitutionVariables":{"v":["a","b*"]},"defaults":{"percentEncoded":false}}}"##,
            #"{"applinks":{"details":[{"appID":"ABCDE12345.a","paths":["NOT /a/*","*"]}]}}"#,
            #"[{"relation":["delegate_permission/common.handle_all_urls"],"target":{"namespace":"android_app","#
                + #""package_name":"a.b","sha256_cert_fingerprints":["\#(LinkFileProperties.fingerprint)"]},"relation_extensions":{"#
                + #""delegate_permission/common.handle_all_urls":{"dynamic_app_link_components":[{"/":"/a?*"}]}}}]"#,
            #"{"applinking":{"apps":[{"appIdentifier":"1"}]}}"#, "/a/*\n/b\n/login*", "/%\n/\u{E9}?*",
        ]
    ) { bytes in
        LinkFileProperties.readApple(bytes)
        LinkFileProperties.readAndroid(bytes)
        let harmony = HarmonyLinkFile.read(bytes)
        precondition(harmony.file != nil || !harmony.problems.isEmpty, "refused without a problem")
        LinkFileProperties.writeSurface(String(decoding: bytes, as: UTF8.self))
    }
}
