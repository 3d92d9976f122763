import RouteModel

/// What the stored builds of an app have of the screens that a draft names.
package struct ScreenTable: Sendable, Equatable {
    /// A build, by platform and version.
    package struct Build: Sendable, Hashable {
        /// The platform.
        package var platform: String
        /// The version, as it was given.
        package var version: String

        /// Names a build.
        package init(platform: String, version: String) {
            self.platform = platform
            self.version = version
        }

        /// Compares both by their bytes, as conditions do.
        package static func == (left: Build, right: Build) -> Bool {
            ExactText.isSame(left.platform, right.platform) && ExactText.isSame(left.version, right.version)
        }
    }

    /// The parameters that a screen needs in some builds.
    package struct Need: Sendable, Equatable {
        /// The names of the parameters.
        package var parameters: [String]
        /// The positions of these builds in ``ScreenTable/builds``, ascending; nil for all of them.
        package var builds: [Int]?

        /// Makes a need.
        package init(parameters: [String], builds: [Int]?) {
            self.parameters = parameters
            self.builds = builds
        }
    }

    /// The builds whose screens are stored, in the order of findings about them.
    package var builds: [Build]
    /// The needs of each screen by the UTF-8 bytes of its name; no build is in two needs of a screen, and a build in
    /// none of them lacks the screen.
    package var needs: [[UInt8]: [Need]]
    /// What builds declare of hosts (``ScreenManifest/hosts``), by their position in ``builds``.
    ///
    /// A build that does not say it is absent.
    package var hosts: [Int: [String: [String]]]

    /// Makes a table from its parts.
    package init(
        builds: [Build] = [], needs: [[UInt8]: [Need]] = [:], hosts: [Int: [String: [String]]] = [:]
    ) {
        self.builds = builds
        self.needs = needs
        self.hosts = hosts
    }

    /// Makes the table of complete manifests.
    package init(_ manifests: [ScreenManifest]) {
        builds = manifests.map { Build(platform: $0.platform, version: $0.version) }
        needs = [:]
        hosts = [:]
        for (position, manifest) in manifests.enumerated() {
            hosts[position] = manifest.hosts
            for (name, parameters) in manifest.screens { add(parameters, of: name, in: position) }
        }
    }

    private mutating func add(_ parameters: [String], of name: String, in build: Int) {
        var list = needs[Array(name.utf8)] ?? []
        if let same = list.firstIndex(where: { ExactText.isSame($0.parameters, parameters) }) {
            list[same].builds?.append(build)
        } else {
            list.append(Need(parameters: parameters, builds: [build]))
        }
        needs[Array(name.utf8)] = list
    }
}

extension ScreenTable {
    /// The names of the screens that a draft's enabled rules lead to, each once, sorted by their bytes.
    package static func names(in draft: Draft) -> [String] {
        ExactText.distinct(
            draft.rules.indices.compactMap { index in
                guard draft.rules[index].isEnabled, case .screen(let target) = draft.rules[index].destination
                else { return nil }
                return target.name
            })
    }
}
