#if os(Linux)
import RouteModel
import RouteServer

/// The names of environment variables that begin with `WAYMARK_`.
enum VariableNames {
    /// A variable that nothing reads, and the one that was probably meant.
    struct Misspelling: Sendable, Hashable {
        /// The name in the environment.
        let name: String
        /// The variable that `serve` reads.
        let meant: String

        /// What is wrong and what to do, for people.
        var text: String { "there is no setting \(name); did you mean \(meant)?" }
    }

    private static let prefix = "WAYMARK_"

    /// What `serve` reads besides the settings.
    private static let besides = ["WAYMARK_CONFIG", "WAYMARK_ADMIN_TOKEN", "WAYMARK_ADMIN_TOKEN_FILE"]

    /// The variables that resemble one that `serve` reads, in the order of the names.
    ///
    /// Others that begin with `WAYMARK_` are no mistake: other programs have their own, such as those that Kubernetes
    /// makes for a service of that name.
    ///
    /// - Parameters:
    ///   - names: The names of the environment's variables.
    ///   - others: The names that other commands read.
    /// - Returns: The misspellings.
    static func misspellings(among names: [String], others: Set<String>) -> [Misspelling] {
        let read = SettingTable.all.map(\.variable) + besides
        let known = others.union(read)
        let endings = read.map { String($0.dropFirst(prefix.count)) }
        return names.sorted().compactMap { name in
            guard name.hasPrefix(prefix), !known.contains(name) else { return nil }
            let meant = NearestName.of(String(name.dropFirst(prefix.count)), among: endings)
            return meant.map { Misspelling(name: name, meant: prefix + $0) }
        }
    }
}
#endif
