import CanonicalJSON
import RouteDocuments
import RouteModel
import TestSupport
import Testing

extension Head {
    static func make(
        app: String = "moments", channel: String = "production", epoch: Int64 = 1, sequence: Int64 = 7,
        version: Int = 3,
        interval: Int = 60
    ) -> Head {
        let digest = String(repeating: "0a", count: 32)
        return Head(
            app: app, channel: channel, epoch: epoch, sequence: sequence, version: version, digest: digest,
            body: Head.bodyPath(app: app, digest: digest), poll: Poll(interval: interval, jitter: interval))
    }
}

@Suite("Heads", .scheduled)
struct HeadTests {
    @Test("a head is written and read back unchanged")
    func roundTrip() throws {
        let head = Head.make()
        #expect(try Head(decoding: head.canonicalBytes) == head)
        let value = try JSONValue(parsing: head.canonicalBytes)
        #expect(value.canonicalBytes == head.canonicalBytes)
        #expect(value["poll"]?["interval"] == 60)
    }

    @Test("compiled indexes are one object or a list; what is not an index is ignored")
    func indexes() throws {
        let digests = ["0b", "0c"].map { String(repeating: $0, count: 32) }
        var head = Head.make()
        head.indexes = [Head.Index(format: 2, digest: digests[0])]
        let one = head.canonicalBytes
        #expect(
            String(decoding: one, as: UTF8.self).contains(#""epoch":1,"index":{"digest":"\#(digests[0])","format":2},"#)
        )
        #expect(try Head(decoding: one) == head && JSONValue(parsing: one).canonicalBytes == one)
        head.indexes.append(Head.Index(format: 3, digest: digests[1]))
        #expect(try Head(decoding: head.canonicalBytes) == head)
        #expect(Head.indexPath(app: "a", digest: digests[0]) == "/v1/apps/a/indexes/\(digests[0])")
        for other in [
            "7", "[]", "null", #"{"format":2}"#, #"{"format":2,"digest":"0B"}"#, #"[[{"format":2}],"x"]"#,
            #"{"format":-1,"digest":"\#(digests[0])"}"#, #"{"format":"2","digest":"\#(digests[0])"}"#,
        ] {
            let text = String(decoding: Head.make().canonicalBytes, as: UTF8.self).dropLast() + ",\"index\":\(other)}"
            #expect(try Head(decoding: Array(text.utf8)) == Head.make(), "\(other)")
        }
        let more = #"[{"format":9,"digest":"\#(digests[0])","size":1},{"format":2}]"#
        let text = String(decoding: Head.make().canonicalBytes, as: UTF8.self).dropLast() + ",\"index\":\(more)}"
        #expect(try Head(decoding: Array(text.utf8)).indexes == [Head.Index(format: 9, digest: digests[0])])
    }

    @Test("the longest head, with indexes of two formats, is within its limit")
    func size() {
        let name = String(repeating: "a", count: ModelLimits.nameBytesMax)
        var head = Head.make(
            app: name, channel: name, epoch: 9_999_999_999, sequence: 1 << 53, version: Int(UInt32.max),
            interval: 86_400)
        head.indexes = [99, 100].map { Head.Index(format: $0, digest: head.digest) }
        #expect(head.canonicalBytes.count <= ModelLimits.headBytesMax, "\(head.canonicalBytes.count)")
    }

    @Test("unknown members are ignored, missing ones are reported")
    func lenient() throws {
        let text = String(decoding: Head.make().canonicalBytes, as: UTF8.self)
        let later = text.dropLast() + #","zSignature":{"x":[1.5]}}"#
        #expect(try Head(decoding: Array(later.utf8)) == Head.make())
        for (member, other) in [
            ("\"digest\":\"0a", "\"digest\":\"0A"), ("\"epoch\":1", "\"epoch\":-1"), ("sequence", "sequins"),
        ] {
            let broken = text.replacing(member, with: other)
            let error = #expect(throws: ModelError.self) { try Head(decoding: Array(broken.utf8)) }
            #expect(error?.code == .invalidHead)
        }
        #expect(throws: ModelError.self) { try Head(decoding: Array("<html>".utf8)) }
    }

    @Test("a higher epoch is newer for every sequence")
    func order() {
        #expect(Head.make(epoch: 2, sequence: 1).position > Head.make(epoch: 1, sequence: 99).position)
        #expect(Head.make(sequence: 8).position > Head.make(sequence: 7).position)
        #expect(Head.make().position.description == "1-7")
        #expect(Head.make(epoch: 9_999_999_999).position > Head.make(epoch: 1_795_350_459, sequence: 9).position)
    }
}
