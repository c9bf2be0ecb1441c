/**
 * Electron as the shell uses it, played: what it is asked is recorded, and a test lets happen what the real one would. The
 * configuration of the tests puts it in the place of the module `electron`. There is one, as there is one of the real app,
 * whatever imports it; `fresh` makes it as it is when a process begins.
 */
import { EventEmitter } from 'node:events'

class CommandLine {
  readonly switches = new Map<string, string>()
  appendSwitch(name: string, value = ''): void {
    this.switches.set(name, value)
  }
  hasSwitch(name: string): boolean {
    return this.switches.has(name)
  }
  getSwitchValue(name: string): string {
    return this.switches.get(name) ?? ''
  }
}

class FakeApp extends EventEmitter {
  isPackaged = false
  commandLine = new CommandLine()
  readonly paths = new Map<string, string>()
  readonly recent: string[] = []
  /** what was asked of it, in order: "exit 2", "quit" */
  readonly asked: string[] = []
  /** the first one that runs has it */
  isFirst = true
  /** as it was handed to the first instance */
  handed: unknown
  ready: Promise<void> = Promise.resolve()

  setName(name: string): void {
    this.asked.push(`name ${name}`)
  }
  setAppUserModelId(id: string): void {
    this.asked.push(`model ${id}`)
  }
  getPath(name: string): string {
    return this.paths.get(name) ?? `/nowhere/${name}`
  }
  setPath(name: string, path: string): void {
    this.paths.set(name, path)
  }
  getAppPath(): string {
    return this.getPath('app')
  }
  exit(status: number): void {
    this.asked.push(`exit ${status}`)
  }
  quit(): void {
    this.asked.push('quit')
  }
  requestSingleInstanceLock(data: unknown): boolean {
    this.handed = data
    return this.isFirst
  }
  disableDomainBlockingFor3DAPIs(): void {
    this.asked.push('3D stays')
  }
  addRecentDocument(path: string): void {
    this.recent.push(path)
  }
  clearRecentDocuments(): void {
    this.recent.length = 0
  }
  whenReady(): Promise<void> {
    return this.ready
  }
}

/** An event that can be prevented, as Electron's are. */
export class FakeEvent {
  prevented = false
  constructor(readonly fields: Readonly<Record<string, unknown>> = {}) {
    Object.assign(this, fields)
  }
  preventDefault(): void {
    this.prevented = true
  }
}

export class FakeContents extends EventEmitter {
  readonly mainFrame = { origin: 'app://trimline' }
  readonly sent: { channel: string; value: unknown }[] = []
  /** what was asked of it, in order */
  readonly asked: string[] = []
  /** answers of the page to scripts, by default that nothing is edited */
  script: (code: string) => Promise<unknown> = async () => false
  /** pictures that it paints, one each time; null: nothing yet */
  pictures: (FakePicture | null)[] = []
  destroyed = false
  crashed = false
  loading = false
  devTools = false

  send(channel: string, value: unknown): void {
    this.sent.push({ channel, value })
  }
  isDestroyed(): boolean {
    return this.destroyed
  }
  isCrashed(): boolean {
    return this.crashed
  }
  isLoading(): boolean {
    return this.loading
  }
  isDevToolsOpened(): boolean {
    return this.devTools
  }
  reload(): void {
    this.asked.push('reload')
  }
  forcefullyCrashRenderer(): void {
    this.asked.push('crash')
  }
  undo(): void {
    this.asked.push('undo')
  }
  redo(): void {
    this.asked.push('redo')
  }
  executeJavaScript(code: string): Promise<unknown> {
    return this.script(code)
  }
  executeJavaScriptInIsolatedWorld(world: number, [{ code }]: [{ code: string }]): Promise<unknown> {
    this.asked.push(`world ${world}`)
    return this.script(code)
  }
  async capturePage(): Promise<FakePicture> {
    return this.pictures.shift() ?? new FakePicture(0, 0)
  }
  setWindowOpenHandler(): void {}
  setWebRTCIPHandlingPolicy(): void {}
  loadURL(): Promise<void> {
    return Promise.resolve()
  }
}

export class FakePicture {
  constructor(
    readonly width: number,
    readonly height: number,
  ) {}
  isEmpty(): boolean {
    return this.width === 0
  }
  toPNG(): Buffer {
    return Buffer.from(`${this.width} by ${this.height}`)
  }
  getSize(): { width: number; height: number } {
    return { width: this.width, height: this.height }
  }
}

export interface FakeBounds {
  x: number
  y: number
  width: number
  height: number
}

export class BrowserWindow extends EventEmitter {
  readonly webContents = new FakeContents()
  readonly asked: string[] = []
  title = ''
  edited = false
  ground: string
  bounds: FakeBounds = { x: 1, y: 2, width: 1000, height: 800 }
  minimized = false
  maximized = false
  fullScreen = false
  destroyed = false

  constructor(readonly options: Readonly<Record<string, unknown>>) {
    super()
    this.ground = String(options.backgroundColor)
    played.windows.push(this)
    app.emit('web-contents-created', {}, this.webContents)
  }

