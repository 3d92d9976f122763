import ReleaseStore

extension DataPlane {
    /// Counts an answer of a worker that told a client of a release, and what the client had before.
    func note(_ mark: ReleaseMark, _ answer: Answer, _ ifNoneMatch: String?, isHead: Bool) {
        let ledger = snapshots.ledger
        switch answer.status {
        case 304: ledger.note(mark, .unchanged)
        case 200 where isHead: ledger.note(mark, .head)
        case 200:
            ledger.note(mark, .body)
            guard let ifNoneMatch else { return }
            let releases = snapshots.snapshot.apps[mark.app]?.releases ?? [:]
            let known = releases.values.first { ifNoneMatch.contains($0.body.digest) }
            ledger.noteUpdate(of: mark.app, from: known?.record.version)
        default: break
        }
    }
}
