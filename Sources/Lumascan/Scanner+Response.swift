internal import Dispatch
internal import Threading

extension Scanner {
    /// Calls `answer` as soon as everything that opens and closes the source has come to it: at once, or when what is
    /// being opened or closed now is done. Never, where that is stuck.
    package func respond(_ answer: @escaping @Sendable () -> Void) {
        control.async { [weak self] in
            guard let keeper = self?.state.withLock({ $0.keeper }) else { return answer() }
            keeper.respond(answer)
        }
    }
}
