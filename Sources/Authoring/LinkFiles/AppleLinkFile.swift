import CanonicalJSON
package import WebAddress

/// Apple's `apple-app-site-association`, as far as it is about links (`applinks`).
///
/// Source: <https://developer.apple.com/documentation/bundleresources/applinks>.
package struct AppleLinkFile: Sendable, Equatable {
    /// The well-known path of the file.
    package static let path = "/.well-known/apple-app-site-association"

    /// One entry of `details`: apps and their rules in order.
    package struct Detail: Sendable, Equatable {
        /// The application identifiers, prefix and bundle identifier, in order.
        var apps: [String]
        /// The rules in order; the first match wins.
        package var components: [LinkComponent]
    }

    /// The entries in order.
    package var details: [Detail]

    /// Reads a file; a rule with a problem is left out.
    package static func read(_ bytes: [UInt8]) -> LinkReading<AppleLinkFile> {
        do throws(LinkProblem) {
            let document = try linkDocument(bytes, file: "apple-app-site-association")
            var reader = AppleLinkReader()
            let file = reader.file(document.root)
            return LinkReading(file: file, problems: reader.problems.items)
        } catch {
            return LinkReading(file: nil, problems: [error])
        }
    }

    /// What the file says about an address of its host.
    ///
    /// The first rule that matches decides, over all entries in order; `exclude` stops the search. Source: the page of
    /// `components`. Addresses of other schemes than http and https are never claimed.
    package func decision(for address: Address) -> LinkDecision {
        guard address.scheme == "https" || address.scheme == "http" else { return .unclaimed }
        for detail in details {
            guard let rule = detail.components.first(where: { $0.matches(address) }) else { continue }
            return rule.isExcluded ? .excluded(place: rule.place) : .opens(apps: detail.apps, place: rule.place)
        }
        return .unclaimed
    }
}
