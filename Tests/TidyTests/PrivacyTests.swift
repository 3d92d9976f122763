import Foundation
import TestSupport
import Testing

/// Compares the calls of functions for which Apple wants a reason with the statements of the targets.
@Suite("Each target states why it calls what Apple wants a reason for", .scheduled)
struct PrivacyTests {
    /// Functions with the same reasons.
    struct Category {
        let name: String
        /// Their names in Swift and in C.
        let names: Set<Substring>
        let reasons: Set<String>
    }

    /// Apple's list: developer.apple.com/documentation/bundleresources/describing-use-of-required-reason-api, as of 2026.
    static let categories = [
        Category(
            name: "FileTimestamp",
            names: [
                "creationDate", "modificationDate", "fileModificationDate", "contentModificationDateKey",
                "contentModificationDate", "creationDateKey", "attributesOfItem", "getattrlist", "getattrlistbulk",
                "fgetattrlist", "getattrlistat", "stat", "fstat", "fstatat", "lstat",
            ], reasons: ["DDA9.1", "C617.1", "3B52.1", "0A2A.1"]),
        Category(
            name: "SystemBootTime", names: ["systemUptime", "mach_absolute_time"],
            reasons: ["35F9.1", "8FFB.1", "3D61.1"]),
        Category(
            name: "DiskSpace",
            names: [
                "volumeAvailableCapacityKey", "volumeAvailableCapacityForImportantUsageKey",
                "volumeAvailableCapacityForOpportunisticUsageKey", "volumeTotalCapacityKey", "volumeAvailableCapacity",
                "volumeTotalCapacity", "attributesOfFileSystem", "systemFreeSize", "systemSize", "statfs", "statvfs",
                "fstatfs", "fstatvfs",
            ], reasons: ["85F4.1", "E174.1", "7D9E.1", "B728.1"]),
        Category(name: "ActiveKeyboards", names: ["activeInputModes"], reasons: ["3EC4.1", "54BD.1"]),
        Category(
            name: "UserDefaults", names: ["UserDefaults", "NSUserDefaults", "AppStorage"],
            reasons: ["CA92.1", "1C8F.1", "C56D.1", "AC6B.1"]),
    ]

    /// The names of the categories that a target's code calls, each with a place.
    private func calls(of target: String) -> [String: String] {
        var found: [String: String] = [:]
        for file in SourceTree.sources.files where file.target == target {
            for (number, line) in file.lines.enumerated() {
                let code = line.components(separatedBy: "//")[0]
                let words = Set(code.split { !($0.isLetter || $0.isNumber || $0 == "_") })
                for category in Self.categories where !category.names.isDisjoint(with: words) {
                    found[category.name] = "\(file.path):\(number + 1)"
                }
            }
        }
        return found
    }

    /// The reasons by category in a target's statement; nil if it has none.
    private func statement(of target: String) throws -> [String: [String]]? {
        let file = PackageRoot.folder(of: target).appendingPathComponent("PrivacyInfo.xcprivacy")
        guard let content = try? Data(contentsOf: file) else { return nil }
        // Unsafe: the parameter `format` is a pointer; it is nil.
        let list = try unsafe PropertyListSerialization.propertyList(from: content, format: nil)
        let whole = try #require(list as? [String: Any], "\(target)")
        #expect(whole["NSPrivacyTracking"] as? Bool == false)
        let entries = try #require(whole["NSPrivacyAccessedAPITypes"] as? [[String: Any]], "\(target)")
        var reasons: [String: [String]] = [:]
        for entry in entries {
            let type = entry["NSPrivacyAccessedAPIType"] as? String ?? ""
            reasons[type.replacing("NSPrivacyAccessedAPICategory", with: "")] =
                entry["NSPrivacyAccessedAPITypeReasons"] as? [String]
        }
        return reasons
    }

    @Test("what a target of the client calls is what its statement has, with a reason of Apple's")
    func stated() throws {
        let manifest = try Manifest.current.get()
        let description = try PackageRoot.text(of: "Package.swift")
        #expect(description.contains("[.copy(privacyStatement)]"), "Apple systems get the statement as a resource")
        var callers = 0
        for target in manifest.clientTargets.sorted() {
            let called = calls(of: target)
            let stated = try statement(of: target)
            for (category, place) in called {
                #expect(stated?[category] != nil, "\(place) calls a function of \(category) without a stated reason")
            }
            for (category, reasons) in stated ?? [:] {
                #expect(called[category] != nil, "\(target) states \(category), which it does not call")
                let known = Self.categories.first { $0.name == category }?.reasons ?? []
                #expect(!reasons.isEmpty && known.isSuperset(of: reasons), "\(target): \(category) has \(reasons)")
            }
            // On Linux the manifest leaves the statement out; on an Apple system it is a resource of the same targets.
            let isDeclared = manifest.targets[target]?.excluded.contains("PrivacyInfo.xcprivacy") == true
            #expect(
                isDeclared == (stated != nil), "\(target): Package.swift and the folder disagree about the statement")
            callers += called.count
        }
        #expect(callers > 0, "the search finds fstat in RouteClient")
    }
}
