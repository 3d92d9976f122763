// swift-format-ignore-file
// What RouteNavigationUI and its documentation use of SwiftUI. Declarations only: nothing here runs.

public import Foundation
public import UIKit

@MainActor public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

extension Never: View {
    public var body: Never { fatalError() }
}

@resultBuilder public struct ViewBuilder {
    public static func buildBlock() -> EmptyView { fatalError() }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { fatalError() }
    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> AnyView { fatalError() }
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { fatalError() }
    public static func buildEither<First: View, Second: View>(first: First) -> Either<First, Second> { fatalError() }
    public static func buildEither<First: View, Second: View>(second: Second) -> Either<First, Second> { fatalError() }
}

public struct Either<First: View, Second: View>: View {
    public var body: Never { fatalError() }
}

extension Optional: View where Wrapped: View {
    public var body: Never { fatalError() }
}

public struct EmptyView: View {
    public init() {}
    public var body: Never { fatalError() }
}

public struct AnyView: View {
    public init<Content: View>(_ view: Content) {}
    public var body: Never { fatalError() }
}

public struct Text: View {
    public init<Content: StringProtocol>(_ content: Content) {}
    public var body: Never { fatalError() }
}

public struct Label: View {
    public init<Content: StringProtocol>(_ title: Content, systemImage: String) {}
    public var body: Never { fatalError() }
}

public struct Button: View {
    public init<Content: StringProtocol>(_ title: Content, action: @escaping @MainActor () -> Void) {}
    public var body: Never { fatalError() }
}

// For texts only: Apple's is generic over Transferable.
public struct PasteButton: View {
    public init(payloadType: String.Type, onPaste: @escaping ([String]) -> Void) {}
    public var body: Never { fatalError() }
}

public struct List<Content: View>: View {
    public init(@ViewBuilder content: () -> Content) {}
    public var body: Never { fatalError() }
}

public struct ForEach<Content: View>: View {
    public init(_ data: Range<Int>, @ViewBuilder content: @escaping (Int) -> Content) {}
    public var body: Never { fatalError() }
}

public struct TextField: View {
    public init<Title: StringProtocol>(_ title: Title, text: Binding<String>) {}
    public var body: Never { fatalError() }
}

@MainActor public protocol UIViewRepresentable: View where Body == Never {
    associatedtype UIViewType: UIView
    associatedtype Coordinator = Void
    typealias Context = UIViewRepresentableContext<Self>
    func makeUIView(context: Context) -> UIViewType
    func updateUIView(_ view: UIViewType, context: Context)
    func makeCoordinator() -> Coordinator
}

extension UIViewRepresentable where Coordinator == Void {
    public func makeCoordinator() {}
}

extension UIViewRepresentable {
    public var body: Never { fatalError() }
}

@MainActor public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {
    public var coordinator: Representable.Coordinator { fatalError() }
}

@MainActor @propertyWrapper public struct UIApplicationDelegateAdaptor<Delegate: UIApplicationDelegate> {
    public init(_ type: Delegate.Type) {}
    public var wrappedValue: Delegate { fatalError() }
}

public enum ScenePhase: Sendable {
    case background
    case inactive
    case active
}

public struct TabView<Selection: Hashable, Content: View>: View {
    public init(selection: Binding<Selection>?, @ViewBuilder content: () -> Content) {}
    public var body: Never { fatalError() }
}

public struct NavigationStack<Data, Root: View>: View {
    public init(path: Binding<Data>, @ViewBuilder root: () -> Root) where Data: MutableCollection & RandomAccessCollection & RangeReplaceableCollection, Data.Element: Hashable {}
    public var body: Never { fatalError() }
}

public struct NavigationSplitView<Sidebar: View, Detail: View>: View {
    public init(@ViewBuilder sidebar: () -> Sidebar, @ViewBuilder detail: () -> Detail) {}
    public var body: Never { fatalError() }
}

public struct NavigationPath {
    public init() {}
    public init(_ codable: CodableRepresentation) {}
    public var count: Int { fatalError() }
    public var codable: CodableRepresentation? { fatalError() }
    public mutating func append<Value: Hashable>(_ value: Value) {}
    public struct CodableRepresentation: Codable {
    }
}

extension NavigationStack where Data == NavigationPath {
    public init(path: Binding<NavigationPath>, @ViewBuilder root: () -> Root) {}
}

