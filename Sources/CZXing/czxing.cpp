// The adapter to zxing-cpp 1.4 (Result, DecodeHints), 2.x (Barcode and ReaderOptions since 2.2) and 3.x (formats as
// symbology and variant). See czxing.h for what the functions do.

#include "czxing.h"

#define ZX_USE_UTF8
#if __has_include(<ZXing/Version.h>)
#include <ZXing/Version.h>
#else
#include <ZXing/ZXVersion.h>
#endif
#include <ZXing/ReadBarcode.h>
// A library can be built without it.
#if __has_include(<ZXing/MultiFormatWriter.h>)
#include <ZXing/BitMatrix.h>
#include <ZXing/MultiFormatWriter.h>
#define CZXING_DRAWS
#endif

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

using ZXing::BarcodeFormat;

#if ZXING_VERSION_MAJOR > 2 || (ZXING_VERSION_MAJOR == 2 && ZXING_VERSION_MINOR >= 2)
using Options = ZXing::ReaderOptions;
#else
using Options = ZXing::DecodeHints;
#endif

struct Known {
    uint32_t bit;
    BarcodeFormat format;
};

// What to ask for. In 3.x QRCode and EANUPC would stand for their whole families.
constexpr Known asked[] = {
#if ZXING_VERSION_MAJOR >= 3
    {CZXING_QR_CODE, BarcodeFormat::QRCodeModel2},
    {CZXING_QR_CODE, BarcodeFormat::QRCodeModel1},
    {CZXING_DATA_BAR, BarcodeFormat::DataBarOmni},
    {CZXING_DATA_BAR, BarcodeFormat::DataBarStk},
    {CZXING_DATA_BAR, BarcodeFormat::DataBarStkOmni},
    {CZXING_DATA_BAR_EXPANDED, BarcodeFormat::DataBarExp},
    {CZXING_DATA_BAR_EXPANDED, BarcodeFormat::DataBarExpStk},
#else
    {CZXING_QR_CODE, BarcodeFormat::QRCode},
    {CZXING_DATA_BAR, BarcodeFormat::DataBar},
    {CZXING_DATA_BAR_EXPANDED, BarcodeFormat::DataBarExpanded},
#endif
#if ZXING_VERSION_MAJOR > 2 || (ZXING_VERSION_MAJOR == 2 && ZXING_VERSION_MINOR >= 2)
    {CZXING_RMQR_CODE, BarcodeFormat::RMQRCode},
#endif
    {CZXING_MICRO_QR_CODE, BarcodeFormat::MicroQRCode},
    {CZXING_DATA_MATRIX, BarcodeFormat::DataMatrix},
    {CZXING_AZTEC, BarcodeFormat::Aztec},
    {CZXING_PDF417, BarcodeFormat::PDF417},
    {CZXING_MAXI_CODE, BarcodeFormat::MaxiCode},
    {CZXING_EAN13, BarcodeFormat::EAN13},
    {CZXING_EAN8, BarcodeFormat::EAN8},
    {CZXING_UPC_A, BarcodeFormat::UPCA},
    {CZXING_UPC_E, BarcodeFormat::UPCE},
    {CZXING_CODE128, BarcodeFormat::Code128},
    {CZXING_CODE93, BarcodeFormat::Code93},
    {CZXING_CODE39, BarcodeFormat::Code39},
    {CZXING_ITF, BarcodeFormat::ITF},
    {CZXING_CODABAR, BarcodeFormat::Codabar},
};

uint32_t bitOf(BarcodeFormat format) {
    for (const Known &known : asked)
        if (known.format == format) return known.bit;
#if ZXING_VERSION_MAJOR >= 3
    // A variant that is answered but never asked for by its own name.
    switch (ZXing::Symbology(format)) {
    case BarcodeFormat::QRCode: return CZXING_QR_CODE;
    case BarcodeFormat::Aztec: return CZXING_AZTEC;
    case BarcodeFormat::PDF417: return CZXING_PDF417;
    case BarcodeFormat::EANUPC: return CZXING_EAN13;
    case BarcodeFormat::Code39: return CZXING_CODE39;
    case BarcodeFormat::ITF: return CZXING_ITF;
    case BarcodeFormat::DataBar: return CZXING_DATA_BAR;
    default: return 0;
    }
#else
    return 0;
#endif
}

