import HTTPWire
import Synchronization
import SystemIO

/// A message of another thread to a loop.
enum LoopMessage: Sendable {
    /// A worker's answer for the connection that had this slot and generation.
    case completed(descriptor: Int32, generation: UInt32, WorkOutcome)
    /// The large answer of the connection with this slot and generation may have lost its room.
    case lostAnswer(descriptor: Int32, generation: UInt32)
    /// A part of the file that the connection with this slot and generation sends; nil if it cannot be read.
    case filePart(descriptor: Int32, generation: UInt32, [UInt8]?)
    /// The event with a number, for all event streams of a topic.
    case broadcast(topic: Int, number: Int, StreamBytes)
    /// End the event streams of a topic: all, or those without a grant of their own.
    case endStreams(topic: Int, keepingHeld: Bool)
    /// Grants of event streams may have ended.
    case reviewStreams
    /// Stop; unfinished connections are closed at a moment of the monotonic clock in milliseconds.
    case drain(at: Int64, until: Int64)
    /// Another loop has no descriptor: close an idle connection.
    case freeDescriptor
}

/// The messages for one loop.
///
/// Bounded by its senders: one answer, its loss, or part of a file for each connection, one request for a descriptor for
/// each turn of another loop, and the reports of changes.
final class LoopInbox: Sendable {
    private let messages = Mutex<[LoopMessage]>([])
    private let wakeUp: WakeUp
    private let isAsked = Atomic(false)

    init() throws(Errno) { wakeUp = try WakeUp() }

    /// The descriptor that becomes readable when there are messages.
    var descriptor: Int32 { wakeUp.descriptor }

    /// Adds a message; wakes the loop if it is the first.
    func post(_ message: LoopMessage) {
        let isFirst = messages.withLock { messages in
            messages.append(message)
            return messages.count == 1
        }
        if isFirst { wakeUp.signal() }
    }

    /// Wakes the loop; false if it has not taken its messages since the last call.
    func checkProgress() -> Bool {
        let isStillAsked = isAsked.exchange(true, ordering: .relaxed)
        wakeUp.signal()
        return !isStillAsked
    }

    /// Removes and returns all messages.
    func takeAll() -> [LoopMessage] {
        wakeUp.clear()
        isAsked.store(false, ordering: .relaxed)
        return messages.withLock { messages in
            let all = messages
            messages = []
            return all
        }
    }
}
