/// An address that waits until something else is done, such as a login.
public struct ParkedLink: Sendable {
    /// The address.
    public let address: String
    /// How it came in; it is followed with the same care later.
    public let kind: LinkKind
    let userInfo: UserInfo
    let resumptions: Int
    let isCallbackRequest: Bool
    let ending: Ending?
    let number: Int
}

extension AppRouter {
    /// Follows the parked address, once: through rules, permissions and guards again, since the world has changed.
    ///
    /// A link that guards keep sending to the login ends after four times. A caller that is cancelled, as the task of a
    /// login screen that goes away, does not take it along.
    /// - Returns: how it ended; nil where nothing is parked.
    @discardableResult
    public func resumeParked() async -> RouteOutcome? {
        guard let link = parked else { return nil }
        parked = nil
        var attempt = Attempt(kind: link.kind, userInfo: link.userInfo)
        attempt.ending = link.ending
        attempt.resumptions = link.resumptions + 1
        attempt.isCallbackRequest = link.isCallbackRequest
        return await Task { [attempt] in await follow(link.address, attempt) }.value
    }

    /// Forgets the parked address, such as after a login that was given up.
    public func dropParked() {
        let link = parked
        parked = nil
        link?.ending?.giveUp(.givenUp)
    }

    /// What was parked, and what had been before it.
    struct Parking {
        var number: Int
        var before: ParkedLink?
    }

    func park(_ address: String, _ attempt: Attempt) -> Parking {
        parkings += 1
        let parking = Parking(number: parkings, before: parked)
        parked = ParkedLink(
            address: address, kind: attempt.kind, userInfo: attempt.userInfo, resumptions: attempt.resumptions,
            isCallbackRequest: attempt.isCallbackRequest,
            ending: attempt.ending, number: parkings)
        attempt.ending?.handOver()
        return parking
    }

    /// Gives the place back after a detour that led nowhere.
    func unpark(_ parking: Parking) {
        guard parked?.number == parking.number else { return }
        parked?.ending?.takeBack()
        parked = parking.before
    }

    /// Tells the one before that its place is taken: one address is parked at a time, and the newest is what a person
    /// wants now.
    func settle(_ parking: Parking) {
        guard let before = parking.before else { return }
        before.ending?.giveUp(.superseded)
        if before.address != parked?.address { tell(.parkedReplaced(address: before.address)) }
    }
}
