import CanonicalJSON

/// HarmonyOS's `applinking.json`: the apps that may open links of the host; which links is in each app's own module file.
///
/// Source: OpenHarmony documentation, `application-models/app-linking-startup`.
package struct HarmonyLinkFile: Sendable, Equatable {
    /// The well-known path of the file.
    package static let path = "/.well-known/applinking.json"

    /// The app identifiers in order.
    package var apps: [String]

    /// Reads a file; an app with a problem is left out.
    package static func read(_ bytes: [UInt8]) -> LinkReading<HarmonyLinkFile> {
        do throws(LinkProblem) {
            let root = try linkDocument(bytes, file: "applinking.json").root
            var problems = ProblemList()
            guard let apps = root["applinking"]?["apps"], apps.kind == .array else {
                problems.add(.missing, root, "there is no array applinking.apps; add one with appIdentifier objects")
                return LinkReading(file: nil, problems: problems.items)
            }
            var names: [String] = []
            for element in apps.elements {
                let name = problems.text("appIdentifier", of: element) ?? ""
                if name.isEmpty {
                    problems.add(.missing, element, "this app has no appIdentifier; add it from the developer console")
                } else {
                    names.append(name)
                }
            }
            return LinkReading(file: HarmonyLinkFile(apps: names), problems: problems.items)
        } catch {
            return LinkReading(file: nil, problems: [error])
        }
    }
}