  loadURL(url: string): Promise<void> {
    this.asked.push(`load ${url}`)
    return Promise.resolve()
  }
  setBackgroundColor(colour: string): void {
    this.ground = colour
  }
  setTitle(title: string): void {
    this.title = title
    this.asked.push(`title ${title}`)
  }
  setDocumentEdited(edited: boolean): void {
    this.edited = edited
  }
  getNormalBounds(): FakeBounds {
    return this.bounds
  }
  isMinimized(): boolean {
    return this.minimized
  }
  isMaximized(): boolean {
    return this.maximized
  }
  isFullScreen(): boolean {
    return this.fullScreen
  }
  isDestroyed(): boolean {
    return this.destroyed
  }
  maximize(): void {
    this.asked.push('maximize')
  }
  setFullScreen(on: boolean): void {
    this.asked.push(`full screen ${on}`)
  }
  restore(): void {
    this.asked.push('restore')
  }
  show(): void {
    this.asked.push('show')
  }
  focus(): void {
    this.asked.push('focus')
  }
  /** As a person's click on its corner: it is gone unless that is prevented. */
  close(): void {
    const event = new FakeEvent()
    this.emit('close', event)
    if (!event.prevented) this.destroy()
  }
  /** nobody is asked */
  destroy(): void {
    this.destroyed = true
    this.emit('closed')
  }
}

export class FakeProcess extends EventEmitter {
  readonly posted: unknown[] = []
  killed = 0
  constructor(
    readonly file: string,
    readonly options: Readonly<Record<string, unknown>>,
  ) {
    super()
  }
  postMessage(message: unknown): void {
    this.posted.push(message)
  }
  kill(): boolean {
    this.killed++
    return true
  }
}

type Answers = Record<'showOpenDialog' | 'showSaveDialog' | 'showMessageBox', unknown>

class FakeDialog {
  /** what was asked, with the window that it was asked over; null: none */
  readonly asked: { kind: string; parent: unknown; options: Record<string, unknown> }[] = []
  readonly errors: string[] = []
  answers: Answers = {
    showOpenDialog: { canceled: true, filePaths: [] },
    showSaveDialog: { canceled: true, filePath: '' },
    showMessageBox: { response: 0 },
  }
  showOpenDialog = (...given: unknown[]): Promise<unknown> => this.ask('showOpenDialog', given)
  showSaveDialog = (...given: unknown[]): Promise<unknown> => this.ask('showSaveDialog', given)
  showMessageBox = (...given: unknown[]): Promise<unknown> => this.ask('showMessageBox', given)
  showErrorBox = (title: string, text: string): void => void this.errors.push(`${title} ${text}`)

  private async ask(kind: keyof Answers, given: unknown[]): Promise<unknown> {
    const options = given.at(-1) as Record<string, unknown>
    this.asked.push({ kind, parent: given.length > 1 ? given[0] : null, options })
    return this.answers[kind]
  }
}

class FakeIpc extends EventEmitter {
  readonly handlers = new Map<string, (event: unknown, value: unknown) => Promise<unknown>>()
  handle(channel: string, handler: (event: unknown, value: unknown) => Promise<unknown>): void {
    this.handlers.set(channel, handler)
  }
  /** As the preload's invoke. */
  invoke(channel: string, event: unknown, value: unknown): Promise<unknown> {
    const handler = this.handlers.get(channel)
    return handler === undefined ? Promise.reject(new Error(`nobody handles ${channel}`)) : handler(event, value)
  }
}

class FakeTheme extends EventEmitter {
  themeSource = 'system'
  shouldUseDarkColors = true
}

class FakeSession extends EventEmitter {
  before: ((request: { url: string }, answer: (response: { cancel: boolean }) => void) => void) | null = null
  readonly webRequest = {
    onBeforeRequest: (listener: NonNullable<FakeSession['before']>): void => {
      this.before = listener
    },
  }
  setPermissionRequestHandler(): void {}
  setPermissionCheckHandler(): void {}
  setDevicePermissionHandler(): void {}
  setDisplayMediaRequestHandler(): void {}
  setSpellCheckerEnabled(): void {}
}

class FakePower extends EventEmitter {
  idleSeconds = 0
  getSystemIdleTime(): number {
    return this.idleSeconds
  }
  getSystemIdleState(): string {
    return 'active'
  }
}

/** What the whole app has asked of it so far. */
class Played {
  windows: BrowserWindow[] = []
  processes: FakeProcess[] = []
  /** templates of the menu bar, the newest last */
  menus: unknown[] = []
  beeps = 0
  schemes: unknown[] = []
  protocols = new Map<string, (request: Request) => Promise<Response> | Response>()
}

function make() {
  return {
    app: new FakeApp(),
    dialog: new FakeDialog(),
    ipcMain: new FakeIpc(),
    nativeTheme: new FakeTheme(),
    powerMonitor: new FakePower(),
    session: { defaultSession: new FakeSession() },
    played: new Played(),
  }
}

const first = make()
export const { app, dialog, ipcMain, nativeTheme, powerMonitor, session, played } = first

export const Menu = {
  buildFromTemplate: (template: unknown): unknown => template,
  setApplicationMenu: (menu: unknown): void => void played.menus.push(menu),
}
export const protocol = {
  registerSchemesAsPrivileged: (schemes: unknown[]): void => void played.schemes.push(...schemes),
  handle: (scheme: string, handler: (request: Request) => Promise<Response> | Response): void =>
    void played.protocols.set(scheme, handler),
}
const display = { id: 1, workArea: { x: 0, y: 0, width: 2560, height: 1440 } }
export const screen = { getPrimaryDisplay: () => display, getAllDisplays: () => [display] }
export const shell = { beep: (): void => void played.beeps++ }
export const utilityProcess = {
  fork: (file: string, _args: string[], options: Record<string, unknown>): FakeProcess => {
    const process = new FakeProcess(file, options)
    played.processes.push(process)
    return process
  },
}

/** As it is when a process begins: nobody listens, nothing was asked. */
export function fresh(): void {
  for (const [part, begun] of Object.entries(make())) {
    const now = first[part as keyof typeof first]
    if (now instanceof EventEmitter) now.removeAllListeners()
    Object.assign(now, begun)
  }
  session.defaultSession.removeAllListeners()
}
