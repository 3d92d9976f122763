package import CanonicalJSON
package import RouteModel
import RouteParameters

extension Resolution {
    /// The resolution as canonical JSON, as the HTTP interface shows it.
    ///
    /// `parameters` is the flat view; `layers` holds the four layers, each a list of name and value.
    package var canonicalBytes: [UInt8] {
        var writer = CanonicalWriter(reserving: 512)
        write(to: &writer)
        return writer.bytes
    }

    /// The resolution as a value, for documents that contain it and for comparisons.
    package var json: JSONValue { (try? JSONValue(parsing: canonicalBytes)) ?? .null }

    /// Writes the resolution as one object.
    ///
    /// - Parameters:
    ///   - writer: The writer, at the place of a value.
    ///   - source: Where the release came from, as the command line shows it; nil for no such member.
    package func write(to writer: inout CanonicalWriter, source: String? = nil) {
        // One copy of the outcome: each pattern of its own would retain and release its texts.
        var (address, failure, reason, screen): (String?, Failure?, String?, Screen?)
        switch outcome {
        case .screen(let target): screen = target
        case .address(let text): address = text
        case .blocked(let text): reason = text
        case .failed(let problem): failure = problem
        case .unmatched: break
        }
        writer.beginObject()
        if let address { writer.member(.address, address) }
        if let explanation {
            writer.name(.explanation)
            explanation.write(to: &writer)
        }
        if let failure {
            writer.name(.failure)
            writer.beginObject()
            writer.member(.code, failure.code.rawValue)
            writer.member(.detail, failure.detail)
            writer.endObject()
        }
        writer.name(.layers)
        parameters.writeLayers(to: &writer)
        writer.member(.original, original)
        writer.member(.outcome, outcome.name)
        writer.name(.parameters)
        parameters.write(to: &writer)
        if let reason { writer.member(.reason, reason) }
        if let screen { writer.member(.screen, screen.name) }
        if let source { writer.member(.source, source) }
        writer.name(.trail)
        writer.beginArray()
        for hop in trail { hop.write(to: &writer) }
        writer.endArray()
        if let transition = screen?.transition { writer.member(.transition, transition) }
        writer.name(.version)
        writer.integer(version)
        writer.endObject()
    }
}

extension Hop {
    fileprivate func write(to writer: inout CanonicalWriter) {
        writer.beginObject()
        writer.name(.alternative)
        writer.integer(alternative)
        writer.member(.from, from)
        writer.member(.rule, rule)
        if let to { writer.member(.to, to) }
        writer.endObject()
    }
}

extension Parameters {
    /// Writes the flat view as one object; lists are arrays.
    ///
    /// Canonically equivalent names are different names (language.md: texts are equal only if their bytes are).
    func write(to writer: inout CanonicalWriter) {
        writer.beginObject()
        var items = flat
        if items.count > 1 { items.sort { NameOrder.precedes($0.name, $1.name) } }
        for item in items {
            writer.name(item.name)
            item.value.write(to: &writer)
        }
        writer.endObject()
    }

    /// Writes the four layers as one object of lists.
    fileprivate func writeLayers(to writer: inout CanonicalWriter) {
        let layers = layers
        writer.beginObject()
        Self.write(layers.carried, .carried, to: &writer)
        Self.write(layers.constants, .constants, to: &writer)
        Self.write(layers.path, .path, to: &writer)
        Self.write(layers.query, .query, to: &writer)
        writer.endObject()
    }

    private static func write(_ items: ArraySlice<Item>, _ layer: CanonicalName, to writer: inout CanonicalWriter) {
        writer.name(layer)
        writer.beginArray()
        for item in items {
            writer.beginObject()
            writer.member(.name, item.name)
            writer.name(.value)
            item.value.write(to: &writer)
            writer.endObject()
        }
        writer.endArray()
    }
}

extension Parameters.Value {
    fileprivate func write(to writer: inout CanonicalWriter) {
        switch self {
        case .text(let text): writer.string(text)
        case .list(let segments): writer.strings(segments)
        }
    }
}

extension Explanation {
    fileprivate func write(to writer: inout CanonicalWriter) {
        writer.beginArray()
        for hop in hops {
            writer.beginObject()
            writer.member(.address, hop.address)
            writer.name(.candidates)
            writer.beginArray()
            for candidate in hop.candidates { candidate.write(to: &writer) }
            writer.endArray()
            if let nearestMiss = hop.nearestMiss {
                writer.name(.nearestMiss)
                nearestMiss.write(to: &writer)
            }
            writer.endObject()
        }
        writer.endArray()
    }
}

extension Candidate {
    fileprivate func write(to writer: inout CanonicalWriter) {
        writer.beginObject()
        writer.name(.alternative)
        writer.integer(alternative)
        switch verdict {
        case .won:
            writer.member(.rule, rule)
            writer.member(.verdict, "won")
        case .failed(let component, let detail):
            writer.member(.component, component)
            writer.member(.detail, detail)
            writer.member(.rule, rule)
            writer.member(.verdict, "failed")
        }
        writer.endObject()
    }
}

// MARK: Names

extension CanonicalWriter {
    fileprivate mutating func member(_ name: CanonicalName, _ text: String) {
        self.name(name)
        string(text)
    }
}

extension CanonicalName {
    fileprivate static let address: Self = "address"
    fileprivate static let alternative: Self = "alternative"
    fileprivate static let candidates: Self = "candidates"
    fileprivate static let carried: Self = "carried"
    fileprivate static let code: Self = "code"
    fileprivate static let component: Self = "component"
    fileprivate static let constants: Self = "constants"
    fileprivate static let detail: Self = "detail"
    fileprivate static let explanation: Self = "explanation"
    fileprivate static let failure: Self = "failure"
    fileprivate static let from: Self = "from"
    fileprivate static let layers: Self = "layers"
    fileprivate static let name: Self = "name"
    fileprivate static let nearestMiss: Self = "nearestMiss"
    fileprivate static let original: Self = "original"
    fileprivate static let outcome: Self = "outcome"
    fileprivate static let parameters: Self = "parameters"
    fileprivate static let path: Self = "path"
    fileprivate static let query: Self = "query"
    fileprivate static let reason: Self = "reason"
    fileprivate static let rule: Self = "rule"
    fileprivate static let screen: Self = "screen"
    fileprivate static let source: Self = "source"
    fileprivate static let to: Self = "to"
    fileprivate static let trail: Self = "trail"
    fileprivate static let transition: Self = "transition"
    fileprivate static let value: Self = "value"
    fileprivate static let verdict: Self = "verdict"
    fileprivate static let version: Self = "version"
}
