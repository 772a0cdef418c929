#pragma once
// Carries gst-rtsp-server's compiler and linker flags to the C target CRTSPServer; declares nothing for Swift.