@propertyWrapper public struct Binding<Value> {
    public init(get: @escaping @isolated(any) @Sendable () -> Value, set: @escaping @isolated(any) @Sendable (Value) -> Void) {}
    public var wrappedValue: Value { get { fatalError() } nonmutating set {} }
}

@propertyWrapper public struct State<Value> {
    public init(wrappedValue: Value) {}
    public var wrappedValue: Value { get { fatalError() } nonmutating set {} }
    public var projectedValue: Binding<Value> { fatalError() }
}

@propertyWrapper public struct SceneStorage<Value> {
    public init(wrappedValue: Value, _ key: String) where Value == String {}
    public init(_ key: String) where Value == Data? {}
    public var wrappedValue: Value { get { fatalError() } nonmutating set {} }
}

@propertyWrapper public struct Environment<Value> {
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {}
    public var wrappedValue: Value { fatalError() }
}

public protocol EnvironmentKey {
    associatedtype Value
    static var defaultValue: Value { get }
}

public struct EnvironmentValues {
    public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value { get { fatalError() } set {} }
    public var openURL: OpenURLAction { fatalError() }
    public var scenePhase: ScenePhase { fatalError() }
}

@MainActor public struct OpenURLAction: Sendable {
    public func callAsFunction(_ url: URL) {}
}

@MainActor public protocol ViewModifier {
    associatedtype Body: View
    typealias Content = AnyView
    @ViewBuilder func body(content: Content) -> Body
}

public struct ModifiedContent<Content: View, Modifier>: View {
    public var body: Never { fatalError() }
}

@MainActor public protocol Scene {
    associatedtype Body: Scene
    var body: Body { get }
}

extension Scene {
    public func onChange<Value: Equatable>(of value: Value, initial: Bool = false, _ action: @escaping (Value, Value) -> Void) -> some Scene { self }
}

extension Never: Scene {
}

@MainActor public protocol App {
    associatedtype Body: Scene
    @SceneBuilder var body: Body { get }
    init()
}

extension App {
    public static func main() {}
}

@resultBuilder public struct SceneBuilder {
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { fatalError() }
}

public struct WindowGroup<Content: View>: Scene {
    public init(@ViewBuilder content: () -> Content) {}
    public var body: Never { fatalError() }
}

extension View {
    public func modifier<Modifier: ViewModifier>(_ modifier: Modifier) -> ModifiedContent<Self, Modifier> { fatalError() }
    public func environment<Value>(_ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value) -> some View { EmptyView() }
    public func transformEnvironment<Value>(_ keyPath: WritableKeyPath<EnvironmentValues, Value>, transform: @escaping (inout Value) -> Void) -> some View { EmptyView() }
    public func sheet<Item: Identifiable, Content: View>(item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content) -> some View { EmptyView() }
    public func fullScreenCover<Item: Identifiable, Content: View>(item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content) -> some View { EmptyView() }
    public func alert<Title: StringProtocol, Actions: View, Message: View>(_ title: Title, isPresented: Binding<Bool>, @ViewBuilder actions: () -> Actions, @ViewBuilder message: () -> Message) -> some View { EmptyView() }
    public func navigationDestination<Data: Hashable, Content: View>(for data: Data.Type, @ViewBuilder destination: @escaping (Data) -> Content) -> some View { EmptyView() }
    public func navigationTitle<Title: StringProtocol>(_ title: Title) -> some View { EmptyView() }
    public func tabItem<Content: View>(@ViewBuilder _ label: () -> Content) -> some View { EmptyView() }
    public func tag<Value: Hashable>(_ tag: Value) -> some View { EmptyView() }
    public func onAppear(perform action: (() -> Void)? = nil) -> some View { EmptyView() }
    public func onDisappear(perform action: (() -> Void)? = nil) -> some View { EmptyView() }
    public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View { EmptyView() }
    public func onContinueUserActivity(_ activityType: String, perform action: @escaping (NSUserActivity) -> Void) -> some View { EmptyView() }
    public func onChange<Value: Equatable>(of value: Value, initial: Bool = false, _ action: @escaping (Value, Value) -> Void) -> some View { EmptyView() }
    public func background<Background: View>(@ViewBuilder content: () -> Background) -> some View { EmptyView() }
    public func task(@_inheritActorContext _ action: @escaping @Sendable () async -> Void) -> some View { EmptyView() }
}
