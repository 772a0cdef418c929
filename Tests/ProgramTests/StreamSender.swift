import TestSupport
import Testing

/// Sends MPEG transport streams to a port of this machine, at the pace of their clocks.
enum StreamSender {
    /// Sends the files one after the other, with these shares of packets lost and exchanged with the next; returns what
    /// was lost and exchanged.
    static func send(
        _ files: [String], to port: String, lost: Double = 0, exchanged: Double = 0
    ) throws -> (lost: Int, exchanged: Int) {
        let output = try Command.output(
            of: ["/usr/bin/python3", "-c", script, port, "\(lost)", "\(exchanged)"] + files, timeout: 60)
        let counts = String(decoding: output, as: UTF8.self).split(whereSeparator: \.isWhitespace).compactMap {
            Int($0)
        }
        try #require(counts.count == 2)
        return (counts[0], counts[1])
    }

    private static let script = """
        import random, socket, sys, time
        port, loss, exchange = int(sys.argv[1]), float(sys.argv[2]), float(sys.argv[3])
        chance = random.Random(7)
        out = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        send = lambda packets: out.sendto(packets, ("127.0.0.1", port))
        def clock(packet):
            if packet[3] & 0x20 and packet[4] > 6 and packet[5] & 0x10:
                return (int.from_bytes(packet[6:11], "big") >> 7) / 90000
        held, lost, exchanged = None, 0, 0
        for name in sys.argv[4:]:
            data = open(name, "rb").read()
            begin, first = time.monotonic(), None
            for at in range(0, len(data), 7 * 188):
                packets = data[at:at + 7 * 188]
                for one in range(0, len(packets), 188):
                    now = clock(packets[one:one + 188])
                    if now is not None:
                        first = now if first is None else first
                        time.sleep(max(0, begin + now - first - time.monotonic()))
                if chance.random() < loss:
                    lost += 1
                elif held is None and chance.random() < exchange:
                    held = packets
                    exchanged += 1
                else:
                    send(packets)
                    if held:
                        send(held)
                        held = None
        print(lost, exchanged)
        """
}
