package import CanonicalJSON

extension Expectation {
    /// The expectation as JSON.
    package var json: JSONValue {
        .members([
            "url": .string(url), "context": context == Context() ? nil : context.json, "at": .text(at?.description),
            "expect": expect.json,
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
        }
    }
}

extension ScreenManifest {
    /// The manifest's screens as JSON: `{"screens": {NAME: [PARAMETER, …]}}`.
    package var json: JSONValue {
        ["screens": .object(screens.mapValues(JSONValue.texts))]
    }
}
