package import CanonicalJSON

extension Resolution {
    /// The resolution as JSON, as the HTTP interface and the command line show it.
    ///
    /// `parameters` is the flat view; `layers` holds the four layers, each a list of name and value.
    package var json: JSONValue {
        var members: [String: JSONValue] = [
            "outcome": .string(outcome.name), "original": .string(original), "version": .integer(Int64(version)),
            "parameters": parameters.json, "layers": parameters.layersJSON, "trail": .array(trail.map { $0.json }),
        ]
        switch outcome {
        case .screen(let screen):
            members["screen"] = .string(screen.name)
            if let transition = screen.transition { members["transition"] = .string(transition) }
        case .address(let address): members["address"] = .string(address)
        case .blocked(let reason): members["reason"] = .string(reason)
        case .unmatched: break
        case .failed(let failure):
            members["failure"] = ["code": .string(failure.code.rawValue), "detail": .string(failure.detail)]
        }
        if let explanation { members["explanation"] = explanation.json }
        return .object(members)
    }
}

extension Hop {
    var json: JSONValue {
        .members([
            "rule": .string(rule), "alternative": .integer(Int64(alternative)), "from": .string(from), "to": .text(to),
        ])
    }
}

extension Parameters {
    /// The flat view as one object; lists are arrays.
    package var json: JSONValue {
        .object(flat.reduce(into: [:]) { if $0[$1.name] == nil { $0[$1.name] = $1.value.json } })
    }

    /// The four layers, in their order.
    package var layersJSON: JSONValue {
        func layer(_ items: [Item]) -> JSONValue {
            .array(items.map { ["name": .string($0.name), "value": $0.value.json] })
        }
        return [
            "path": layer(path), "constants": layer(constants), "query": layer(query), "carried": layer(carried),
        ]
    }
}

extension Parameters.Value {
    var json: JSONValue {
        switch self {
        case .text(let text): .string(text)
        case .list(let segments): .texts(segments)
        }
    }
}

extension Explanation {
    /// The explanation as JSON.
    package var json: JSONValue {
        .array(
            hops.map { hop in
                .members([
                    "address": .string(hop.address), "candidates": .array(hop.candidates.map { $0.json }),
                    "nearestMiss": hop.nearestMiss?.json,
                ])
            })
    }
}

extension Candidate {
    var json: JSONValue {
        var members: [String: JSONValue] = ["rule": .string(rule), "alternative": .integer(Int64(alternative))]
        switch verdict {
        case .won: members["verdict"] = "won"
        case .failed(let component, let detail):
            members["verdict"] = "failed"
            members["component"] = .string(component)
            members["detail"] = .string(detail)
        }
        return .object(members)
    }
}
