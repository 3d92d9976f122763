/// The words that clients send as their platform, and what people write instead of them.
package enum PlatformWords {
    /// Platforms that clients send, as the guide for apps names them, and their neighbours.
    static let known = [
        "android", "chromeos", "harmony", "ios", "ipados", "linux", "macos", "tvos", "visionos", "watchos", "web",
        "windows",
    ]

    /// What people write instead of a platform, in lower case.
    static let names = [
        "iphone": "ios", "ipad": "ios", "apple": "ios", "iphoneos": "ios", "google": "android", "harmonyos": "harmony",
        "openharmony": "harmony", "ohos": "harmony", "browser": "web", "h5": "web", "osx": "macos", "mac": "macos",
        "win": "windows",
    ]

    /// The known platform that differs from a word in case only, such as `ios` from `iOS`.
    ///
    /// - Parameter word: A word in the place of a platform.
    /// - Returns: The platform; nil for a known one, and for any other word, which may be an app's own platform.
    package static func meant(by word: String) -> String? {
        let lower = word.lowercased()
        return lower != word && known.contains(lower) ? lower : nil
    }
}
