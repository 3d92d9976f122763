// swift-format-ignore-file
// What the client's targets use of Apple's Foundation, which is not swift-corelibs-foundation: that one has no
// URLSession.AsyncBytes, no file protection and no backup. Declarations only: nothing here runs.

open class NSObject: NSObjectProtocol {
    public init() {}
    open func copy() -> Any { fatalError() }
    // The importer makes both of a method of the root class.
    open func value(forKey key: String) -> Any? { fatalError() }
    open class func value(forKey key: String) -> Any? { fatalError() }
}

public func NSClassFromString(_ aClassName: String) -> AnyClass? { fatalError() }

public struct URL: Sendable, Hashable {
    public init?(string: String) { fatalError() }
    public init(fileURLWithPath: String, isDirectory: Bool) { fatalError() }
    public var absoluteString: String { fatalError() }
    public var path: String { fatalError() }
    public func appendingPathComponent(_ name: String, isDirectory: Bool) -> URL { fatalError() }
    public mutating func setResourceValues(_ values: URLResourceValues) throws {}
}

public struct URLResourceValues {
    public init() {}
    public var isExcludedFromBackup: Bool?
}

public struct FileProtectionType: Hashable, Sendable {
    public static let completeUntilFirstUserAuthentication = FileProtectionType()
}

public struct FileAttributeKey: Hashable, Sendable {
    public static let protectionKey = FileAttributeKey()
}

open class FileManager: NSObject {
    public enum SearchPathDirectory: Sendable {
        case applicationSupportDirectory
    }
    public struct SearchPathDomainMask: Sendable {
        public static let userDomainMask = SearchPathDomainMask()
    }
    public class var `default`: FileManager { fatalError() }
    open func setAttributes(_ attributes: [FileAttributeKey: Any], ofItemAtPath path: String) throws {}
    open func containerURL(forSecurityApplicationGroupIdentifier group: String) -> URL? { fatalError() }
    open func urls(for directory: SearchPathDirectory, in domain: SearchPathDomainMask) -> [URL] { fatalError() }
}

public struct URLError: Error {
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static let timedOut = Code(rawValue: -1001)
        public static let cancelled = Code(rawValue: -999)
    }
    public var code: Code { fatalError() }
    public enum NetworkUnavailableReason: Sendable {
        case cellular, expensive, constrained
    }
    public var networkUnavailableReason: NetworkUnavailableReason? { fatalError() }
}

extension Error {
    public var localizedDescription: String { fatalError() }
}

public struct Date: Sendable {
    public init() { fatalError() }
    public var timeIntervalSinceReferenceDate: Double { fatalError() }
    public var timeIntervalSince1970: Double { fatalError() }
}

public struct Data: Sendable {
    public init<Bytes: Sequence>(_ bytes: Bytes) where Bytes.Element == UInt8 { fatalError() }
}

open class JSONDecoder: @unchecked Sendable {
    public init() {}
    open func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value { fatalError() }
}

open class JSONEncoder: @unchecked Sendable {
    public init() {}
    open func encode<Value: Encodable>(_ value: Value) throws -> Data { fatalError() }
}

public struct URLComponents: Sendable {
    public init?(string: String) { fatalError() }
    public var queryItems: [URLQueryItem]? { get { fatalError() } set {} }
}

public struct URLQueryItem: Sendable {
    public var name: String
    public var value: String?
}

public struct URLRequest: Sendable {
    public enum CachePolicy: Sendable {
        case useProtocolCachePolicy
        case reloadRevalidatingCacheData
    }
    public init(url: URL) { fatalError() }
    public var url: URL? { fatalError() }
    public var httpBody: Data? { get { fatalError() } set {} }
    public var httpMethod: String? { get { fatalError() } set {} }
    public var timeoutInterval: Double { get { fatalError() } set {} }
    public var allowsConstrainedNetworkAccess: Bool { get { fatalError() } set {} }
    public var allowsExpensiveNetworkAccess: Bool { get { fatalError() } set {} }
    public mutating func setValue(_ value: String?, forHTTPHeaderField field: String) {}
}

