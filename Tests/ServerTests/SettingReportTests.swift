import CanonicalJSON
import ControlPlane
import TestSupport
import Testing

@Suite("Settings in force", .scheduled)
struct SettingReportTests {
    @Test("a reload shows what it applied, and what waits for a restart stays")
    func reload() throws {
        let report = SettingReport([
            SettingRow("listen", "a", source: nil, isReloadable: false),
            SettingRow("logLevel", "info", source: nil, isReloadable: true),
            SettingRow("accessLog", "-", source: "--access-log", isReloadable: true),
        ])
        report.reload([
            SettingRow("listen", "b", source: "f:1:1", isReloadable: false),
            SettingRow("logLevel", "debug", source: "f:2:1", isReloadable: true),
        ])
        #expect(report.inForce.map(\.value) == ["a", "debug", "-"])
        #expect(report.inForce.map(\.source) == [nil, "f:2:1", "--access-log"])
    }
}
