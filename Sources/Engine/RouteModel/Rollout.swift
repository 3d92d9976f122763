/// A gradual rollout: the share of devices, or of an attribute's values, for which a condition holds.
package struct Rollout: Sendable, Equatable {
    /// The size of the share.
    package enum Share: Sendable, Equatable {
        /// A fixed share in hundredths of a percent, 0 to 10000.
        case percent(Int)
        /// A share that changes with the time.
        case ramp(Ramp)
    }

    /// A linear function of the time between two instants, constant outside them.
    package struct Ramp: Sendable, Equatable {
        /// The share up to the start, in hundredths of a percent, 0 to 10000.
        package var from: Int
        /// The share from the end on, in hundredths of a percent, 0 to 10000.
        package var to: Int
        /// The instant from which the share changes.
        package var start: Instant
        /// The instant from which the share is ``to``; later than ``start``.
        package var end: Instant

        /// Makes a ramp; `start` must be before `end`.
        package init(from: Int, to: Int, start: Instant, end: Instant) {
            self.from = from
            self.to = to
            self.start = start
            self.end = end
        }

        /// The share at an instant in hundredths of a percent, rounded down (language.md L4.10).
        ///
        /// Computed with integers in milliseconds, so that all clients get the same result.
        package func percent(at now: Instant) -> Int {
            if now <= start { return from }
            if now >= end { return to }
            let elapsed = now.milliseconds - start.milliseconds
            let moved = floorDivide(Int64(to - from) * elapsed, end.milliseconds - start.milliseconds)
            return from + Int(moved)
        }
    }

    /// The size of the share.
    package var share: Share
    /// The value that is hashed: ``deviceID`` or an attribute's name.
    package var by: String
    /// The text that is hashed before the value; nil for the rule's id.
    package var salt: String?

    /// The name for the device's identifier.
    package static let deviceID = "deviceID"

    /// Makes a rollout.
    package init(_ share: Share, by: String = Rollout.deviceID, salt: String? = nil) {
        self.share = share
        self.by = by
        self.salt = salt
    }

    /// Whether share, name and salt are the same; texts are compared by their bytes.
    package static func == (a: Rollout, b: Rollout) -> Bool {
        a.share == b.share && ExactText.isSame(a.by, b.by)
            && ExactText.isSame([a.salt].compactMap { $0 }, [b.salt].compactMap { $0 })
    }

    /// The share at an instant, in hundredths of a percent.
    package func percent(at now: Instant) -> Int {
        switch share {
        case .percent(let percent): percent
        case .ramp(let ramp): ramp.percent(at: now)
        }
    }

    /// A share of hundredths of a percent as text for people: 3650 is `36.50 %`.
    static func percentText(_ hundredths: Int) -> String {
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) %"
    }

    /// The value to hash; nil if the context does not have it.
    package func value(in context: Context) -> String? {
        by == Self.deviceID ? context.deviceID : context.attribute(by)
    }
}
