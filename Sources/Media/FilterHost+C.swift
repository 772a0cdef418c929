internal import CGStreamer

extension FilterHost {
    /// A strong reference for the C half, and the functions that take it.
    @safe package struct Exported {
        package let half: UnsafeMutableRawPointer
        /// A `LumascanTransform`; it is never freed.
        package let functions: UnsafeRawPointer
    }

    package func export() -> Exported {
        // SAFETY: the C half releases the reference through the table.
        unsafe Exported(half: Unmanaged.passRetained(self).toOpaque(), functions: UnsafeRawPointer(Self.functions))
    }

    private static func from(_ half: gpointer?) -> FilterHost? {
        guard let half = unsafe half else { return nil }
        // SAFETY: made by `export` and not yet released.
        return unsafe Unmanaged<FilterHost>.fromOpaque(half).takeUnretainedValue()
    }

    /// SAFETY: written once, before it is shared, and never freed.
    private nonisolated(unsafe) static let functions: UnsafePointer<LumascanTransform> = {
        let table = UnsafeMutablePointer<LumascanTransform>.allocate(capacity: 1)
        unsafe table.initialize(
            to: LumascanTransform(
                start: { half in unsafe from(half)?.start() == true ? 1 : 0 },
                stop: { half in unsafe from(half)?.stop() },
                set_caps: { half, caps in
                    guard let caps = unsafe caps else { return 0 }
                    return unsafe from(half)?.follow(caps) == true ? 1 : 0
                },
                submit: { half, segment, buffer in
                    guard let buffer = unsafe buffer else { return GST_FLOW_ERROR }
                    return unsafe from(half)?.submit(buffer, in: segment) ?? GST_FLOW_ERROR
                },
                generate: { half, buffer in
                    unsafe buffer?.pointee = unsafe from(half)?.generate()
                    return GST_FLOW_OK
                },
                sink_event: { half, event in
                    guard let event = unsafe event else { return 0 }
                    return unsafe from(half)?.take(event) == true ? 1 : 0
                },
                drain: { half in unsafe from(half)?.drain() },
                source_event: { half, event in
                    guard let event = unsafe event else { return 0 }
                    return unsafe from(half)?.takeUpstream(event) == false ? 0 : 1
                },
                latency: { half in unsafe from(half)?.latency ?? 0 },
                is_passthrough: { half in unsafe from(half)?.isPassthrough == true ? 1 : 0 },
                stats: { half in unsafe from(half)?.statistics.copy() },
                release: { half in
                    guard let half = unsafe half else { return }
                    unsafe Unmanaged<FilterHost>.fromOpaque(half).release()
                }))
        return unsafe UnsafePointer(table)
    }()
}
