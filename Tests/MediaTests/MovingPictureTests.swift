import Testing

@testable import Media

struct MovingPictureTests {
    private func places(_ path: MovingPicture.Path, start: Int, speed: Int, at seconds: [Int]) throws -> [Int] {
        let picture = try #require(OverlayPicture(width: 20, height: 1, pixels: .init(repeating: 0, count: 20)))
        let moving = MovingPicture(picture, path: path, start: start, top: 7, speed: speed)
        return seconds.map { moving.place(at: .seconds($0), width: 100).x }
    }

    @Test("One that goes through leaves the video on one side and comes in on the other")
    func through() throws {
        #expect(try places(.through, start: 50, speed: 10, at: [0, 4, 5, 7, 12]) == [50, 90, -20, 0, 50])
        #expect(try places(.through, start: 50, speed: -10, at: [0, 5, 6, 7, 12]) == [50, 0, -10, -20, 50])
    }

    @Test("One that stays turns round at both sides")
    func between() throws {
        #expect(try places(.between, start: 50, speed: 10, at: [0, 3, 4, 11, 12]) == [50, 80, 70, 0, 10])
    }
}
