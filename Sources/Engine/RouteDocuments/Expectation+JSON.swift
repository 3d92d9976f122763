package import CanonicalJSON
import RouteModel

extension Expectation {
    /// The expectation as JSON.
    package var json: JSONValue {
        // The type is written out because `nil` could also be JSONValue's `null`, which is not the same as no member.
        let context: JSONValue? = self.context == Context() ? .none : .some(self.context.json)
        return .members([
            "url": .string(url), "context": context, "at": .text(at?.description),
            "expect": expect.json, "surface": surface == .app ? nil : .text(surface.rawValue),
        ])
    }
}

extension Expectation.Outcome {
    var json: JSONValue {
        switch self {
        case .screen(let name, let parameters) where parameters.isEmpty: ["screen": .string(name)]
        case .screen(let name, let parameters):
            ["screen": .string(name), "parameters": .object(parameters.mapValues(JSONValue.string))]
        case .address(let address): ["address": .string(address)]
        case .blocked(let reason): ["blocked": .text(reason) ?? true]
        case .unmatched: ["unmatched": true]
        case .failed(let code): ["failed": .text(code?.rawValue) ?? true]
        case .redirected(let address, let status): ["address": .string(address), "status": .integer(Int64(status))]
        case .answered(let kind): ["answer": .string(kind)]
        case .delivered(let systems): ["systems": .texts(systems.map { $0.rawValue })]
        }
    }
}
