/// How much a look at a picture may cost.
public enum Effort: String, Sendable, Hashable, CaseIterable {
    /// For video: what one look misses, the next may see. Expensive passes take turns by the number of the look.
    case quick
    /// For a picture that is looked at once: every pass, every time.
    case thorough
}
