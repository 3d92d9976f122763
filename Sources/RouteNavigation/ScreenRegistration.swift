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

    /// Makes the screen.
    public typealias Factory = @MainActor (ScreenRequest) throws(Refusal) -> any ScreenNode

    /// The name by which rules choose it.
    public var name: String
    /// Who may reach it.
    public var exposure: Exposure
    /// What being shown does.
    public var effect: Effect
    /// What it is put into.
    public var wrapping: Wrapping
    /// How it comes onto the display when neither the caller nor the rule says.
    public var transition: TransitionType?
    /// Parameters without which it is not made, whatever their letter case.
    public var requiredParameters: [String]
    /// Features of which one at least must be on; empty for none.
    public var anyOfFeatures: [String]
    /// What to do when it is on top already.
    public var sameScreen: SameScreenPolicy
    /// Makes it.
    public var make: Factory

    /// What to do when the same screen is on top already.
    public enum SameScreenPolicy: String, Sendable {
        /// Show it again.
        case alwaysNew
        /// Do nothing when name and parameters are the same.
        case ignoreIfSame
    }

    /// Describes a screen; the defaults are the careful ones.
    public init(
        _ name: String, exposure: Exposure = .internal, effect: Effect = .read, wrapping: Wrapping = .none,
        transition: TransitionType? = nil, requiredParameters: [String] = [], anyOfFeatures: [String] = [],
        sameScreen: SameScreenPolicy = .alwaysNew, make: @escaping Factory
    ) {
        self.name = name
        self.exposure = exposure
        self.effect = effect
        self.wrapping = wrapping
        self.transition = transition
        self.requiredParameters = requiredParameters
        self.anyOfFeatures = anyOfFeatures
        self.sameScreen = sameScreen
        self.make = make
    }
}
