extension ReleaseCache {
    /// Which server, app and channel a folder is about; nil where it does not say.
    ///
    /// Folders below a cache directory have it in their names; the folder of an app's package has a name of the app's.
    func readOrigin() throws(RouteClientError) -> String? {
        try CacheFiles.read(originPath, bytesMax: Limits.originBytesMax).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Makes the folder one of this endpoint: what it holds of another is removed, because positions of several
    /// servers, apps or channels cannot be compared.
    func claim(for endpoint: Endpoint) throws(RouteClientError) {
        try CacheFiles.makeFolder(folder)
        if try readOrigin() == endpoint.folderName { return }
        for name in try CacheFiles.names(in: folder) {
            guard name == "head.json" || name.hasPrefix("body-") || name.hasPrefix("index-") else { continue }
            try CacheFiles.remove("\(folder)/\(name)")
        }
        try CacheFiles.replace(originPath, with: Array(endpoint.folderName.utf8)) { _ throws(RouteClientError) in }
    }
}
