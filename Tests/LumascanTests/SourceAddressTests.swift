import Foundation
import Testing

@testable import Lumascan

struct SourceAddressTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var text: String
        var uri: String
        var user: String?
        var password: String?
        var testDescription: String { text }
    }

    @Test(
        "Credentials are taken out of a URI and decoded",
        arguments: [
            Case(text: "rtsp://cam/1", uri: "rtsp://cam/1"),
            Case(text: "rtsp://cam:554/1?x=1", uri: "rtsp://cam:554/1?x=1"),
            Case(text: "rtsp://me:pw@cam:554/1", uri: "rtsp://cam:554/1", user: "me", password: "pw"),
            Case(text: "rtsp://me@cam/1", uri: "rtsp://cam/1", user: "me", password: ""),
            Case(text: "rtsp://me:p@ss@cam/1", uri: "rtsp://cam/1", user: "me", password: "p@ss"),
            Case(text: "rtsp://me:p%40s%3As@cam/1", uri: "rtsp://cam/1", user: "me", password: "p@s:s"),
            Case(text: "rtsp://me:a:b@cam/1", uri: "rtsp://cam/1", user: "me", password: "a:b"),
            Case(text: "rtsp://m%20e:%C3%A4@[::1]:8554/1", uri: "rtsp://[::1]:8554/1", user: "m e", password: "ä"),
            Case(text: "rtsp://me:pa/ss@cam/1", uri: "rtsp://cam/1", user: "me", password: "pa/ss"),
            Case(text: "rtsp://cam/user@place", uri: "rtsp://cam/user@place"),
            Case(text: "rtsp://cam:554/user@place", uri: "rtsp://cam:554/user@place"),
            Case(text: "clip.mp4", uri: "clip.mp4"), Case(text: "a://", uri: "a://"),
        ])
    func parts(of given: Case) {
        let address = SourceAddress(given.text)
        #expect(address.uri == given.uri)
        #expect(address.credentials?.user == given.user)
        #expect(address.credentials?.password == given.password)
    }

    @Test(
        "An address that leads nowhere is told from one that may",
        arguments: [
            ("rtsp://cam/1", nil), ("rtsp://me:pw@cam:554", nil), ("rtsp://[::1]:8554/1", nil), ("http://h", nil),
            ("rtsp://", "has no host"), ("rtsp:///1", "has no host"), ("rtsp://me:pw@:554/1", "has no host"),
            ("rtsp://cam:0/1", "has no valid port"), ("http://cam:99999/", "has no valid port"),
            ("rtmp://cam:x/1", "has no valid port"), ("udp://", nil), ("srt://:7001", nil),
        ])
    func problem(text: String, problem: String?) {
        #expect(SourceAddress(text).problem == problem)
    }

    @Test(
        "Of a text that may hold a password, nothing of it is shown",
        arguments: [
            ("rtsp://joe:hun@ter2/secret@10.0.0.1:554/cam", "rtsp://10.0.0.1:554/cam"),
            ("rtsp://joe:pw@cam/a@b", "rtsp://b"), ("rtsp://cam/a@b", "rtsp://cam/a@b"),
            ("rtsp:/joe:hunter2@cam/1", "***@cam/1"), ("joe:hunter2@cam/1", "***@cam/1"),
            ("me@place.mp4", "me@place.mp4"), ("a:b.mp4", "a:b.mp4"),
        ])
    func shown(text: String, shown: String) {
        #expect(Source.shown(text) == shown)
    }

    @Test("What may be a part of a password is hidden in logs as well")
    func parts() {
        let secrets = SourceAddress("rtsp://joe:hun@ter2/secret@cam/1").secrets.texts
        #expect(secrets.isSuperset(of: ["hun", "ter2", "ter2/secret"]))
    }

    @Test("Every form of a password is secret")
    func forms() {
        let secrets = SourceAddress("rtsp://me:p%40s%3as@cam/1").secrets.texts
        let basic = Data("me:p@s:s".utf8).base64EncodedString()
        for form in ["p@s:s", "p%40s%3as", "p%40s%3As", basic] { #expect(secrets.contains(form), "\(form)") }
        #expect(!secrets.contains("me"))
    }

    @Test("Secrets of the query are known by their names, encoded and decoded")
    func query() {
        let secrets = SourceAddress("http://cam/v?user=u1&Password=a%26b&channel=1&auth_token=xyz#frag").secrets.texts
        for form in ["u1", "a&b", "a%26b", "xyz"] { #expect(secrets.contains(form), "\(form)") }
        #expect(!secrets.contains("1"))
        #expect(SourceAddress("http://cam/v?keyframe=1&username_hint=2").secrets.texts.isEmpty)
    }

    @Test("Percent-coding goes both ways", arguments: ["", "plain", "a b/ü@:%", "100%", "%zz"])
    func coding(text: String) {
        for isUppercase in [true, false] {
            #expect(PercentCoding.decoded(PercentCoding.encoded(text, isUppercase: isUppercase)) == text)
        }
        #expect(PercentCoding.decoded("%41%zz%4") == "A%zz%4")
        #expect(PercentCoding.decoded("%ff") == "%ff")
    }
}
