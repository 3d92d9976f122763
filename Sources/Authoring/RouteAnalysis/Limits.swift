import RouteModel

/// The limits of this target, each with its reason.
enum Limits {
    /// Combinations of context values tried in one search: conditions are independent except inside `not`, so that the
    /// first one nearly always holds.
    static let contextsMax = 4096
    /// Identifiers hashed or computed for one search at one instant: three rollouts of 3 % have one in common with a
    /// probability of 55 %, and a share of one bucket contains about 100 of the computed ones.
    static let identifiersMax = 30_000
    /// Identifiers that a search would find on average, below which it is not begun.
    static let identifiersExpectedMin = 0.01
    /// The number of steps per identifier that may be tried: a check tries at most a million, in about 50 ms.
    static let stepsPerIdentifierTry = 8
    /// Identifiers after which a search that found one ends.
    static let identifiersEnough = 2_000
    /// Buckets of a share up to which identifiers are computed instead of tried: one computed identifier in 256 is
    /// plain text, and one tried in 256 lies in a share of 39 buckets.
    static let narrowShareMax = 39
    /// Identifiers per key that are combined with the values of other keys.
    static let identifiersKept = 8
    /// Steps of a check, about 0.8 seconds' work: a step is about 100 ns.
    ///
    /// It does not grow with the draft: 100,000 rules without overlaps take 7 million.
    static let stepsMax = 8_000_000
    /// Findings of one part of a check; it ends there, because an answer lists 1,000 and the others take memory.
    static let findingsMax = 2_000
    /// Path patterns of link files that are compared with an address in one step.
    static let claimsPerStep = 4
    /// Bytes of a path that are compared with such a pattern in one more step.
    static let pathBytesPerStep = 16
    /// Rules that a finding about a whole host names.
    static let rulesListed = 8
    /// Builds that a finding names; the rest is counted.
    static let buildsListed = 3
    /// Identifiers hashed in one step.
    static let identifiersHashedPerStep = 2
    /// Identifiers computed in one step, most of which are no plain text and end at their first byte.
    static let identifiersComputedPerStep = 8
    /// Steps of one evaluation of a condition.
    static let stepsPerEvaluation = 10
    /// Steps of one comparison of two alternatives; 17,000 instructions where patterns are equal, 4,000 where not.
    static let stepsPerPair = 20
    /// Steps of one condition of a cover: 34,000 instructions to cut its keys into cells.
    static let stepsPerCoverCondition = 70
    /// Words of an enumeration that are compared with a text in one step.
    static let wordsPerStep = 16
    /// Steps of one alternative that matches an address together with many others: 8,000 instructions to list the words
    /// of its conditions and to count them.
    static let stepsPerTraits = 16
    /// Positions of alternatives that are collected in one step.
    static let positionsPerStep = 16
    /// Steps of one look-up of an address: 20,000 instructions to make, parse and match it.
    static let stepsPerLookup = 50
    /// Matchers of segments that an index tries in one step.
    static let matchersTriedPerStep = 2
    /// Alternatives with captures and texts in one segment above which addresses are compared with those of a map first.
    static let mixedSegmentsMax = 256
    /// Alternatives of the map that are compared with one address; an index tries more of them faster.
    static let candidatesMax = 64
    /// Steps of one such comparison.
    static let stepsPerCandidate = 20
    /// Bytes of the ends of literal texts by which the map finds alternatives: few lengths, to look for each.
    static let keyCounts = [1, 2, 4, 8, 16]
    /// Steps of each rule that matches an address which is looked up: 880 instructions to evaluate a rollout.
    static let stepsPerMatch = 2
    /// Steps of one redirect of a walk, and of the walk's own start.
    ///
    /// 46,000 instructions expand a template, parse an address and compare it with a pattern.
    static let stepsPerHop = 90
    /// Keys of one cover of conditions, each attribute, salt and the clock being one; also the depth of the recursion.
    static let dimensionsMax = 256
    /// Comparisons of values with words for one cover of conditions: 1,024 words of one key.
    static let cellComparisonsMax = 1 << 20
    /// Cells of one key that are compared with one another; more are hashed.
    static let cellsCompared = 8
    /// Branches of one cover of conditions: seven keys of four cells each, if all of them matter.
    static let branchesMax = 20_000
    /// Conditional alternatives that may hide one together: the bits of `ConditionCells.Members`.
    static let coversMax = 64
    /// Pieces of one alternative for which it is checked whether each is hidden by another rule.
    static let piecesMax = 32
    /// Rules on one pattern above which they are divided by a trait before pairs are compared.
    static let undividedMax = 64
    /// Pairs of alternatives with the same literals that are compared: all pairs of four hundred.
    static let pairsMax = 80_000
    /// Variants of texts that are tried for one witness.
    static let variantsMax = 3
    /// States of the product of two automata: two runs of 250 characters, or an enumeration of 256 words and text around
    /// captures; larger products are undecided.
    static let productStatesMax = 1 << 18
    /// Values kept per key of a context.
    static let valuesMax = 24
    /// Segments that a tail of unknown length gets in the search for a chain of redirects.
    static let listMax = 12
    /// Times that one chain of redirects is followed, each time with more known of its start.
    static let walksMax = 48
    /// The same for a chain whose end takes part in a difference: most of those that exist are found at once.
    static let wholeWalksMax = 192
    /// Versions of one end of a chain, one for each kind of text of the unknowns that stand in several places.
    static let imageVersionsMax = 256
    /// Names of query items that some pattern must lack, with each of which a redirect that drops items is tried.
    static let absentNamesMax = 16
    /// Words of one capture, each of which is followed on its own in the search for a chain of redirects.
    static let wordsApartMax = 16
    /// Chains along one way of redirects whose ends take part in a difference.
    static let wholeChainsMax = 32
    /// Chains from one alternative that are searched for.
    static let chainsMax = 200
    /// Chains that are kept for other alternatives with the same patterns and templates, of about 2 KB each.
    static let chainsKept = 4_096
    /// Chains of one check that are searched for.
    static let chainsInAllMax = 20_000
    /// Redirects that a resolution follows.
    static let redirectsFollowed = ModelLimits.redirectsMax
    /// Comparisons of two hosts, letter by letter, in one step.
    static let hostsPerStep = 4
    /// Alternatives of disabled rules that are compared with the address of a failed test.
    static let disabledAlternativesMax = 20_000
    /// Addresses that a difference between drafts lists; the rest is counted.
    static let differencesMax = 1000
    /// Witnesses that a difference looks up in both drafts: about a second.
    static let differenceWitnessesMax = 100_000
    /// Ways through the parts of addresses that a difference follows: ten for each witness.
    static let waysMax = 1_000_000
    /// The same through the query items of one path: twelve names, each of which every set of others can stand beside.
    static let queryWaysMax = 4_096
    /// States of all automata of one place together, a run of the longest count being one for each byte.
    static let classStatesMax = 10_000
    /// Literal texts of one place above which they are compared as texts, and not as automata.
    static let literalsJoined = 24
    /// Sets of values of one query name that are tried together.
    static let valueSetsMax = 32
    /// Addresses on the way from one address, in both drafts and all situations.
    static let stopsMax = 64
    /// Ways of one address through other rules in the two drafts, whose captures are compared.
    static let trailsReadMax = 1_000
    /// Better alternatives of one redirect of a chain, each of which gives the chain other addresses.
    static let rivalsMax = 16
    /// Chains of redirects whose ends take part in a difference.
    static let imagesMax = 1_024
    /// Texts of one capture that are tried where its template or its segment changed.
    static let captureTextsMax = 16
    /// Identifiers hashed to find the buckets next to the bound of a share.
    static let edgeIdentifiersMax = 400
}

/// Limits of the claims of a host.
package enum LinkClaimLimits {
    /// The most path patterns of one alternative of a pattern; words beyond that become a wildcard.
    package static let patternsOfAlternative = 64
    /// The most path patterns of a host; alternatives beyond that are not claimed, and are departures.
    package static let patterns = 10_000
    /// The most departures that are kept.
    package static let departures = 1_000
    /// The most departures for which a witness is searched; each compares some addresses with all patterns.
    package static let witnesses = 100
}
