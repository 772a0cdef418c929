extension ModuleGrid {
    /// A module's value within −1 to 1; 0, not known, for one that is not finite.
    @inline(__always)
    static func known(_ value: Float) -> Float {
        if value.magnitude <= 1 { return value }
        return value.isFinite ? (value > 0 ? 1 : -1) : 0
    }
}
