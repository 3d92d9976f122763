import CanonicalJSON
import RouteModel

extension JSONValue {
    /// The object with a list of findings, and with how many more there are where the list is cut.
    func adding(_ findings: [Finding]) -> JSONValue {
        let listed = adding("findings", .array(findings.prefix(ServerLimits.findingsMax).map(\.json)))
        let leftOut = findings.count - ServerLimits.findingsMax
        return leftOut > 0 ? listed.adding("findingsLeftOut", .integer(Int64(leftOut))) : listed
    }
}
