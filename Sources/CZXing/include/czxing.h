#pragma once

// What Lumascan needs of zxing-cpp, as plain C. No function lets a C++ exception out; with a library that would abort
// the process on a picture with several linear symbols, none is asked for more than one.

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// One bit each; the bit of a symbology is its place in the Swift enumeration.
enum {
    CZXING_QR_CODE = 1u << 0,
    CZXING_MICRO_QR_CODE = 1u << 1,
    CZXING_RMQR_CODE = 1u << 2,
    CZXING_DATA_MATRIX = 1u << 3,
    CZXING_AZTEC = 1u << 4,
    CZXING_PDF417 = 1u << 5,
    CZXING_MAXI_CODE = 1u << 6,
    CZXING_EAN13 = 1u << 7,
    CZXING_EAN8 = 1u << 8,
    CZXING_UPC_A = 1u << 9,
    CZXING_UPC_E = 1u << 10,
    CZXING_CODE128 = 1u << 11,
    CZXING_CODE93 = 1u << 12,
    CZXING_CODE39 = 1u << 13,
    CZXING_ITF = 1u << 14,
    CZXING_CODABAR = 1u << 15,
    CZXING_DATA_BAR = 1u << 16,
    CZXING_DATA_BAR_EXPANDED = 1u << 17,
    CZXING_LINEAR = 0x3ff80u,
};

enum czxing_content {
    CZXING_CONTENT_TEXT,
    CZXING_CONTENT_BINARY,
    CZXING_CONTENT_GS1,
    CZXING_CONTENT_ISO15434,
    CZXING_CONTENT_ECI,
};

/// 8-bit luma that is read in place: pixel (x, y) is `luma[y * row_stride + x * pixel_stride]`.
struct czxing_image {
    const uint8_t *luma;
    int width;
    int height;
    int row_stride;
    int pixel_stride;
};

struct czxing_options {
    /// Bits of the symbologies to look for.
    uint32_t formats;
    /// Most symbols to return, 1 to 255.
    int max_symbols;
    int try_harder;
    int try_rotate;
    /// Also light on dark; without effect where `czxing_inverts` is 0.
    int try_invert;
    /// Whether luma is 0 or 255 everywhere, so that the library need not look for a threshold.
    int is_binary;
};

/// One symbol; the pointers live as long as the list it is from.
struct czxing_symbol {
    uint32_t format;
    const uint8_t *bytes;
    size_t byte_count;
    /// UTF-8, may contain NUL.
    const char *text;
    size_t text_count;
    /// Ends with NUL.
    const char *aim;
    enum czxing_content content;
    /// x, y of top left, top right, bottom right, bottom left in the symbol's own order, in whole pixels.
    int corners[8];
    /// Lines of a linear symbol that agreed.
    int line_count;
    /// -1 where the symbol is no part of a sequence.
    int sequence_index;
    /// 0 where the number of parts is unknown.
    int sequence_count;
    /// Ends with NUL.
    const char *sequence_id;
};

struct czxing_list;

/// The symbols of a picture; NULL when the library failed. To be given to `czxing_list_free`.
struct czxing_list *czxing_read(const struct czxing_image *image, const struct czxing_options *options);
size_t czxing_list_count(const struct czxing_list *list);
/// Fills `symbol` with number `index` of the list; 0 when there is none.
int czxing_list_get(const struct czxing_list *list, size_t index, struct czxing_symbol *symbol);
void czxing_list_free(struct czxing_list *list);

/// Draws `text` (UTF-8, ended by NUL) as the symbol of the one symbology in `format`: a byte for each module, row by
/// row, 1 where it is dark, without a quiet zone; a linear symbol is one row. 0 where it cannot be drawn or needs more
/// than `capacity` bytes.
int czxing_draw(uint32_t format, const char *text, uint8_t *modules, size_t capacity, int *width, int *height);

/// Bits of the symbologies that the library can read.
uint32_t czxing_formats(void);
/// Whether the library itself can look for light on dark.
int czxing_inverts(void);
/// Whether the library can be asked for several linear symbols at once.
int czxing_reads_several_linear(void);
/// Version of the library, such as "1.4.0".
const char *czxing_version(void);

#ifdef __cplusplus
}
#endif
