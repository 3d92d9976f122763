import RouteModel
import TestSupport
import Testing

@testable import RouteIndex

@Suite("A damaged index file is refused and does not crash", .scheduled)
struct DamageTests {
    static let rules = """
        {"id":"a","match":["https://h.com/a/:x","https://:sub.h.com/v:y(\\\\d+)/*"],"to":{"screen":"A","parameters":{"k":"v"}},
         "when":{"platform":["ios"],"appVersion":">=5 <7","locale":["zh"],"attributes":{"g":["B"]},
                 "rollout":{"ramp":{"from":0,"to":100,"start":"2026-01-01T00:00:00Z","end":"2027-01-01T00:00:00Z"}},
                 "not":{"region":["CN"]}}},
        {"id":"b","match":["/b/:w(x|y)\\\\?q=1&c=:c"],"ignoreCase":true,"to":{"redirect":"https://h.com/a/{w}"}},
        {"id":"c","match":["/c/:rest*"],"strictSlash":true,"to":{"block":"no"}}
        """
    static let addresses = [
        "https://h.com/a/1", "https://s.h.com/v12/x/y", "https://h.com/B/x?q=1&c=2", "https://h.com/c/", "app:x",
        "mailto:a@b",
        "https://h.com/%E5%8D%9A/%ff/a", "https://other.org/",
    ]

    @Test("an undamaged file opens and has its digest, version and app")
    func whole() throws {
        let fixture = try IndexFixture.make(Self.rules)
        #expect(fixture.index.digest == IndexFixture.digest)
        #expect(fixture.index.version == 7 && fixture.index.app == "test")
        #expect(fixture.index.ruleCount == 3)
        let again = try CompiledIndex.compile(fixture.body, digest: IndexFixture.digest)
        #expect(again == fixture.bytes, "the same body gives the same bytes")
    }

    @Test("every truncation is refused")
    func truncated() throws {
        let bytes = try IndexFixture.make(Self.rules).bytes
        for count in 0..<bytes.count {
            #expect(throws: IndexError.self) { _ = try CompiledIndex(IndexBytes(Array(bytes[..<count]))) }
        }
        #expect(throws: IndexError.self) { _ = try CompiledIndex(IndexBytes(bytes + [0])) }
    }

    @Test("foreign files, other versions and wrong checksums have different error codes")
    func codes() throws {
        let bytes = try IndexFixture.make(Self.rules).bytes
        func code(_ change: (inout [UInt8]) -> Void) -> IndexError.Code? {
            var copy = bytes
            change(&copy)
            do {
                _ = try CompiledIndex(IndexBytes(copy))
                return nil
            } catch { return error.code }
        }
        #expect(code { $0[0] ^= 1 } == .foreign)
        #expect(code { $0[8] += 1 } == .newerFormat)
        #expect(code { $0[8] -= 1 } == .olderFormat)
        #expect(code { $0[$0.count - 20] ^= 1 } == .checksum)
        // A release number that is no `Int`, with a correct checksum.
        #expect(
            code {
                $0[IndexFormat.releaseAt + 7] |= 0x80
                $0 = CompiledIndex.resealed($0)
            } == .malformed)
        #expect(code { $0 = Array("{}".utf8) } == .truncated)
        #expect(code { $0 = Array("{\"format\":1,\"app\":\"x\"}".utf8) } == .foreign)
        #expect(code { _ in } == nil)
    }

    @Test("a changed byte is refused; with a recomputed checksum the file is refused or resolves")
    func everyByte() throws {
        let bytes = try IndexFixture.make(Self.rules).bytes
        var answered = 0
        for place in bytes.indices {
            for change: UInt8 in [0x01, 0x80, 0xFF] {
                var copy = bytes
                copy[place] ^= change
                #expect(throws: IndexError.self, "byte \(place)") { _ = try CompiledIndex(IndexBytes(copy)) }
                guard place >= IndexFormat.checksummedFrom else { continue }
                copy = CompiledIndex.resealed(copy)
                guard let index = try? CompiledIndex(IndexBytes(copy)) else { continue }
                answered += 1
                for address in Self.addresses.prefix(4) {
                    _ = index.resolve(
                        address, context: Context(platform: "ios"), at: IndexFixture.now, explaining: true)
                }
            }
        }
        print("damage: \(bytes.count) bytes, \(answered) of \(bytes.count * 3) resealed changes opened and answered")
        #expect(answered > 0 && answered < bytes.count * 3)
    }

    @Test("changed bytes with a correct checksum are refused or resolve, and do not crash")
    func mutated() throws {
        var generator = SeededGenerator.fromEnvironment(default: 20_261_121)
        let bytes = try IndexFixture.make(Self.rules).bytes
        var opened = 0
        for round in 0..<6000 {
            var copy = bytes
            for _ in 0..<(1 + round % 3) {
                let index = Int.random(in: IndexFormat.checksummedFrom..<copy.count, using: &generator)
                copy[index] =
                    round % 2 == 0
                    ? copy[index] ^ (1 << UInt8(round % 8)) : UInt8.random(in: 0...255, using: &generator)
            }
            copy = CompiledIndex.resealed(copy)
            guard let index = try? CompiledIndex(IndexBytes(copy)) else { continue }
            opened += 1
            for address in Self.addresses {
                let context = Context(
                    platform: "ios", appVersion: "6", deviceID: "d", locale: "zh-CN", attributes: ["g": "B"])
                _ = index.resolve(address, context: context, at: IndexFixture.now, explaining: true)
            }
        }
        print("damage: 6000 resealed mutations, \(opened) opened and answered")
        #expect(opened < 6000)
    }

    @Test("random bytes are refused")
    func random() {
        var generator = SeededGenerator.fromEnvironment(default: 3)
        for _ in 0..<2000 {
            var bytes = (0..<Int.random(in: 0...400, using: &generator)).map { _ in
                UInt8.random(in: 0...3, using: &generator)
            }
            if bytes.count >= IndexFormat.headerBytes {
                for byte in 0..<8 { bytes[byte] = UInt8(truncatingIfNeeded: IndexFormat.magic >> (8 * UInt64(byte))) }
                for byte in 8..<16 { bytes[byte] = byte == 8 ? UInt8(IndexFormat.version) : 0 }
                for byte in 0..<8 {
                    bytes[IndexFormat.lengthAt + byte] = UInt8(truncatingIfNeeded: bytes.count >> (8 * byte))
                }
                bytes = CompiledIndex.resealed(bytes)
            }
            #expect(throws: IndexError.self) { _ = try CompiledIndex(IndexBytes(bytes)) }
        }
    }
}
