import HTTPWire
import SystemIO

/// Reads the files that are bodies of answers, on a thread of its own, so that a slow disk delays no event loop.
///
/// A connection asks for one part at a time. The thread reads the parts in the order of the requests and gives each to
/// the connection's loop.
final class FileReader: Sendable {
    /// A part of a file, and the connection that sends it.
    struct Part: Sendable {
        let file: AnswerFile
        let offset: Int
        let count: Int
        /// The loop of the connection.
        let inbox: LoopInbox
        let descriptor: Int32
        /// The generation of the connection's slot.
        let generation: UInt32
    }

    private enum Job: Sendable {
        case read(Part)
        case finish(AnswerFile)
    }

    /// The name of its thread, as tools of the system show it.
    static let threadName = "file-reader"
    private let jobs = BlockingQueue<Job>(countMax: ServingLimits.fileJobsMax)

    /// Reads a part soon; false if too many parts wait.
    func read(_ part: Part) -> Bool { jobs.push(.read(part)) }

    /// Ends a file that is not sent any more; closing it may block, so that the thread does it.
    func finish(_ file: AnswerFile) {
        // Without room, or after the end of the thread, there is only the caller's thread.
        if !jobs.push(.finish(file)) { file.finish() }
    }

    /// Reads until the reader is closed and nothing waits.
    func run() {
        while let job = jobs.pop() { perform(job) }
    }

    /// Does what has waited longest, on the calling thread; false if nothing waits.
    func runNext() -> Bool {
        guard let job = jobs.popIfAny() else { return false }
        perform(job)
        return true
    }

    /// Ends the thread when nothing waits any more.
    func close() { jobs.close() }

    private func perform(_ job: Job) {
        switch job {
        case .finish(let file): file.finish()
        case .read(let part):
            let bytes = part.file.read(at: part.offset, count: part.count)
            // Before the last part is sent: the client that has it may ask for the next file at once.
            if bytes == nil || part.offset + part.count == part.file.byteCount { part.file.finish() }
            part.inbox.post(.filePart(descriptor: part.descriptor, generation: part.generation, bytes))
        }
    }
}
