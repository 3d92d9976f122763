import CanonicalJSON
import RouteModel

// The JSON of a resolution, the same as `Resolution.json` of RouteModel, without dictionaries and sorting.
extension JSONText {
    /// The canonical JSON of a resolution.
    static func of(_ resolution: Resolution) -> [UInt8] {
        var text = JSONText(reserving: 512)
        text.literal("{")
        if case .address(let address) = resolution.outcome {
            text.literal("\"address\":")
            text.string(address)
            text.literal(",")
        }
        if let explanation = resolution.explanation {
            text.literal("\"explanation\":")
            text.array(explanation.hops) { $0.hop($1) }
            text.literal(",")
        }
        if case .failed(let failure) = resolution.outcome {
            text.literal("\"failure\":{\"code\":")
            text.string(failure.code.rawValue)
            text.literal(",\"detail\":")
            text.string(failure.detail)
            text.literal("},")
        }
        text.literal("\"layers\":{\"carried\":")
        text.layer(resolution.parameters.carried)
        text.literal(",\"constants\":")
        text.layer(resolution.parameters.constants)
        text.literal(",\"path\":")
        text.layer(resolution.parameters.path)
        text.literal(",\"query\":")
        text.layer(resolution.parameters.query)
        text.literal("},\"original\":")
        text.string(resolution.original)
        text.literal(",\"outcome\":")
        text.string(resolution.outcome.name)
        text.literal(",\"parameters\":")
        text.parameters(resolution.parameters.flat)
        text.ending(resolution)
        return text.bytes
    }

    /// The members behind the parameters, and the brace.
    private mutating func ending(_ resolution: Resolution) {
        if case .blocked(let reason) = resolution.outcome {
            literal(",\"reason\":")
            string(reason)
        }
        if case .screen(let screen) = resolution.outcome {
            literal(",\"screen\":")
            string(screen.name)
        }
        literal(",\"trail\":")
        array(resolution.trail) { text, hop in
            text.literal("{\"alternative\":")
            text.integer(hop.alternative)
            text.literal(",\"from\":")
            text.string(hop.from)
            text.literal(",\"rule\":")
            text.string(hop.rule)
            if let to = hop.to {
                text.literal(",\"to\":")
                text.string(to)
            }
            text.literal("}")
        }
        if case .screen(let screen) = resolution.outcome, let transition = screen.transition {
            literal(",\"transition\":")
            string(transition)
        }
        literal(",\"version\":")
        integer(resolution.version)
        literal("}")
    }

    private mutating func layer(_ items: [Parameters.Item]) {
        array(items) { text, item in
            text.literal("{\"name\":")
            text.string(item.name)
            text.literal(",\"value\":")
            text.parameter(item.value)
            text.literal("}")
        }
    }

    private mutating func parameter(_ value: Parameters.Value) {
        switch value {
        case .text(let text): string(text)
        case .list(let segments): array(segments) { $0.string($1) }
        }
    }

    /// Appends the flat view: an object with its names in canonical order.
    private mutating func parameters(_ items: [Parameters.Item]) {
        literal("{")
        var last: Int?
        for _ in items.indices {
            // The next name in order; there are few parameters, and sorting needs more code.
            var next: Int?
            for index in items.indices {
                if let last, !NameOrder.precedes(items[last].name, items[index].name) { continue }
                if let next, !NameOrder.precedes(items[index].name, items[next].name) { continue }
                next = index
            }
            guard let next else { break }
            if last != nil { literal(",") }
            string(items[next].name)
            literal(":")
            parameter(items[next].value)
            last = next
        }
        literal("}")
    }

    private mutating func hop(_ hop: ExplainedHop) {
        literal("{\"address\":")
        string(hop.address)
        literal(",\"candidates\":")
        array(hop.candidates) { $0.candidate($1) }
        if let nearestMiss = hop.nearestMiss {
            literal(",\"nearestMiss\":")
            candidate(nearestMiss)
        }
        literal("}")
    }

    private mutating func candidate(_ candidate: Candidate) {
        literal("{\"alternative\":")
        integer(candidate.alternative)
        if case .failed(let component, let detail) = candidate.verdict {
            literal(",\"component\":")
            string(component)
            literal(",\"detail\":")
            string(detail)
        }
        literal(",\"rule\":")
        string(candidate.rule)
        if candidate.verdict == .won { literal(",\"verdict\":\"won\"}") } else { literal(",\"verdict\":\"failed\"}") }
    }
}
