#pragma once
// The harness that drives one element by its pads.
#include <gst/check/gstharness.h>
