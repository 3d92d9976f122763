import CanonicalJSON
package import DataPlane
package import HTTPExchange
import LinkAnswers
import LinkFiles
package import ReleaseStore
import RouteAnalysis
import RouteDocuments
import RouteIndex
import RouteModel
import StoreRecords
import WebAddress

/// `POST /v1/apps/{app}/link-diagnoses`: why a link does or does not open the app on a phone.
package struct LinkDiagnoses: Sendable {
    private let store: any RuleStore
    private let data: DataHandlers

    /// Reads releases of the data plane, and drafts, hosts and builds of the store.
    package init(store: any RuleStore, data: DataHandlers) {
        self.store = store
        self.data = data
    }

    /// The endpoint.
    package var endpoints: [Endpoint] {
        [
            Endpoint(
                "diagnoseLink", .post, "/v1/apps/{app}/link-diagnoses", access: .role(.viewer),
                summary:
                    "Why a link does or does not open the app on a phone: what the system's file, the app's rules and the web do.",
                cost: { _ in .expensive },
                request: .json(
                    .question,
                    example: #"""
                        {
                          "address": "https://market.example/i/7",
                          "os": "ios", "osVersion": "17.1", "appVersion": "5.2.0", "inApp": "wechat",
                          "release": 1
                        }
                        """#),
                success: .init(200, .diagnosis), isWriting: false, readsReleases: true, handler: .answer(diagnose))
        ]
    }

    /// The release that is asked, and the members that name it.
    private struct Subject {
        let names: [String: JSONValue]
        let version: Int?
        let index: CompiledIndex
        let surfaces: ReleaseSurfaces
    }

    @Sendable private func diagnose(_ request: EndpointRequest) throws -> Answer {
        let question = try LinkQuestion(body: request.body)
        let at = question.at ?? request.now
        let subject = try subject(question.rules, request, at)
        let host = question.address.host ?? ""
        let sources = PhoneDiagnosis.Sources(
            subject.surfaces, index: subject.index, host: host, declared: try declared(question.phone, request.app))
        let told = PhoneDiagnosis(of: question.address, on: question.phone, sources, at: at)
        let notes = try notes(host, subject, request.app, told.opens)
        var members: [String: JSONValue] = [
            "at": .string(at.description), "opens": .bool(told.opens), "steps": .array(told.steps.map(\.json)),
            "notes": .array(notes.map(JSONValue.string)),
        ]
        members["wrong"] = told.wrong.map { .string($0.rawValue) }
        return .json(200, .object(members.merging(subject.names) { $1 }))
    }

    private func subject(_ rules: ResolutionOrder.Rules, _ request: EndpointRequest, _ at: Instant) throws -> Subject {
        let asked = try AskedRules(rules, request, store, data)
        switch asked {
        case .draft(let trial, _):
            return Subject(names: asked.names, version: nil, index: trial.index, surfaces: trial.surfaces(at: at))
        case .release(let version, let index):
            let document = try store.releaseSurfaces(request.app, version)
            return Subject(
                names: asked.names, version: version, index: index,
                surfaces: document.flatMap { ReleaseSurfaces(document: $0) } ?? ReleaseSurfaces(of: Draft()))
        }
    }

    /// What the phone's build declares; nil if its screens are not stored, or do not say it.
    private func declared(_ phone: LinkPhone, _ app: String) throws(StoreError) -> DeclaredLinks? {
        guard let version = phone.appVersion else { return nil }
        let table = try store.screens(app, naming: [], withHosts: true)
        let build = ScreenTable.Build(platform: phone.os.rawValue, version: version)
        return table.builds.firstIndex(of: build).flatMap { table.hosts[$0] }.map { DeclaredLinks($0) }
    }

    /// What is not a step of the link, and yet decides what a device has: in sentences.
    private func notes(_ host: String, _ subject: Subject, _ app: String, _ opens: Bool) throws(StoreError) -> [String]
    {
        guard subject.surfaces.links.source(of: host) != nil else {
            return ["\"surfaces\" of these rules do not name \(host): its files are not made here"]
        }
        var notes: [String] = []
        if try store.findHost(host)?.app != app {
            notes.append(
                "the host \(host) does not belong to this app, so that nothing of it is served: `waymark host put \(host) \(app)`"
            )
        }
        let production = try store.channels(app).first { $0.name == ChannelRecord.production }
        if production?.isPublic != true {
            notes.append("production is not public, so that the host serves no file and no link")
        } else if let served = production?.version, served != subject.version {
            notes.append("the host serves release \(served) of production, and not these rules")
        }
        if opens {
            notes.append(
                "a device keeps the files that it has read for days; install the app anew, or look whether a person has "
                    + "chosen the browser for links of this host")
        }
        return notes
    }
}

extension PhoneDiagnosis.Step {
    fileprivate var json: JSONValue {
        var members: [String: JSONValue] = [
            "surface": .string(surface.rawValue), "passed": .bool(isPassed), "text": .string(text),
        ]
        members["next"] = next.map { .string($0) }
        return .object(members)
    }
}

extension Schema {
    private static let surface = Schema.words(PhoneDiagnosis.Surface.allCases.map(\.rawValue))
    fileprivate static let question = Schema.record(
        "LinkQuestion",
        [
            "address": .text(pattern: "^[Hh][Tt][Tt][Pp][Ss]?://", count: 1...DataLimits.addressBytesMax),
            "os": .words(LinkQuestion.systems.map(\.rawValue)),
            "osVersion?": .nullable(.text(pattern: versionPattern)),
            "appVersion?": .nullable(.text(pattern: versionPattern)),
            "inApp?": .nullable(.words(InAppBrowser.allCases.map(\.rawValue))),
            "release?": .nullable(releaseOrDraft), "channel?": .nullable(name), "at?": .nullable(instant),
        ])
    private static let versionPattern = "^[0-9]{1,9}(\\.[0-9]{1,9}){0,3}$"
    fileprivate static let diagnosis = Schema.record(
        "LinkDiagnosis",
        [
            "release": releaseOrDraft, "revision?": count, "at": instant, "opens": .flag, "wrong?": surface,
            "steps": .list(
                .record(
                    "LinkStep", ["surface": surface, "passed": .flag, "text": .text(), "next?": .text()])),
            "notes": texts,
        ])
}
