internal import CX11
internal import Glibc
internal import Media
internal import Threading

/// A window of the X server for pictures that a GStreamer sink puts there.
///
/// `@unchecked Sendable`: after `init` the connection is used by the window's own thread alone.
@safe final class PictureWindow: @unchecked Sendable {
    enum Change: Sendable {
        /// The user wants it closed, or the X server is gone.
        case closed
        /// It is minimised or wholly covered, or can be seen again.
        case hidden(Bool)
        /// The first mouse button was pressed, in pixels of the window.
        case pressed(x: Double, y: Double)
    }

    /// Its number at the X server.
    let number: UInt
    private let display: OpaquePointer
    private let protocols: Atom
    private let deletion: Atom
    private let state: Atom
    private let hiddenState: Atom
    private let handler: @Sendable (Change) -> Void
    private let isClosing = Guarded(false)
    private let thread = BackgroundThread()

    /// Opens it, no larger than four fifths of the screen.
    /// - Parameter handler: is told on the window's thread.
    /// - Throws: `notFound` where there is no X server.
    init(title: String, width: Int, height: Int, _ handler: @escaping @Sendable (Change) -> Void) throws(MediaError) {
        guard let display = unsafe Self.connect() else { throw Self.noDisplay }
        let screen = unsafe XDefaultScreen(display)
        let (screenWidth, screenHeight) = unsafe (
            Double(XDisplayWidth(display, screen)), Double(XDisplayHeight(display, screen))
        )
        let scale = min(1, 0.8 * screenWidth / Double(max(1, width)), 0.8 * screenHeight / Double(max(1, height)))
        let size = (UInt32(max(1, Double(width) * scale)), UInt32(max(1, Double(height) * scale)))
        // SAFETY: a new connection that this value owns; strings live for the calls.
        unsafe number = UInt(
            XCreateSimpleWindow(
                display, XDefaultRootWindow(display), 0, 0, size.0, size.1, 0, 0, XBlackPixel(display, screen)))
        unsafe protocols = XInternAtom(display, "WM_PROTOCOLS", 0)
        unsafe deletion = XInternAtom(display, "WM_DELETE_WINDOW", 0)
        unsafe state = XInternAtom(display, "_NET_WM_STATE", 0)
        unsafe hiddenState = XInternAtom(display, "_NET_WM_STATE_HIDDEN", 0)
        unsafe self.display = display
        self.handler = handler
        var close = deletion
        unsafe XSetWMProtocols(display, number, &close, 1)
        setTitle(title)
        unsafe XSelectInput(
            display, number, StructureNotifyMask | VisibilityChangeMask | PropertyChangeMask | ButtonPressMask)
        unsafe XMapWindow(display, number)
        unsafe XFlush(display)
        thread.run { [self] in follow() }
    }

    /// Whether there is an X server to open windows at.
    static func check() throws(MediaError) {
        guard let display = unsafe connect() else { throw noDisplay }
        unsafe XCloseDisplay(display)
    }

    /// Closes it and waits until it is closed.
    func close() {
        isClosing.change { $0 = true }
        thread.wait()
    }

    private static let noDisplay = MediaError(
        .notFound, "there is no display", hint: "run it where DISPLAY names an X server", isOutput: true)

    /// Failures of the server are told to nobody by default, and the process ended.
    private static func connect() -> OpaquePointer? {
        _ = handlersAreSet
        return unsafe XOpenDisplay(nil)
    }

    private func setTitle(_ title: String) {
        let name = Array(title.utf8)
        // SAFETY: the bytes live for the calls.
        unsafe XChangeProperty(
            display, number, XInternAtom(display, "_NET_WM_NAME", 0), XInternAtom(display, "UTF8_STRING", 0), 8,
            PropModeReplace, name, Int32(name.count))
        unsafe XStoreName(display, number, title)
    }

    // MARK: The window's thread

    private func follow() {
        var isHidden = false
        var isCovered = false
        var isUnmapped = false
        Self.register(self)
        defer { Self.forget(self) }
        while !isClosing.withLock({ $0 }), !Self.isServerGone {
            var connection = unsafe pollfd(fd: XConnectionNumber(display), events: Int16(POLLIN), revents: 0)
            // SAFETY: one descriptor.
            unsafe poll(&connection, 1, 100)
            while unsafe XPending(display) > 0 {
                var event = unsafe XEvent()
                unsafe XNextEvent(display, &event)
                switch unsafe lumascan_event_type(&event) {
                case ClientMessage:
                    if unsafe lumascan_asks_to_close(&event, protocols, deletion) != 0 { handler(.closed) }
                case VisibilityNotify: unsafe isCovered = lumascan_visibility(&event) == VisibilityFullyObscured
                case ButtonPress:
                    let press = unsafe event.xbutton
                    if unsafe press.button == 1 { unsafe handler(.pressed(x: Double(press.x), y: Double(press.y))) }
                case DestroyNotify: handler(.closed)
                case UnmapNotify: isUnmapped = true
                case MapNotify: isUnmapped = false
                default: break
                }
            }
            let hides = isCovered || isUnmapped || isMinimised
            if hides != isHidden {
                isHidden = hides
                handler(.hidden(hides))
            }
        }
        guard !Self.isServerGone else { return }
        unsafe XDestroyWindow(display, number)
        unsafe XCloseDisplay(display)
    }

    /// Whether the window manager says that it is hidden, which it may do without unmapping it.
    private var isMinimised: Bool {
        var (type, format, count, rest): (Atom, Int32, UInt, UInt) = (0, 0, 0, 0)
        var bytes: UnsafeMutablePointer<UInt8>? = nil
        // SAFETY: the results are read on success only, and the list is freed here.
        guard
            unsafe XGetWindowProperty(
                display, number, state, 0, 64, 0, Atom(XA_ATOM), &type, &format, &count, &rest, &bytes) == 0,
            let bytes = unsafe bytes
        else { return false }
        defer { unsafe XFree(bytes) }
        guard format == 32 else { return false }
        return unsafe bytes.withMemoryRebound(to: Atom.self, capacity: Int(count)) { atoms in
            unsafe UnsafeBufferPointer(start: atoms, count: Int(count)).contains(hiddenState)
        }
    }

    // MARK: The X server

    private static let open = Guarded<[ObjectIdentifier: @Sendable (Change) -> Void]>([:])
    private static let serverIsGone = Guarded(false)

    /// Whether the connection to the server broke: threads that used one stand still for ever, and must not be waited for.
    static var isServerGone: Bool { serverIsGone.withLock { $0 } }

    private static func register(_ window: PictureWindow) {
        open.change { $0[ObjectIdentifier(window)] = window.handler }
    }

    private static func forget(_ window: PictureWindow) { open.change { $0[ObjectIdentifier(window)] = nil } }

    /// Xlib ends the process where the server fails. Its handlers must not return: the thread is given up instead.
    private static let handlersAreSet: Bool = {
        XInitThreads()
        unsafe XSetErrorHandler { _, _ in 0 }
        unsafe XSetIOErrorHandler { _ in
            PictureWindow.serverIsGone.change { $0 = true }
            for handler in PictureWindow.open.withLock({ Array($0.values) }) { handler(.closed) }
            while true { pause() }
        }
        return true
    }()
}
