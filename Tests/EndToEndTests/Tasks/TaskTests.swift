import Foundation
import TestSupport
import Testing

@Suite("Tasks of people who keep rules", .scheduled, .serialized)
struct TaskTests {
    @Test("each task of the guide is done by as many commands as its table says, one task after the other")
    func commands() throws {
        let page = try TaskPage()
        #expect(page.tasks.count >= 12)
        let folder = try TemporaryDirectory()
        let server = try RunningServer(database: folder.file("waymark.db"))
        func run(_ script: String) throws -> ProgramResult {
            let text = script.replacing(".build/waymark", with: Program.products.appendingPathComponent("waymark").path)
                .replacing("http://127.0.0.1:8080", with: server.url).replacing("demo/", with: folder.path + "/")
            let file = folder.file("task.sh")
            try text.write(toFile: file, atomically: true, encoding: .utf8)
            let environment = [
                "WAYMARK_SERVER": server.url, "WAYMARK_TOKEN": server.token, "WAYMARK_APP": "travel",
                "HOME": folder.path,
            ]
            return try Program.tool("bash", ["-euo", "pipefail", file], environment: environment)
        }
        let prepared = try run(page.preparation)
        #expect(prepared.status == 0, "\(prepared.errors)")
        for task in page.tasks {
            #expect(task.commands.count == task.promised, "\(task.name): \(task.commands)")
            let result = try run(task.script)
            #expect(result.status == 0, "\(task.name): \(result.output) \(result.errors)")
        }
    }
}
