/// The unit of a rollout's `percent`, and of `from` and `to` of a ramp, in a document.
///
/// ``Rollout`` itself always counts in hundredths of a percent.
package enum ShareUnit: Sendable {
    /// Percent, 0 to 100, with at most two decimals: in drafts, requests, and bodies of format 2.
    case percent
    /// Hundredths of a percent, integers from 0 to 10000: in bodies of format 1, and in what 0.1.0 stored.
    case hundredths

    /// The greatest share in percent.
    package static let percentMax = ModelLimits.shareMax / 100

    /// A share of hundredths of a percent as a JSON number in percent: 1250 is `12.5`, 1200 is `12`.
    ///
    /// It has no trailing zeros and no exponent, as RFC 8785 writes such a number.
    package static func percentNumber(_ hundredths: Int) -> String {
        let (whole, rest) = (hundredths / 100, hundredths % 100)
        if rest == 0 { return String(whole) }
        return rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }

    /// A number in percent as hundredths, 0 to 10000; nil for others and for a number with more than two decimals.
    package static func hundredths(ofPercent number: Double) -> Int? {
        guard number >= 0, number <= Double(percentMax) else { return nil }
        let hundredths = (number * 100).rounded()
        // The double that is nearest to a text with two decimals is this quotient, as division is exact to the last bit.
        return hundredths / 100 == number ? Int(hundredths) : nil
    }
}
