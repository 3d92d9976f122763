/// The limits of what drafts say about links, each with its reason.
package enum LinkSettingsLimits {
    /// Hosts of one draft: each has three files of at most 128 KB in memory.
    package static let hostsMax = 32
    /// Hosts that one build declares.
    package static let declaredHostsMax = 256
    /// Apps of one system at a host: the debug, beta and store builds of a family of apps.
    package static let appsMax = 16
    /// Certificates of one app of Android.
    package static let fingerprintsMax = 16
    /// Campaign values of a host, and bytes of one's name: analytics have five to ten.
    package static let campaignNamesMax = 16, campaignBytesMax = 64
    /// Path patterns of `claim`, and of `never`: what fits a file of 128 KB.
    package static let patternsMax = 1_000
    /// Bytes of a path pattern.
    package static let patternBytesMax = 1_024
    /// Bytes of an identifier of an app.
    package static let identifierBytesMax = 255
    /// Bytes of an address of a page, a picture or a store.
    package static let addressBytesMax = 2_048
    /// Bytes of a title; previews of chat apps cut it much earlier.
    package static let titleBytesMax = 512
    /// Bytes of a description; previews show two lines of it.
    package static let descriptionBytesMax = 1_024
}
