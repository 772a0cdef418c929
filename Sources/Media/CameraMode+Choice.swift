extension [CameraMode] {
    /// The mode that a user's wish names: raw if there is one, else MJPEG, else H.264; nil where there is none.
    func request(for format: CameraFormat) -> CameraRequest? {
        let fitting = filter {
            $0.preference != nil && $0.widths.contains(format.width) && $0.heights.contains(format.height)
        }
        let requests: [CameraRequest] = fitting.compactMap { mode in
            let rate = format.rate.map { mode.rate(near: $0) } ?? mode.usualRate
            guard rate != nil || format.rate == nil || mode.rates.isEmpty else { return nil }
            return CameraRequest(coding: mode.coding, width: format.width, height: format.height, rate: rate)
        }
        return requests.min { ($0.coding.preference ?? .max) < ($1.coding.preference ?? .max) }
    }

    /// What suits best where nothing is asked for: the largest picture up to 1920x1080 at 25 frames a second or more, raw
    /// before MJPEG; nil where there is none.
    var usual: CameraRequest? {
        let requests: [CameraRequest] = compactMap { mode in
            guard let preference = mode.preference, preference < 2, mode.widths.lowerBound <= 1920,
                mode.heights.lowerBound <= 1080, let rate = mode.usualRate, rate.value >= CameraMode.leastUsualRate
            else { return nil }
            return CameraRequest(
                coding: mode.coding, width: Swift.min(1920, mode.widths.upperBound),
                height: Swift.min(1080, mode.heights.upperBound), rate: rate)
        }
        return requests.max { left, right in
            let (first, second) = (left.width * left.height, right.width * right.height)
            return first != second
                ? first < second : (left.coding.preference ?? .max) > (right.coding.preference ?? .max)
        }
    }

    /// The sizes and rates, as a message lists them: `640x480 at 15, 30; 1280x720 at 10`.
    var list: String {
        var sizes: [(text: String, rates: [String])] = []
        for mode in self where mode.preference != nil {
            let index = sizes.firstIndex { $0.text == mode.sizeText } ?? sizes.count
            if index == sizes.count { sizes.append((mode.sizeText, [])) }
            for text in mode.rateTexts where !sizes[index].rates.contains(text) { sizes[index].rates.append(text) }
        }
        let texts = sizes.prefix(12).map { size in
            size.rates.isEmpty ? size.text : "\(size.text) at \(size.rates.joined(separator: ", "))"
        }
        return texts.joined(separator: "; ") + (sizes.count > texts.count ? "; …" : "")
    }
}

extension CameraMode.Coding {
    /// The lower, the better; nil for what cannot be read.
    fileprivate var preference: Int? {
        switch self {
        case .raw: 0
        case .jpeg: 1
        case .h264: 2
        case .other: nil
        }
    }
}

extension CameraMode {
    /// A rate that is low for the eye and enough for codes in motion.
    fileprivate static let leastUsualRate = 25.0

    fileprivate var preference: Int? { coding.preference }

    /// `640x480`, or `16x16 to 1920x1080`.
    package var sizeText: String {
        let least = "\(widths.lowerBound)x\(heights.lowerBound)"
        let largest = "\(widths.upperBound)x\(heights.upperBound)"
        return least == largest ? least : "\(least) to \(largest)"
    }

    /// `30`, `29.97`, `1 to 60`.
    package var rateTexts: [String] {
        rates.map { range in
            range.lowerBound == range.upperBound
                ? range.lowerBound.text : "\(range.lowerBound.text) to \(range.upperBound.text)"
        }
    }

    /// The rate nearest to 30 of those that are no less than 25, else the highest.
    fileprivate var usualRate: FrameRate? {
        let candidates = rates.flatMap { range in
            [range.lowerBound, range.upperBound] + (FrameRate(30, 1).map { range.contains($0) ? [$0] : [] } ?? [])
        }
        let good = candidates.filter { $0.value >= Self.leastUsualRate }
        return good.min { abs($0.value - 30) < abs($1.value - 30) } ?? candidates.max()
    }

    /// The rate that a number means: 29.97 is 30000/1001, and 30 is too where there is no other.
    fileprivate func rate(near wanted: Double) -> FrameRate? {
        let candidates = rates.flatMap { range -> [FrameRate] in
            let isInside = range.lowerBound.value < wanted && wanted < range.upperBound.value
            let exact = isInside ? FrameRate(Int((wanted * 1000).rounded()), 1000) : nil
            return [range.lowerBound, range.upperBound] + (exact.map { [$0] } ?? [])
        }
        let nearest = candidates.min { abs($0.value - wanted) < abs($1.value - wanted) }
        return nearest.flatMap { abs($0.value - wanted) <= 0.002 * wanted ? $0 : nil }
    }
}

extension FrameRate {
    /// The rate with two decimals at most.
    fileprivate var text: String {
        let hundredths = Int((value * 100).rounded())
        let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
        if rest == 0 { return "\(whole)" }
        return rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }
}
