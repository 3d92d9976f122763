/// A gradual rollout: how large a share of devices, or of an attribute's values, a rule is for.
package struct Rollout: Sendable, Hashable {
    /// How large the share is.
    package enum Share: Sendable, Hashable {
        /// A fixed share in hundredths of a percent, 0 to 10000.
        case percent(Int)
        /// A share that moves with the clock.
        case ramp(Ramp)
    }

    /// A linear function of the clock between two instants, flat outside them.
    package struct Ramp: Sendable, Hashable {
        /// The share at the start and before, in hundredths of a percent.
        package var from: Int
        /// The share at the end and after, in hundredths of a percent.
        package var to: Int
        /// When the share begins to move.
        package var start: Instant
        /// When the share has arrived; after ``start``.
        package var end: Instant

        /// Makes a ramp; `start` lies before `end`.
        package init(from: Int, to: Int, start: Instant, end: Instant) {
            self.from = from
            self.to = to
            self.start = start
            self.end = end
        }

        /// The share at an instant: rounded down, in whole milliseconds, so every client computes the same.
        package func percent(at now: Instant) -> Int {
            if now <= start { return from }
            if now >= end { return to }
            let elapsed = now.milliseconds - start.milliseconds
            let moved = floorDivide(Int64(to - from) * elapsed, end.milliseconds - start.milliseconds)
            return from + Int(moved)
        }
    }

    /// How large the share is.
    package var share: Share
    /// What is counted: ``deviceID`` or an attribute's name.
    package var by: String
    /// What is hashed before the value; nil stands for the rule's id.
    package var salt: String?

    /// The word for counting devices.
    package static let deviceID = "deviceID"

    /// Makes a rollout.
    package init(_ share: Share, by: String = Rollout.deviceID, salt: String? = nil) {
        self.share = share
        self.by = by
        self.salt = salt
    }

    /// The share at an instant, in hundredths of a percent.
    package func percent(at now: Instant) -> Int {
        switch share {
        case .percent(let percent): percent
        case .ramp(let ramp): ramp.percent(at: now)
        }
    }

    /// The text that is hashed, where the context has it.
    package func value(in context: Context) -> String? {
        by == Self.deviceID ? context.deviceID : context.attribute(by)
    }
}
