// swift-format-ignore-file
// What RouteClient and waymark-tour use of Dispatch. Declarations only: nothing here runs.

public struct DispatchQoS: Sendable {
    public static let utility = DispatchQoS()
}

open class DispatchQueue: @unchecked Sendable {
    public struct Attributes: OptionSet, Sendable {
        public let rawValue: UInt64
        public init(rawValue: UInt64) { self.rawValue = rawValue }
        public static let concurrent = Attributes(rawValue: 2)
    }
    public init(label: String, qos: DispatchQoS, attributes: Attributes = []) {}
    public class func global() -> DispatchQueue { fatalError() }
    public func sync<Answer>(execute work: () throws -> Answer) rethrows -> Answer { fatalError() }
    public func async(execute work: @escaping @Sendable () -> Void) {}
}
