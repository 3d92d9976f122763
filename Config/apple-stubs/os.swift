// swift-format-ignore-file
// What RouteClient uses of Apple's os module. Declarations only: nothing here runs.

public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
    public init(initialState: State) where State: Sendable { fatalError() }
    public func withLock<R>(_ body: @Sendable (inout State) throws -> R) rethrows -> R where R: Sendable {
        fatalError()
    }
}
