#pragma once
// Carries libzxing's compiler and linker flags to the C++ target CZXing; declares nothing for Swift.
