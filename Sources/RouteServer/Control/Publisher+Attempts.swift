import ReleaseStore

extension Publisher {
    /// Prepares a release and stores it; tries again where another writer came between, at last while all others wait.
    ///
    /// - Parameters:
    ///   - plan: Reads the draft as it is now, and says what to publish.
    ///   - app: Whose draft it is.
    ///   - precondition: What the client insists on; what contradicts it is no reason to try again.
    ///   - turns: Whom to wait for, and who waits.
    ///   - insert: Stores the release, unless it was overtaken.
    /// - Returns: What `insert` returned.
    /// - Throws: What they throw.
    func publish(
        _ plan: () throws(Problem) -> Plan, of app: String, under precondition: Precondition, _ turns: WriteTurns,
        _ insert: (Prepared) throws(Problem) -> Answer
    ) throws(Problem) -> Answer {
        for _ in 0..<ServerLimits.publishAttemptsBeside {
            let prepared = try prepare(plan)
            do throws(Problem) {
                return try turns.take(.beside, of: app) { () throws(Problem) in try insert(prepared) }
            } catch  where error.isOvertaken(under: precondition) { continue }
        }
        return try turns.take(.alone, of: app) { () throws(Problem) in try insert(try prepare(plan)) }
    }
}
