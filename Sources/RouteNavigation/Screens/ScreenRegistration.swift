/// What the app says about one of its screens.
///
/// Rules choose among registered screens by name; they cannot name a class, and cannot make a screen more open than
/// it says here.
@MainActor
public struct ScreenRegistration {
    /// Who may reach a screen.
    public enum Exposure: String, Sendable {
        /// Only the app itself.
        case `internal`
        /// Links from outside too.
        case exported
    }

    /// What being shown does.
    public enum Effect: String, Sendable {
        /// Shows something.
        case read
        /// Changes or deletes something.
        case mutate
        /// Shows what others must not see.
        case sensitive
    }

    /// What the screen is put into before it is shown.
    public enum Wrapping: String, Sendable {
        /// Nothing.
        case none
        /// A navigation container of its own.
        case navigation
    }

    /// Why a screen cannot be made from what it was given.
    public enum Refusal: Error, Sendable, Hashable {
        /// A parameter is missing or has no usable value.
        case missingParameter(String)
        /// Another reason, for people.
        case other(String)
    }

    /// What to do when the same screen is on top already.
    public enum SameScreenPolicy: String, Sendable {
        /// Show it again.
        case alwaysNew
        /// Do nothing when it shows the same.
        case ignoreIfSame
        /// Do nothing when it shows the same; hand it the new parameters when it shows something else.
        ///
        /// A screen that is not ``Updatable``, or not ready yet, is shown anew.
        case updateIfSameType
    }

    /// Makes the screen; nil where there is none to make after all.
    ///
    /// A thrown ``Refusal`` tells what is missing; any other error becomes the text of the outcome.
    public typealias Factory = @MainActor (ScreenRequest) throws -> (any ScreenNode)?

    /// The name by which rules choose it.
    public var name: String
    /// Who may reach it.
    public var exposure: Exposure
    /// What being shown does.
    public var effect: Effect
    /// What it is put into.
    public var wrapping: Wrapping
    /// How it comes onto the display when nobody else says.
    public var transition: TransitionType?
    /// Parameters without which it is not made, whatever their letter case.
    public var requiredParameters: [String]
    /// Features of which one at least must be on; empty for none.
    public var anyOfFeatures: [String]
    /// Features that must all be on.
    public var allOfFeatures: [String]
    /// Asked in order after the router's own guards.
    public var guards: [any RouteGuard]
    /// What to do when it is on top already.
    public var sameScreen: SameScreenPolicy
    /// What tells one showing from another; nil compares the parameters.
    public var info: (@MainActor (ScreenRequest) -> (any ScreenContextInfo)?)?
    /// Makes it.
    public var make: Factory

    /// Describes a screen; the defaults are the careful ones.
    public init(
        _ name: String, exposure: Exposure = .internal, effect: Effect = .read, wrapping: Wrapping = .none,
        transition: TransitionType? = nil, requiredParameters: [String] = [], anyOfFeatures: [String] = [],
        allOfFeatures: [String] = [], guards: [any RouteGuard] = [], sameScreen: SameScreenPolicy = .alwaysNew,
        info: (@MainActor (ScreenRequest) -> (any ScreenContextInfo)?)? = nil, make: @escaping Factory
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
}
