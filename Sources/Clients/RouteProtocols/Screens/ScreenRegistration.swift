/// A screen of the app: its name, permissions and factory.
///
/// Rules choose registered screens by name. They cannot name a class, and cannot extend the permissions given here.
@MainActor
public struct ScreenRegistration {
    /// Who may reach a screen.
    public enum Exposure: String, Sendable {
        /// Only the app itself.
        case `internal`
        /// Also links from outside.
        case exported
    }

    /// What showing the screen does.
    public enum Effect: String, Sendable {
        /// Shows something.
        case read
        /// Changes or deletes something.
        case mutate
        /// Shows something that other people must not see.
        case sensitive
    }

    /// The container that a screen is put into before it is shown.
    public enum Wrapping: String, Sendable {
        /// Nothing.
        case none
        /// A navigation container of its own.
        case navigation
    }

    /// Why a screen cannot be made for a request.
    public enum Refusal: Error, Sendable, Hashable {
        /// A parameter is missing or has no usable value.
        case missingParameter(String)
        /// Another reason, for people.
        case other(String)
    }

    /// What to do if the same screen is on top already.
    public enum SameScreenPolicy: String, Sendable {
        /// Show it again.
        case alwaysNew
        /// Do nothing if it shows the same.
        case ignoreIfSame
        /// Do nothing if it shows the same; give it the new parameters if it shows something else.
        ///
        /// If it is not ``Updatable``, or not ready, a new screen is shown.
        case updateIfSameType
    }

    /// Makes the screen; nil if there is none for the request.
    ///
    /// It throws ``Refusal``; the text of any other error becomes part of the outcome.
    public typealias Factory = @MainActor (ScreenRequest) throws -> (any ScreenNode)?

    /// The name by which rules choose it.
    public var name: String
    /// Who may reach it.
    public var exposure: Exposure
    /// What showing the screen does.
    public var effect: Effect
    /// The container that it is put into.
    public var wrapping: Wrapping
    /// How to show it if neither caller, rule nor provider chooses a transition.
    public var transition: TransitionType?
    /// Parameters that it needs; letter case of the names does not matter.
    public var requiredParameters: [String]
    /// Features of which at least one must be on; empty for none.
    public var anyOfFeatures: [String]
    /// Features that must all be on.
    public var allOfFeatures: [String]
    /// Asked in order after the guards of the router.
    public var guards: [any RouteGuard]
    /// What to do if it is on top already.
    public var sameScreen: SameScreenPolicy
    /// Makes the info that is compared; nil compares the parameters.
    public var info: (@MainActor (ScreenRequest) -> (any ScreenContextInfo)?)?
    /// Makes the screen.
    public var make: Factory

    /// Makes a registration; the defaults are the safest ones.
    public init(
        _ name: String, exposure: Exposure = .internal, effect: Effect = .read, wrapping: Wrapping = .none,
        transition: TransitionType? = nil, requiredParameters: [String] = [], anyOfFeatures: [String] = [],
        allOfFeatures: [String] = [], guards: [any RouteGuard] = [], sameScreen: SameScreenPolicy = .alwaysNew,
        info: (@MainActor (ScreenRequest) -> (any ScreenContextInfo)?)? = nil,
        make: @escaping Factory
    ) {
        self.name = name
        self.exposure = exposure
        self.effect = effect
        self.wrapping = wrapping
        self.transition = transition
        self.requiredParameters = requiredParameters
        self.anyOfFeatures = anyOfFeatures
        self.allOfFeatures = allOfFeatures
        self.guards = guards
        self.sameScreen = sameScreen
        self.info = info
        self.make = make
    }

    /// Makes the registration of a screen that is its request, for displays of values such as SwiftUI's; the defaults are
    /// the safest ones.
    public init(
        _ name: String, exposure: Exposure = .internal, effect: Effect = .read, transition: TransitionType? = nil,
        requiredParameters: [String] = [], anyOfFeatures: [String] = [], allOfFeatures: [String] = [],
        guards: [any RouteGuard] = [], sameScreen: SameScreenPolicy = .updateIfSameType
    ) {
        self.init(
            name, exposure: exposure, effect: effect, transition: transition, requiredParameters: requiredParameters,
            anyOfFeatures: anyOfFeatures, allOfFeatures: allOfFeatures, guards: guards, sameScreen: sameScreen
        ) { RequestScreen($0) }
    }
}