ZXing::BarcodeFormats formatsOf(uint32_t bits) {
#if ZXING_VERSION_MAJOR >= 3
    std::vector<BarcodeFormat> formats;
    for (const Known &known : asked)
        if (bits & known.bit) formats.push_back(known.format);
    return ZXing::BarcodeFormats(std::move(formats));
#else
    ZXing::BarcodeFormats formats;
    for (const Known &known : asked)
        if (bits & known.bit) formats |= known.format;
    return formats;
#endif
}

Options optionsOf(const czxing_options &asked) {
    Options options;
    int most = std::clamp(asked.max_symbols, 1, 255);
    if ((asked.formats & CZXING_LINEAR) && !czxing_reads_several_linear()) most = 1;
    options.setFormats(formatsOf(asked.formats));
    options.setMaxNumberOfSymbols(static_cast<uint8_t>(most));
    // 1.4 asserts when it compares a DataBar symbol with one it has; with 1 it returns the first and compares none.
    const bool isDataBar = asked.formats & (CZXING_DATA_BAR | CZXING_DATA_BAR_EXPANDED);
    options.setMinLineCount(isDataBar && !czxing_reads_several_linear() ? 1 : 2);
    options.setTryHarder(asked.try_harder != 0);
    options.setTryRotate(asked.try_rotate != 0);
    options.setTryDownscale(false);
    if (asked.is_binary) options.setBinarizer(ZXing::Binarizer::FixedThreshold);
    options.setEanAddOnSymbol(ZXing::EanAddOnSymbol::Ignore);
#if ZXING_VERSION_MAJOR == 1
    options.setReturnCodabarStartEnd(true);
#endif
#if ZXING_VERSION_MAJOR >= 2
    options.setTryInvert(asked.try_invert != 0);
    options.setTextMode(ZXing::TextMode::Plain);
#endif
    return options;
}

czxing_content contentOf(ZXing::ContentType type) {
    switch (type) {
    case ZXing::ContentType::Text: return CZXING_CONTENT_TEXT;
    case ZXing::ContentType::Binary: return CZXING_CONTENT_BINARY;
    case ZXing::ContentType::Mixed: return CZXING_CONTENT_BINARY;
    case ZXing::ContentType::GS1: return CZXING_CONTENT_GS1;
    case ZXing::ContentType::ISO15434: return CZXING_CONTENT_ISO15434;
    case ZXing::ContentType::UnknownECI: return CZXING_CONTENT_ECI;
    }
    return CZXING_CONTENT_BINARY;
}

struct Symbol {
    uint32_t format = 0;
    std::vector<uint8_t> bytes;
    std::string text;
    std::string aim;
    czxing_content content = CZXING_CONTENT_TEXT;
    int corners[8] = {};
    int lineCount = 0;
    int sequenceIndex = -1;
    int sequenceCount = 0;
    std::string sequenceID;
};

template <typename Result> Symbol symbolOf(const Result &result) {
    Symbol symbol;
    symbol.format = bitOf(result.format());
    symbol.bytes.assign(result.bytes().begin(), result.bytes().end());
    symbol.aim = result.symbologyIdentifier();
    symbol.content = contentOf(result.contentType());
    try {
        symbol.text = result.text();
    } catch (...) {
        symbol.text.clear();
    }
    // A character set that the library cannot convert leaves the bytes to be shown.
    if (symbol.text.empty()) symbol.text.assign(symbol.bytes.begin(), symbol.bytes.end());
#if ZXING_VERSION_MAJOR >= 3
    if (symbol.format == CZXING_UPC_E) {
        // text() and bytes() are the number widened to 13 digits; the symbol itself holds 8.
        std::string digits;
        for (char c : result.extra(ZXing::BarcodeExtra::UPCE))
            if (c >= '0' && c <= '9') digits.push_back(c);
        if (digits.size() == 8) {
            symbol.text = digits;
            symbol.bytes.assign(digits.begin(), digits.end());
        }
    }
#endif
    const auto &position = result.position();
    for (int i = 0; i < 4; ++i) {
        symbol.corners[2 * i] = static_cast<int>(position[i].x);
        symbol.corners[2 * i + 1] = static_cast<int>(position[i].y);
    }
    symbol.lineCount = result.lineCount();
    if (result.isPartOfSequence()) {
        symbol.sequenceIndex = result.sequenceIndex();
        symbol.sequenceCount = result.sequenceSize();
        symbol.sequenceID = result.sequenceId();
    }
    return symbol;
}

} // namespace

