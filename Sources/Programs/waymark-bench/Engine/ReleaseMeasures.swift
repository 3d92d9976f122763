import CanonicalJSON
import Digests
import GzipCoding
import RouteAnalysis
import RouteDocuments
import RouteIndex
import RouteModel

/// The rows of whole releases: the work of a server for a draft, and of a client for a body.
struct ReleaseMeasures {
    let subject: EngineSubject
    let stopwatch: Stopwatch

    static let compile = "compile a body to an index"
    static let open = "open an index file → first answer"
    static let read = "read JSON"
    static let write = "write canonical JSON"
    static let decodeBody = "decode a body to values"
    static let decodeDraft = "decode a draft strictly"
    static let check = "check with witnesses"
    static let order = "freeze: order"
    static let digest = "freeze: SHA-256"
    static let gzip = "freeze: gzip"
    static let freeze = "freeze whole: order, JSON, SHA-256, gzip"

    /// All rows, at the subject's size; the file must contain the subject's index.
    func all(indexFile: String) -> [Measure] {
        let subject = subject
        return [
            once(Self.compile) { try CompiledIndex.compile(subject.release, digest: subject.digest).count },
            once(Self.open) {
                let index = try CompiledIndex(MappedFile.map(indexFile))
                return index.resolve(subject.mix.hits[0], context: EngineSubject.context, at: EngineSubject.now)
                    .hopCount
            },
            once(Self.read) { try JSONDocument(parsing: subject.body).root.members.count },
            once(Self.write) { subject.release.canonicalBytes.count },
            once(Self.decodeBody) { try ReleaseBody.decode(subject.body).rules.count },
            once(Self.decodeDraft) { DraftDecoder.draft(subject.mix.draft).value?.rules.count ?? 0 },
            once(Self.check) { ReleaseCheck(draft: subject.draft, at: EngineSubject.now).findings().count },
            once(Self.order) { try freeze().order.count },
            once(Self.digest) { SHA256.hash(subject.body).count },
            once(Self.gzip) { try Gzip.compress(subject.body).count },
            once(Self.freeze) {
                let bytes = try freeze().canonicalBytes
                return try Gzip.compress(bytes).count + SHA256.hash(bytes).count
            },
        ]
    }

    private func freeze() throws -> ReleaseBody {
        try ReleaseBody.freeze(draft: subject.draft, app: "bench", version: 1, publishedAt: EngineSubject.now)
    }

    private func once(_ title: String, _ body: @escaping () throws -> Int) -> Measure {
        Measure(title, subject.mix.size, .milliseconds) { try stopwatch.milliseconds(body) }
    }
}
