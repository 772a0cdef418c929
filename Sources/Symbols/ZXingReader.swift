package import Imaging

/// Reads symbols with zxing-cpp: all of a picture, whatever the library's version gives a call.
///
/// A call is followed by another on the same picture with what was read painted over, until nothing more is found or
/// the bounds on symbols and work are reached. A linear symbol gets the corners of its bars, not of a scan line.
package final class ZXingReader: SymbolReader {
    /// What is looked for.
    package let symbologies: SymbologySet
    private let maxCodes: Int
    private let effort: Effort
    private var canvas = Canvas()
    private var locator = CandidateLocator()

    /// - Parameters:
    ///   - symbologies: what to look for; what the library cannot read is left out.
    ///   - maxCodes: most symbols to read in a picture.
    package init(symbologies: SymbologySet = .standard, maxCodes: Int = 64, effort: Effort = .quick) {
        self.symbologies = symbologies.intersection(ReaderLibrary.zxing.symbologies)
        self.maxCodes = maxCodes
        self.effort = effort
    }

    package func read(_ luma: borrowing LumaView, pass: Int) -> Reading {
        // Under 16 codes between light and dark (the library's own threshold is 24) and under 10 modules there is
        // nothing to read; larger sides than 2^15 overflow the library's 16-bit run lengths.
        guard min(luma.width, luma.height) >= 4, max(luma.width, luma.height) >= 10,
            max(luma.width, luma.height) <= 1 << 15, luma.hasContrast(16)
        else { return Reading() }
        canvas.begin()
        let plan = LookPlan(
            width: luma.width, height: luma.height, effort: effort, pass: pass, places: places(of: luma, pass: pass))
        var look = Look(maxCodes: maxCodes, work: plan.work)
        for layer in plan.layers where !(layer.onlyIfEmpty && look.hasFound) {
            let requests = plan.requests(for: symbologies, on: layer).filter { !$0.symbologies.isEmpty }
            guard !requests.isEmpty else { continue }
            canvas.prepare(layer, of: luma)
            for request in requests { fulfil(request, on: layer, of: luma, &look) }
        }
        return Reading(look.symbols)
    }

    private func places(of luma: borrowing LumaView, pass: Int) -> [LookPlan.Layer] {
        guard LookPlan.needsPlaces(for: symbologies, effort: effort, pass: pass) else { return [] }
        locator.locate(in: luma)
        return CandidateChoice(of: locator.candidates, in: luma, effort: effort, pass: pass).layers
    }

    /// Asks for what `request` says until nothing more comes.
    private func fulfil(
        _ request: LookPlan.Request, on layer: LookPlan.Layer, of luma: borrowing LumaView, _ look: inout Look
    ) {
        var symbologies = request.symbologies
        while !symbologies.isEmpty && look.mayAsk(pixels: layer.pixelCount(of: luma.width * luma.height)) {
            let call = ZXingCall(
                symbologies: symbologies, maxSymbols: request.symbolsInCall,
                inverts: request.inverts)
            let readings = canvas.read(call, on: layer, of: luma)
            for reading in readings {
                if reading.place.isKnown { canvas.paint(over: reading.place, on: layer, of: luma) }
                guard reading.isBelieved, var symbol = reading.symbol.asRetail(among: self.symbologies) else {
                    continue
                }
                symbol.corners = layer.inPicture(reading.place.corners)
                look.add(symbol, isPlaced: reading.place.isKnown)
            }
            symbologies = request.following(
                readings.map(\.symbol.symbology), hasPlaces: readings.allSatisfy(\.place.isKnown))
        }
    }
}