struct czxing_list {
    std::vector<Symbol> symbols;
};

czxing_list *czxing_read(const czxing_image *image, const czxing_options *options) {
    try {
        auto list = std::unique_ptr<czxing_list>(new czxing_list);
        if (options->formats & czxing_formats()) {
            const ZXing::ImageView view(image->luma, image->width, image->height, ZXing::ImageFormat::Lum,
                                        image->row_stride, image->pixel_stride);
            for (const auto &result : ZXing::ReadBarcodes(view, optionsOf(*options))) {
                if (!result.isValid()) continue;
                Symbol symbol = symbolOf(result);
                if (symbol.format) list->symbols.push_back(std::move(symbol));
            }
        }
        return list.release();
    } catch (...) {
        return nullptr;
    }
}

size_t czxing_list_count(const czxing_list *list) { return list->symbols.size(); }

int czxing_list_get(const czxing_list *list, size_t index, czxing_symbol *symbol) {
    if (index >= list->symbols.size()) return 0;
    const Symbol &source = list->symbols[index];
    *symbol = {};
    symbol->format = source.format;
    symbol->bytes = source.bytes.data();
    symbol->byte_count = source.bytes.size();
    symbol->text = source.text.data();
    symbol->text_count = source.text.size();
    symbol->aim = source.aim.c_str();
    symbol->content = source.content;
    std::copy(std::begin(source.corners), std::end(source.corners), symbol->corners);
    symbol->line_count = source.lineCount;
    symbol->sequence_index = source.sequenceIndex;
    symbol->sequence_count = source.sequenceCount;
    symbol->sequence_id = source.sequenceID.c_str();
    return 1;
}

void czxing_list_free(czxing_list *list) { delete list; }

// 3.x would rather have CreateBarcode, which a library that was built without zint does not have.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
int czxing_draw(uint32_t format, const char *text, uint8_t *modules, size_t capacity, int *width, int *height) {
    try {
#ifdef CZXING_DRAWS
        for (const Known &known : asked) {
            if (known.bit != format) continue;
            ZXing::MultiFormatWriter writer(known.format);
            const ZXing::BitMatrix matrix = writer.setMargin(0).encode(std::string(text), 0, 0);
            if (static_cast<size_t>(matrix.width()) * matrix.height() > capacity) return 0;
            for (int y = 0; y < matrix.height(); ++y)
                for (int x = 0; x < matrix.width(); ++x) *modules++ = matrix.get(x, y);
            *width = matrix.width();
            *height = matrix.height();
            return 1;
        }
#endif
        return 0;
    } catch (...) {
        return 0;
    }
}
#pragma GCC diagnostic pop

uint32_t czxing_formats(void) {
    uint32_t bits = 0;
    for (const Known &known : asked) bits |= known.bit;
    return bits;
}

int czxing_inverts(void) { return ZXING_VERSION_MAJOR >= 2; }

// 1.4 compares linear results by an operator that asserts on what it has merged before (Result.cpp, lineCount() == 1).
int czxing_reads_several_linear(void) { return ZXING_VERSION_MAJOR >= 2; }

const char *czxing_version(void) {
#define CZXING_QUOTE(x) #x
#define CZXING_DIGITS(x) CZXING_QUOTE(x)
    return CZXING_DIGITS(ZXING_VERSION_MAJOR) "." CZXING_DIGITS(ZXING_VERSION_MINOR) "." CZXING_DIGITS(
        ZXING_VERSION_PATCH);
}
