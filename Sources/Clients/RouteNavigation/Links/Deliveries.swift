/// Finds the second delivery of one universal link: the system may call `onOpenURL` and `onContinueUserActivity` for one tap.
///
/// Two deliveries of one way are two taps.
struct Deliveries {
    /// How the system delivers a universal link.
    enum Way {
        /// As an address.
        case address
        /// As an activity.
        case activity
    }

    private struct Delivery {
        let address: String
        let way: Way
        let moment: ContinuousClock.Instant
    }

    private var latest: [Delivery] = []

    /// Whether the link was delivered in the other way a moment ago; each delivery has one second one at most.
    mutating func isSecond(_ address: String, _ way: Way, at moment: ContinuousClock.Instant) -> Bool {
        latest.removeAll { $0.moment.duration(to: moment) > Limits.deliveriesApartMax }
        if let first = latest.firstIndex(where: { $0.address == address && $0.way != way }) {
            latest.remove(at: first)
            return true
        }
        latest = latest.suffix(Limits.deliveriesMax - 1) + [Delivery(address: address, way: way, moment: moment)]
        return false
    }
}
