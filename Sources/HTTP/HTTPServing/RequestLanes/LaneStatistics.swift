/// The state of one lane now, and its refusals since the start.
package struct LaneStatistics: Sendable, Hashable {
    /// Whether it is for administrators.
    package var isAdmin = false
    /// Requests waiting for a worker now.
    package var waiting = 0
    /// Bytes of request bodies in memory now.
    package var bodyBytes = 0
    /// Bytes of large answers in memory now.
    package var answerBytes = 0
    /// Requests refused because too many waited for a worker.
    package var workRefused = 0
    /// Requests refused because their answers had no room.
    package var answersRefused = 0
    /// Requests refused because their bodies had no room.
    package var bodiesRefused = 0
}