open class URLResponse: NSObject, @unchecked Sendable {
    open var expectedContentLength: Int64 { fatalError() }
}

open class HTTPURLResponse: URLResponse, @unchecked Sendable {
    open var statusCode: Int { fatalError() }
    open func value(forHTTPHeaderField field: String) -> String? { fatalError() }
}

open class OperationQueue: NSObject {}
open class URLCache: NSObject {}
open class HTTPCookieStorage: NSObject {}

open class URLSessionTask: NSObject, @unchecked Sendable {}

public protocol URLSessionDelegate: NSObject, Sendable {}

public protocol URLSessionTaskDelegate: URLSessionDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest
    ) async -> URLRequest?
}

open class URLSessionConfiguration: NSObject, @unchecked Sendable {
    open class var ephemeral: URLSessionConfiguration { fatalError() }
    open var timeoutIntervalForRequest: Double = 60
    open var timeoutIntervalForResource: Double = 604_800
    open var requestCachePolicy = URLRequest.CachePolicy.useProtocolCachePolicy
    open var urlCache: URLCache?
    open var waitsForConnectivity: Bool = false
    open var httpCookieStorage: HTTPCookieStorage?
}

open class URLSession: NSObject, @unchecked Sendable {
    public struct AsyncBytes: AsyncSequence, Sendable {
        public typealias Element = UInt8
        public struct AsyncIterator: AsyncIteratorProtocol {
            public mutating func next() async throws -> UInt8? { fatalError() }
        }
        public func makeAsyncIterator() -> AsyncIterator { fatalError() }
    }
    public init(
        configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?, delegateQueue: OperationQueue?
    ) { fatalError() }
    public func bytes(
        for request: URLRequest, delegate: (any URLSessionTaskDelegate)? = nil
    ) async throws -> (AsyncBytes, URLResponse) { fatalError() }
    public func bytes(
        from url: URL, delegate: (any URLSessionTaskDelegate)? = nil
    ) async throws -> (AsyncBytes, URLResponse) { fatalError() }
    open func finishTasksAndInvalidate() {}
    open func invalidateAndCancel() {}
}

@MainActor
open class NSUserActivity: NSObject {
    open var activityType: String { fatalError() }
    open var webpageURL: URL?
    open var userInfo: [AnyHashable: Any]?
    public init(activityType: String) { fatalError() }
}

public let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"

extension NSUserActivity: Hashable {
    public nonisolated static func == (left: NSUserActivity, right: NSUserActivity) -> Bool { left === right }
    public nonisolated func hash(into hasher: inout Hasher) {}
}

public struct LocalizedStringResource: ExpressibleByStringLiteral, Sendable {
    public init(stringLiteral text: String) { fatalError() }
}

public protocol NSSecureCoding {}

open class NSCoder: NSObject {}
open class Bundle: NSObject {
    public class var main: Bundle { fatalError() }
    open var bundlePath: String { fatalError() }
    open var infoDictionary: [String: Any]? { fatalError() }
}

public protocol NSObjectProtocol: AnyObject {}

open class ProcessInfo: NSObject, @unchecked Sendable {
    public class var processInfo: ProcessInfo { fatalError() }
    open func performExpiringActivity(withReason reason: String, using block: @escaping @Sendable (Bool) -> Void) {}
}

public struct Notification {
    public struct Name: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
    }
}

open class NotificationCenter: NSObject, @unchecked Sendable {
    public class var `default`: NotificationCenter { fatalError() }
    open func addObserver(
        forName name: Notification.Name?, object: Any?, queue: OperationQueue?,
        using block: @escaping @Sendable (Notification) -> Void
    ) -> any NSObjectProtocol { fatalError() }
}
