// swift-format-ignore-file
// What RouteNavigation and its documentation use of AppIntents. Declarations only: nothing here runs.

public import Foundation

public protocol IntentResult: Sendable {
}

public protocol OpensIntent: IntentResult {
}

public protocol AppIntent: Sendable {
    associatedtype PerformResult: IntentResult
    init()
    static var title: LocalizedStringResource { get }
    static var openAppWhenRun: Bool { get }
    func perform() async throws -> PerformResult
}

extension AppIntent {
    public static var openAppWhenRun: Bool { fatalError() }
}

extension Never: IntentResult, AppIntent {
    public init() { fatalError() }
    public static var title: LocalizedStringResource { fatalError() }
    public func perform() async throws -> Never { fatalError() }
}

public struct IntentResultContainer<Value, OpensAppIntent, Snippet, Dialog>: IntentResult {
}

extension IntentResultContainer: OpensIntent where OpensAppIntent: AppIntent {
}

extension IntentResult {
    public static func result() -> Self where Self == IntentResultContainer<Never, Never, Never, Never> { fatalError() }
    public static func result<OpensAppIntent: AppIntent>(opensIntent: OpensAppIntent) -> Self where Self == IntentResultContainer<Never, OpensAppIntent, Never, Never> { fatalError() }
}

public struct OpenURLIntent: AppIntent {
    public init() { fatalError() }
    public init(_ url: URL) { fatalError() }
    public static var title: LocalizedStringResource { fatalError() }
    public func perform() async throws -> some IntentResult { IntentResultContainer<Never, Never, Never, Never>() }
}
