package import HTTPExchange
import HTTPWire
package import RouteIndex
import StoreRecords

extension DataHandlers {
    /// The compiled index of a release, for a caller who may read the app.
    ///
    /// - Parameters:
    ///   - version: The release's number.
    ///   - request: A request with a checked caller.
    /// - Returns: The number and the index.
    /// - Throws: 404 and 410, the errors of the store.
    package func index(
        ofRelease version: Int, _ request: EndpointRequest
    ) throws -> (version: Int, index: CompiledIndex) {
        (version, try index(of: try release(request, number: String(version)), request))
    }

    /// The same for the release that a channel points at; throws 404 if there is none.
    package func index(
        ofChannel name: String, _ request: EndpointRequest
    ) throws -> (version: Int, index: CompiledIndex) {
        let release = try channel(name, request).release
        return (release.version, try index(of: release, request))
    }

    /// The compiled index of a release that was found for a caller.
    func index(of release: ServedRelease, _ request: EndpointRequest) throws(Problem) -> CompiledIndex {
        try snapshots.indexes.index(of: release.digest) { () throws(Problem) in
            let bytes = try self.bytes(of: release, request)
            return IndexCache.Origin(
                body: bytes.body.identity.bytes, stored: bytes.index(format: CompiledIndex.format))
        }
    }
}
