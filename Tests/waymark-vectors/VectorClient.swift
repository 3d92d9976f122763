import CanonicalJSON
import Digests
import RouteDocuments
import RouteIndex
import RouteModel

/// A client under test: opens bodies, resolves addresses, and follows heads, as requests say (Config/vectors/README.md).
struct VectorClient {
    /// The release of the last `open`.
    private var index: CompiledIndex?

    /// Answers one JSON object on each line of the standard input with one on the standard output.
    static func answerStandardInput() async {
        var client = VectorClient()
        while let line = readLine(strippingNewline: true) {
            print(await client.answer(line).text)
        }
    }

    /// The answer to one request; an unreadable request is answered with `error`.
    mutating func answer(_ line: String) async -> JSONValue {
        let request: JSONNode
        do throws(JSONError) {
            request = try JSONDocument(parsing: Array(line.utf8)).root
        } catch {
            return ["error": .string("\(error)")]
        }
        switch request["do"]?.stringValue {
        case "open": return open(Array((request["body"]?.stringValue ?? "").utf8))
        case "resolve": return resolve(request)
        case "follow": return await HeadFollower(request).results()
        default: return ["error": "the request has no known \"do\""]
        }
    }

    /// Reads and compiles a body.
    private mutating func open(_ body: [UInt8]) -> JSONValue {
        let digest = SHA256.hash(body)
        var answer: [String: JSONValue] = ["digest": .string(hex(digest))]
        index = nil
        do {
            let release = try ReleaseBody.decode(body)
            index = try CompiledIndex(IndexBytes(CompiledIndex.compile(release, digest: digest)))
            answer["result"] = "opened"
        } catch {
            let isLater = (error as? ModelError)?.code == .unsupportedFormat
            answer["result"] = .string(isLater ? "unsupported-format" : "invalid-body")
        }
        return .object(answer)
    }

    /// Resolves an address with the release that is open.
    private func resolve(_ request: JSONNode) -> JSONValue {
        guard let address = request["address"]?.stringValue, let text = request["at"]?.stringValue,
            let now = Instant(rfc3339: text)
        else { return ["error": "a request to resolve has an address and an instant"] }
        let decoded = DraftDecoder.context((request["context"]?.value ?? [:]).canonicalBytes)
        guard let context = decoded.value else { return ["error": "the context is not valid"] }
        guard let index else { return Resolution.notReady(address).json }
        return index.resolve(address, context: context, at: now).json
    }
}

extension Resolution {
    /// The resolution of a client without a release (language.md L7.4).
    fileprivate static func notReady(_ address: String) -> Resolution {
        Resolution(outcome: .failed(Failure(.notReady, detail: "No body is open.")), original: address)
    }
}
