import HTTPExchange
import RouteDocuments
import RouteModel
import StoreRecords

/// One change of a draft, of which the store and the check of a release make the same.
enum DraftChange: Sendable {
    /// Settings and all rules are replaced.
    case replaceAll(Draft)
    /// The settings are replaced.
    case replaceSettings(Settings)
    /// A new rule at the end.
    case add(Rule)
    /// A rule in its place, or at the end; of a release if there is a number.
    case put(Rule, from: Int? = nil)
    /// A rule leaves.
    case delete(id: String)

    /// The change in the store.
    var edit: DraftEdit {
        switch self {
        case .replaceAll(let draft):
            .replaceAll(settings: draft.settings.canonicalBytes, rules: draft.rules.map(RuleText.init))
        case .replaceSettings(let settings): .replaceSettings(settings.canonicalBytes)
        case .add(let rule): .addRule(RuleText(rule))
        case .put(let rule, let release): .putRule(RuleText(rule), from: release)
        case .delete(let id): .deleteRule(id: id)
        }
    }

    /// A draft in memory with the change; throws 404 and 409 in the same cases as the store.
    func applied(to stored: () throws(Problem) -> Draft) throws(Problem) -> Draft {
        // A whole draft needs nothing of the stored one, which may be unreadable.
        if case .replaceAll(let new) = self { return new }
        var draft = try stored()
        switch self {
        case .replaceAll: break
        case .replaceSettings(let settings): draft.settings = settings
        case .add(let rule):
            guard !draft.rules.contains(where: { $0.id == rule.id }) else {
                throw .conflict("exists", "a rule \(rule.id) exists already; PUT replaces it")
            }
            draft.rules.append(rule)
        case .put(let rule, _):
            if let index = draft.rules.firstIndex(where: { $0.id == rule.id }) {
                draft.rules[index] = rule
            } else {
                draft.rules.append(rule)
            }
        case .delete(let id):
            guard let index = draft.rules.firstIndex(where: { $0.id == id }) else {
                throw .notFound(.rule, "there is no rule \(id)")
            }
            draft.rules.remove(at: index)
        }
        return draft
    }

    /// The message of the release if the change is published and the request has none.
    var summary: String {
        switch self {
        case .replaceAll: "replace the draft"
        case .replaceSettings: "change settings"
        case .add(let rule): "add \(rule.id)"
        case .put(let rule, nil): "replace \(rule.id)"
        case .put(let rule, let release?): "restore \(rule.id) from release \(release)"
        case .delete(let id): "remove \(id)"
        }
    }
}
