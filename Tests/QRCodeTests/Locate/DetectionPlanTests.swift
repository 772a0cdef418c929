import Testing

@testable import QRCode

@Suite struct DetectionPlanTests {
    private func finest(
        _ width: Int, _ height: Int, effort: QRReader.Effort = .quick, pass: Int = 0
    ) -> DetectionPlan.Search? {
        DetectionPlan(effort: effort, width: width, height: height, levels: 3, pass: pass).searches.last
    }

    @Test func coarseLevelsComeFirst() {
        let plan = DetectionPlan(effort: .quick, width: 640, height: 480, levels: 3, pass: 0)
        #expect(plan.searches.map(\.level) == [2, 1, 0])
        #expect(plan.searches.map(\.criteria.leastLength) == [12, 12, 8])
    }

    @Test(arguments: [(640, 480, 3), (1280, 720, 6), (1920, 1080, 12)])
    func rowsOfAQuickLookAreFurtherApartInLargePictures(width: Int, height: Int, step: Int) {
        #expect(finest(width, height)?.criteria.step == step)
    }

    /// The least core, of 4 rows, is met in three looks, wherever it begins.
    @Test func threeLooksMeetAllRows() {
        let rows = Set(
            (0..<3).flatMap { pass in
                let search = finest(1920, 1080, pass: pass)
                return Array(stride(from: search?.firstRow ?? 0, to: 120, by: search?.criteria.step ?? 120))
            })
        #expect((0..<112).allSatisfy { start in (start..<start + 4).contains { rows.contains($0) } })
    }

    @Test func extrasTakeTurnsOverEightLooks() {
        let extras = (0..<8).map { DetectionPlan.extra(pass: $0) }
        #expect(extras == [nil, .open, nil, .inverted, nil, .fine, nil, nil])
        let searches = (8..<16).compactMap { finest(1920, 1080, pass: $0) }
        #expect(searches.map(\.criteria.inverts) == extras.map { $0 == .inverted })
        #expect(searches.map(\.hasCoarseThresholds) == extras.map { $0 != .fine })
    }

    @Test func aThoroughLookMakesAllSearches() {
        for pass in 0..<8 {
            let search = finest(640, 480, effort: .thorough, pass: pass)
            #expect(search?.criteria.inverts == true)
            #expect(search?.criteria.bearsOpenEnds == true)
            #expect(search?.hasCoarseThresholds == false)
        }
    }
}
