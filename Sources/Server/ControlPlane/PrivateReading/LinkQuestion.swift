import DataPlane
import HTTPExchange
import LinkAnswers
import RouteModel
import WebAddress

/// A request for the diagnosis of a link on a phone.
struct LinkQuestion: Sendable {
    /// Which release answers.
    let rules: ResolutionOrder.Rules
    /// The link.
    let address: Address
    /// The phone.
    let phone: LinkPhone
    /// The instant for conditions that depend on the clock; nil for now.
    let at: Instant?

    /// Reads the body `{"address", "os", "osVersion", "appVersion", "inApp", "release", "channel", "at"}`; throws 400 and 422.
    init(body: [UInt8]) throws(Problem) {
        var reader = try ObjectReader(
            body, known: ["address", "os", "osVersion", "appVersion", "inApp", "release", "channel", "at"])
        at = reader.instant("at")
        let text = reader.text("address", bytesMax: DataLimits.addressBytesMax, required: true)
        var address: Address?
        if let text {
            address = try? Address(text)
            if address?.host?.isEmpty != false || address.map({ !["https", "http"].contains($0.scheme) }) == true {
                reader.refuse(
                    "address", "\(text) is not an address of a host",
                    hint: "Write it as people tap it, such as https://go.shop.example/i/7.")
            }
        }
        let os = Self.word("os", LinkQuestion.systems, of: &reader, required: true)
        let inApp = Self.word("inApp", InAppBrowser.allCases, of: &reader)
        let versions = ["osVersion", "appVersion"].map { name -> String? in
            let text = reader.text(name, bytesMax: ReadingLimits.versionBytesMax)
            if let text, Version(text) == nil {
                reader.refuse(name, "\(text) is not a version", hint: "Write up to four numbers, such as 17.1.")
            }
            return text
        }
        rules = ResolutionOrder.rules(&reader)
        try reader.finish()
        guard let address, let os else { throw .fault("a checked member is missing") }
        self.address = address
        phone = LinkPhone(os: os, osVersion: versions[0], appVersion: versions[1], inApp: inApp)
    }

    /// The systems whose apps open links.
    static let systems: [OperatingSystem] = [.ios, .android, .harmony]

    private static func word<Value: RawRepresentable<String>>(
        _ name: String, _ known: [Value], of reader: inout ObjectReader, required: Bool = false
    ) -> Value? {
        guard let text = reader.text(name, bytesMax: ExchangeLimits.titleBytesMax, required: required) else {
            return nil
        }
        if let value = known.first(where: { $0.rawValue == text }) { return value }
        reader.refuse(name, "\(text) is not known", hint: NearestName.hint(for: text, among: known.map(\.rawValue)))
        return nil
    }
}
