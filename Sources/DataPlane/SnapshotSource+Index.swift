import HTTPExchange
import ReleaseStore
package import RouteIndex
package import StoreRecords

extension SnapshotSource {
    /// The compiled index of a release, from memory or from the store.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - version: The release's number.
    /// - Returns: The index; nil if the body cannot be compiled.
    /// - Throws: The errors of reading the release.
    package func index(of app: String, _ version: Int) throws(StoreError) -> CompiledIndex? {
        let digest = try store.release(app, version).digest
        var failure: StoreError?
        do throws(Problem) {
            return try indexes.index(of: digest) { () throws(Problem) in
                do throws(StoreError) {
                    let content = try store.releaseContent(app, version)
                    let index = content.indexes.first { $0.record.format == CompiledIndex.format }
                    return IndexCache.Origin(body: content.body, stored: index?.bytes)
                } catch {
                    failure = error
                    throw Problem(error)
                }
            }
        } catch {
            if let failure { throw failure }
            return nil
        }
    }
}
