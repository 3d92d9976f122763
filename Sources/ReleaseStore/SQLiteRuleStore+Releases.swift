import Digests
package import RouteModel

extension SQLiteRuleStore {
    /// Makes the draft's present revision a release and points a channel at it.
    ///
    /// `revisionMismatch` when the draft is no longer at the publication's basis, `versionMismatch` when another
    /// release took the number: freeze again.
    package func publish(
        _ app: String, _ publication: Publication, by: Principal, at: Instant, recording: Recording<PublishOutcome>?
    ) throws(StoreError) -> PublishOutcome {
        let stamp = Stamp(by: by, at: at)
        return try withStagedBytes(of: publication) { staged throws(StoreError) in
            try write(stamp, recording: recording) { session throws(StoreError) in
                let revision = try session.verifyBasis(app, publication)
                return try session.publishNow(
                    app, publication, staged, revision: revision, .init(action: .releasePublish), stamp)
            }
        }
    }

    /// Makes an old release's content a new release, and the draft.
    package func restore(
        _ app: String, _ restoration: Restoration, _ publication: Publication, by: Principal, at: Instant,
        recording: Recording<PublishOutcome>?
    ) throws(StoreError) -> PublishOutcome {
        let stamp = Stamp(by: by, at: at)
        defer { knownSettings.forget(app) }
        return try withStagedBytes(of: publication) { staged throws(StoreError) in
            try write(stamp, recording: recording) { session throws(StoreError) in
                try session.restore(app, restoration, publication, staged, stamp)
            }
        }
    }

    /// Releases from new to old, below a version if one is given.
    package func releases(_ app: String, below version: Int?, limit: Int) throws(StoreError) -> [ReleaseRecord] {
        try readers.read { session throws(StoreError) in try session.releases(app, below: version, limit: limit) }
    }

    /// One release, or `notFound`.
    package func release(_ app: String, _ version: Int) throws(StoreError) -> ReleaseRecord {
        try readers.read { session throws(StoreError) in try session.release(app, version) }
    }

    /// One release's bytes, or `notFound`.
    package func releaseContent(_ app: String, _ version: Int) throws(StoreError) -> ReleaseContent {
        try readers.read { session throws(StoreError) in try session.releaseContent(app, version) }
    }

    /// The release whose body has that digest, or `notFound`.
    package func releaseContent(_ app: String, digest: String) throws(StoreError) -> ReleaseContent {
        try readers.read { session throws(StoreError) in try session.releaseContent(app, digest: digest) }
    }

    /// What a release was made from, or `notFound`.
    package func releaseSource(_ app: String, _ version: Int) throws(StoreError) -> ReleaseSource {
        try readers.read { session throws(StoreError) in try session.releaseSource(app, version) }
    }

    /// All channels of an app, by name.
    package func channels(_ app: String) throws(StoreError) -> [ChannelRecord] {
        try readers.read { session throws(StoreError) in try session.channels(app) }
    }

    /// One channel, or `notFound`.
    package func channel(_ app: String, _ name: String) throws(StoreError) -> ChannelRecord {
        try readers.read { session throws(StoreError) in try session.channel(app, name) }
    }

    /// Points a channel at a release, or makes it; a channel that is not there counts as sequence 0.
    package func moveChannel(
        _ app: String, _ name: String, to version: Int, isPublic: Bool, if precondition: Precondition, by: Principal,
        at: Instant
    ) throws(StoreError) -> ChannelRecord {
        try writes.perform { session throws(StoreError) in
            try session.moveChannel(
                app, name, to: version, isPublic: isPublic, if: precondition, Stamp(by: by, at: at))
        }
    }
}

extension Publication {
    /// Proves that the body has its digest, on the caller's thread: a big body's digest shall not hold up the writer.
    func verifyDigest() throws(StoreError) {
        guard SHA256.hexDigest(of: body) == digest else {
            throw StoreError(
                .invalid, "The digest of release \(version) is not its body's.", hint: "Freeze the draft again.")
        }
    }
}
