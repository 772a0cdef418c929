internal import Monitoring

/// What is known to be in view.
struct Scene: Sendable {
    var tracks: [Track] = []
    /// Where codes stay that cannot be read, as far as they were told.
    var unread: [UnreadPlace] = []
}
