import CanonicalJSON
import RouteImport
import RouteModel

extension Settings {
    /// Lets in what a table needs: the places that its redirects lead to, and its own schemes.
    mutating func add(_ imported: ImportedTable) throws(Problem) {
        var json = JSONValue(stored: canonicalBytes)
        json = json.adding(imported.destinations, to: "destinations")
        json = json.adding(imported.schemes, to: "schemes")
        self = try DraftText.settings(json.canonicalBytes)
    }
}

extension JSONValue {
    /// The object with more texts in one of its lists, each once.
    fileprivate func adding(_ texts: [String], to name: String) -> JSONValue {
        let listed = self[name]?.arrayValue ?? []
        let fresh = texts.map(JSONValue.string).filter { !listed.contains($0) }
        return adding(name, .array(listed + fresh))
    }
}
