import Dispatch
import RouteClient

/// The program: handles typed lines and client events in the order in which they arrive.
@MainActor
enum Tour {
    /// One input.
    private enum Input: Sendable {
        case line(String)
        case end
        case change(RouteClientEvent)
    }

    /// Runs until `quit` or the end of the standard input.
    /// - Returns: the exit code.
    static func run(_ words: [String]) async -> Int32 {
        do throws(TourError) {
            return await run(try TourOptions(words))
        } catch {
            Printer.say("waymark-tour: \(error.text)\n\(TourOptions.usage)")
            return 2
        }
    }

    private static func run(_ options: TourOptions) async -> Int32 {
        let phone: Phone
        do throws(RouteClientError) { phone = try Phone(options, say: Printer.say) } catch {
            Printer.say("waymark-tour: \(error)")
            return 2
        }
        let (inputs, continuation) = AsyncStream.makeStream(of: Input.self)
        readLines(into: continuation)
        let events = phone.events
        let listening = Task { for await event in events { continuation.yield(.change(event)) } }
        defer { listening.cancel() }
        phone.start()
        for await input in inputs {
            switch input {
            case .change(let event): await phone.react(to: event)
            case .end: return 0
            case .line(let line):
                do throws(TourError) {
                    guard await phone.perform(try TourCommand(line)) else { return 0 }
                } catch {
                    Printer.say(error.text)
                }
            }
        }
        return 0
    }

    /// Reads on a thread of Dispatch, because waiting for a person must not block a thread of Swift's executor.
    private static func readLines(into continuation: AsyncStream<Input>.Continuation) {
        DispatchQueue.global().async {
            while let line = readLine() { continuation.yield(.line(line)) }
            continuation.yield(.end)
        }
    }
}
