import CanonicalJSON

extension LinkSurface {
    /// The bytes of `apple-app-site-association`: canonical JSON, excludes first, equal for equal surfaces.
    package var appleFile: [UInt8] {
        let detail: JSONValue = .object(["appIDs": .array(apple.map { .string($0) }), "components": rules])
        return JSONValue.object(["applinks": .object(["details": .array(apple.isEmpty ? [] : [detail])])])
            .canonicalBytes
    }

    /// The bytes of `assetlinks.json`: one statement for each app, with dynamic rules if there are claims or excludes.
    ///
    /// Android takes one list of rules for a site, a relation and an app; each app therefore has one statement.
    package var androidFile: [UInt8] {
        let relation = AndroidLinkFile.handlesLinks
        let statements = android.map { app -> JSONValue in
            let target: JSONValue = .object([
                "namespace": .string("android_app"), "package_name": .string(app.package),
                "sha256_cert_fingerprints": .array(app.fingerprints.map { .string($0) }),
            ])
            var members: [String: JSONValue] = ["relation": .array([.string(relation)]), "target": target]
            if !claims.isEmpty || !excludes.isEmpty {
                let dynamic: JSONValue = .object(["dynamic_app_link_components": rules])
                members["relation_extensions"] = .object([relation: dynamic])
            }
            return .object(members)
        }
        return JSONValue.array(statements).canonicalBytes
    }

    /// The bytes of `applinking.json`.
    package var harmonyFile: [UInt8] {
        let apps = harmony.map { JSONValue.object(["appIdentifier": .string($0)]) }
        return JSONValue.object(["applinking": .object(["apps": .array(apps)])]).canonicalBytes
    }

    /// What the systems would refuse or discard in the files of this surface; empty if they read them whole.
    package var problems: [LinkProblem] {
        AppleLinkFile.read(appleFile).problems + AndroidLinkFile.read(androidFile).problems
            + HarmonyLinkFile.read(harmonyFile).problems
    }

    private var rules: JSONValue {
        let first = excludes.map { JSONValue.object(["/": .string($0), "exclude": .bool(true)]) }
        return .array(first + claims.map { .object(["/": .string($0)]) })
    }
}
