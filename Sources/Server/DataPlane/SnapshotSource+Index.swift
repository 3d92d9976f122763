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
        let (source, digest) = try origin(app, version)
        var failure: StoreError?
        do throws(Problem) {
            return try indexes.index(of: digest) { () throws(Problem) in
                do throws(StoreError) {
                    let content = try source.releaseContent(app, version)
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

    /// Where a release is read: the node's own copy has those that it serves.
    private func origin(_ app: String, _ version: Int) throws(StoreError) -> (any RuleStore, digest: String) {
        do throws(StoreError) { return (served, try served.release(app, version).digest) } catch {
            guard error.code == .notFound else { throw error }
            return (store, try store.release(app, version).digest)
        }
    }
}
