import CanonicalJSON
import DataPlane
import HTTPExchange
import ReleaseStore
import RouteAnalysis
import RouteIndex
import RouteModel
import StoreRecords

/// The rules that a request of a viewer asks: compiled, and with the members that name them in the answer.
enum AskedRules {
    /// Those of the draft at a revision, which is compiled for this request.
    case draft(DraftTrial, revision: Int)
    /// Those of a release.
    case release(Int, CompiledIndex)

    /// Finds the rules of a request's app; throws 404 for a release or channel that is not there, and 422 for a draft that
    /// cannot be compiled.
    init(
        _ rules: ResolutionOrder.Rules, _ request: EndpointRequest, _ store: any RuleStore, _ data: DataHandlers
    ) throws {
        let found: (version: Int, index: CompiledIndex)
        switch rules {
        case .draft:
            let record = try store.draft(request.app)
            let draft = try RequestDecoding.storedDraft(record.content, of: .app(request.app))
            do { self = .draft(try DraftTrial(draft), revision: record.header.revision) } catch {
                throw Problem.cannotFreeze(error)
            }
            return
        case .release(let version): found = try data.index(ofRelease: version, request)
        case .channel(let name): found = try data.index(ofChannel: name, request)
        }
        self = .release(found.version, found.index)
    }

    /// The members of an answer that name the rules.
    var names: [String: JSONValue] {
        switch self {
        case .draft(_, let revision): ["release": "draft", "revision": .integer(Int64(revision))]
        case .release(let version, _): ["release": .integer(Int64(version))]
        }
    }

    /// Resolves an address.
    func resolve(_ address: String, _ context: Context, at: Instant, explaining: Bool) -> Resolution {
        switch self {
        case .draft(let trial, _): trial.resolve(address, context: context, at: at, explaining: explaining)
        case .release(_, let index): index.resolve(address, context: context, at: at, explaining: explaining)
        }
    }
}
