internal import Media

extension Options {
    /// How a network source is opened.
    func access(to address: SourceAddress) -> NetworkAccess {
        let credentials = credentials ?? address.credentials
        let transport: NetworkAccess.Transport =
            switch self.transport {
            case .auto: .auto
            case .tcp: .tcp
            case .udp: .udp
            }
        return NetworkAccess(
            user: credentials?.user, password: credentials?.password, latency: latency, transport: transport,
            authorities: authorities)
    }

    /// Keeps the secrets of a source and of its outputs out of everything that libraries write.
    func hideSecrets(of source: Source) {
        if let restream = outputs.restream { SecretLog.hide(SourceAddress(restream).secrets.texts) }
        guard case .uri(let text) = source else { return }
        var secrets = SourceAddress(text).secrets
        if let credentials { secrets.add(credentials) }
        SecretLog.hide(secrets.texts)
    }
}

extension Options.CameraFormat {
    var wanted: CameraFormat { CameraFormat(width: width, height: height, rate: rate) }
}
