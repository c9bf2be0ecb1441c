/** The desktop app: one session, one window, and what connects them. */
import { join } from 'node:path'
import { app, nativeTheme, powerMonitor, shell } from 'electron'
import type { CommandResult, Frame, SessionCommand, ShellCommand, Theme } from '../../preload/contract'
import type { DocumentInfo } from '../session/frames/project-view'
import type { LiveSession } from '../session/live-session'
import { forgetCompiled, warmUp } from '../session/world/effect-compiler'
import { watchChildProcesses } from './child-processes'
import { startTasks } from './comparison/comparison'
import { ComparisonFiles } from './documents/comparison-files'
import { ElectronDialogs } from './documents/dialogs'
import { documentTitle } from './documents/document-title'
import { Documents } from './documents/documents'
import { DumpFiles } from './documents/dump-files'
import type { FileRequests } from './documents/file-requests'
import { type Launched, opensLater } from './documents/launched'
import { PolicyFiles } from './documents/policy-files'
import { newScenario } from './documents/scenario-file'
import { FramePump } from './frame-pump'
import { Guide } from './guide/guide'
import { HotExit } from './hot-exit/hot-exit'
import { Looks } from './hot-exit/looks'
import { RecoveryFolder } from './hot-exit/recovery-folder'
import { IdleWatcher } from './idle-source'
import { log, reason, stack } from './log'
import { MediaFiles, pageRefusal } from './media/media-files'
import type { MediaShelf } from './media/media-shelf'
import { MenuBar } from './menu/menu-bar'
import { Notices } from './notices'
import { isForBrowsing, isUnattended, type LaunchOptions } from './options'
import { FlowControl } from './page/flow-control'
import { createGate } from './page/gate'
import type { PageLink } from './page/ipc'
import { Opener } from './reading/opener'
import { startReadingProcess } from './reading/process'
import { SavedFiles } from './saved-files'
import { SessionSlot } from './session-slot'
import type { SettingsFile } from './settings'
import { ShellCommands } from './shell-commands'
import { now, timers, wait } from './timers'
import { runUnattended } from './unattended'
import type { MainWindow, WindowOwner } from './window/main-window'
import { takeScreenshot } from './window/screenshot'

/** ms after the first frame, when the window is there, and between two shaders that are parsed ahead: then it is quiet */
const WARM_UP_AFTER = 500
const WARM_UP_INTERVAL = 30

export interface ApplicationOptions extends Launched {
  launch: LaunchOptions
  /** why nothing is remembered after this run; null: it is */
  forgetful: string | null
  settings: SettingsFile
  theme: Theme
  /** open; the page in it may have asked already */
  window: MainWindow
  link: PageLink
  origin: string
  /** folder of what ships with the app */
  resources: string
  files: FileRequests
  /** what the page may read */
  media: MediaShelf
}

/** By a drop nothing but a file is opened. */
const FILE_COMMANDS: ReadonlySet<string> = new Set<ShellCommand['kind']>(['openProject', 'openDump', 'importMedia'])
const NOT_OPENED: CommandResult = { ok: false, message: 'What was dropped is no file to open.' }

/** After these another system goes on than that which may have failed. */
const SHOW_ANOTHER_RUN: ReadonlySet<SessionCommand['kind']> = new Set<SessionCommand['kind']>([
  'restartSimulation',
  'setDevice',
  'setApp',
  'returnToRunBefore',
])

export class Application {
  readonly #options: ApplicationOptions
  readonly #window: MainWindow
  readonly #dialogs: ElectronDialogs
  readonly #opener = new Opener({
    session: () => this.#session,
    moveOn: () => this.#pump.start(),
    startProcess: startReadingProcess,
    after: timers.after,
  })
  readonly #documents: Documents
  readonly #dumps: DumpFiles
  readonly #policies: PolicyFiles
  readonly #notices = new Notices(() => this.#documents.publish())
  readonly #saved = new SavedFiles(shell, () => this.#documents.publish())
  readonly #hotExit: HotExit
  readonly #guide: Guide
  readonly #looks: Looks
  readonly #idle = new IdleWatcher(powerMonitor, () => this.#session)
  readonly #commands: ShellCommands
  readonly #menu: MenuBar
  readonly #flow = new FlowControl()
  readonly #pump: FramePump
  readonly #firstFrame: Promise<void>
  #frameShown: () => void = () => {}
  #slot: SessionSlot

  /** To be created when the window is open. */
  constructor(options: ApplicationOptions) {
    this.#options = options
    const { launch, settings } = options
    this.#firstFrame = new Promise((shown) => {
      this.#frameShown = shown
    })
    this.#window = options.window
    this.#dialogs = new ElectronDialogs(() => this.#window.browserWindow)
    this.#guide = new Guide({
      documents: () => this.#documents,
      settings,
      resources: options.resources,
      putAside: (scenario, document) => this.#slot.open(scenario, document, true),
      bringBack: (document) => this.#slot.bringBack(document),
    })
    this.#documents = new Documents({
      dialogs: this.#dialogs,
      settings,
      session: () => this.#session,
      own: () => this.#slot.own,
      start: (scenario, document) => this.#slot.open(scenario, document, false),
      started: () => this.#guide.ended(),
      read: (path) => this.#opener.read(path),
      readCapture: (path, options) => this.#opener.readCapture(path, options),
      writeTrace: (path, recording) => this.#opener.writeTrace(path, recording),
      giveUp: () => this.#session.execute({ kind: 'cancelOpening' }),
      left: () => this.#opener.left(),
      remember: (path) => app.addRecentDocument(path),
      path: opensLater(launch, options.scenario) ? null : launch.scenario,
      ...(options.opened === null || opensLater(launch, options.scenario) ? {} : { opened: options.opened }),
      theme: options.theme,
      beside: (replaced) => ({ ...this.#beside(), ...this.#guide.beside(replaced) }),
      readBack: (text, what) => new Promise((ended) => this.#opener.readBack(text, what, ended)),
      saving: (text, revision) => this.#hotExit.keepChecked(text, revision),
      saved: () => this.#hotExit.look(),
    })
    this.#hotExit = this.#createHotExit()
    this.#looks = new Looks({ session: () => this.#slot.own, look: () => this.#hotExit.look(), after: timers.after })
    const files = {
      dialogs: this.#dialogs,
      session: () => this.#session,
      alone: (run: () => Promise<CommandResult>) => this.#documents.alone(run),
    }
    this.#dumps = new DumpFiles({
      ...files,
      documents: this.#documents,
      show: () => this.#window.sendMenu('defragmentation'),
    })
    this.#policies = new PolicyFiles({ ...files, changed: () => this.#documents.publish() })
    this.#commands = new ShellCommands({
      documents: this.#documents,
      dumps: this.#dumps,
      comparisons: new ComparisonFiles({
        ...files,
        documents: this.#documents,
        read: (path) => this.#opener.read(path),
        readCapture: (path, options) => this.#opener.readCapture(path, options),
      }),
      policies: this.#policies,
      media: new MediaFiles({
        ...files,
        shelf: options.media,
        fileOf: (clip) => this.#session.mediaFileOf(clip),
        projectPath: () => this.#documents.path,
        execute: (command) => this.#execute(command),
      }),
      hotExit: this.#hotExit,
      notices: this.#notices,
      saved: this.#saved,
      guide: this.#guide,
      isRecent: (path) => settings.value.recent.includes(path),
      showTheme: (shown) => {
        nativeTheme.themeSource = shown
      },
    })
    this.#menu = this.#createMenu()
    this.#slot = this.#createSlot()
    this.#pump = new FramePump({
      session: () => this.#session,
      flow: this.#flow,
      timers,
      beforeTurn: (time) => this.#idle.look(time),
      afterTurn: () => {
        this.#showTitle()
        this.#looks.follow()
      },
      failed: (error) => this.#simulationFailed(error),
    })
  }

  get #session(): LiveSession {
    return this.#slot.current
  }

  /** Takes the window over and starts the simulation. */
  start(): void {
    const { launch, scenario, files } = this.#options
    this.#menu.show()
    this.#pump.start()
    this.#idle.start()
    this.#keepChanges()
    // what was left behind comes first
    if (isForBrowsing(launch) && this.#hotExit.offer === null) this.#guide.greet()
    this.#notices.tellTroubles(this.#options)
    this.#window.belongTo(this.#asOwner())
    this.#answerPage()
    void this.#warmUp()
    app.on('will-quit', () => this.#pump.stop())
    files.handle((path) => this.#openRequested(path))
    if (opensLater(launch, scenario)) void this.#documents.open(launch.scenario)
    if (launch.file !== null) files.request(launch.file)
    void runUnattended({
      launch,
      firstFrame: this.#firstFrame,
      screenshot: (path) => takeScreenshot(this.#window.contents, path),
      wait,
      print: (line) => process.stdout.write(`trimline: ${line}\n`),
      fail: log,
      exit: (status) => app.exit(status),
    })
  }

  /** What the window need not wait for. Then a step now and then, so that neither the window's opening nor a frame waits for long. */
  async #warmUp(): Promise<void> {
    await this.#firstFrame
    await wait(WARM_UP_AFTER)
    for (const _ of warmUp()) await wait(WARM_UP_INTERVAL)
  }

  /** Unsaved changes survive an app that dies, whatever it dies of. */
  #keepChanges(): void {
    const keep = (): void => this.#hotExit.keepNow()
    this.#hotExit.start()
    watchChildProcesses(app, { now, keep, notices: this.#notices })
    powerMonitor.on('suspend', keep)
    powerMonitor.on('shutdown', keep)
    app.on('before-quit', () => this.#hotExit.keepSoon())
    app.on('will-quit', () => {
      this.#looks.stop()
      this.#hotExit.end()
    })
  }

  #createHotExit(): HotExit {
    const { launch } = this.#options
    const keeps = !isUnattended(launch)
    return new HotExit({
      folder: new RecoveryFolder(join(app.getPath('userData'), 'recovery')),
      keeps,
      // a run that was told what to show is not the place for what another has left
      offers: keeps && launch.scenario === null,
      session: () => this.#slot.own,
      document: () => this.#documents.identity,
      readBack: (text, what, ended) => this.#opener.readBack(text, what, ended),
      replace: (scenario, as) => this.#documents.replace(scenario, as),
      notices: this.#notices,
      changed: () => this.#documents.publish(),
      now,
      clock: Date.now,
    })
  }

  /** Absent what there is nothing of. */
  #beside(): Pick<DocumentInfo, 'recovery' | 'notices' | 'saved' | 'policyRefused'> {
    // the first document is there before what may be offered, or refused
    const offer = (this.#hotExit as HotExit | undefined)?.offer ?? null
    const policies = this.#policies as PolicyFiles | undefined
    const notices = this.#notices.shown
    const said = notices.length === 0 ? {} : { notices }
    return { ...(offer === null ? {} : { recovery: offer }), ...said, ...this.#saved.last, ...policies?.refused }
  }

  #asOwner(): WindowOwner {
    const { launch } = this.#options
    return {
      dirty: () => this.#slot.own.dirty,
      saving: () => this.#documents.isWriting || this.#opener.isLeaving,
      mayClose: () => this.#documents.mayClose(),
      crashLoop: () => (isUnattended(launch) ? Promise.resolve('quit') : this.#dialogs.crashLoop()),
      lost: () => {
        this.#flow.disconnect()
        this.#hotExit.keepNow()
      },
      visible: (visible) => {
        this.#pump.setVisible(visible)
        this.#window.sendSeen(visible)
        if (!visible) forgetCompiled()
      },
    }
  }

  #createMenu(): MenuBar {
    return new MenuBar({
      checkout: !app.isPackaged,
      contents: () => this.#window.contents,
      session: (command) => this.#execute(command),
      shell: (command) => this.#commands.execute(command, 'person'),
      renderer: (item) => this.#window.sendMenu(item),
      clearRecent: () => {
        app.clearRecentDocuments()
        this.#documents.clearRecent()
      },
      failed: (message) => void this.#dialogs.error('That did not work.', message),
    })
  }

  #createSlot(): SessionSlot {
    const { launch, scenario } = this.#options
    return new SessionSlot(
      {
        wallMs: now,
        publish: (frame) => this.#publish(frame),
        // the first session is made before what moves it on
        news: () => (this.#pump as FramePump | undefined)?.news(),
        startTasks,
        build: (title, wanted) => this.#opener.build(title, wanted),
        replaced: () => {
          this.#pump.hurry()
          // the session before may have failed
          this.#pump.start()
        },
      },
      opensLater(launch, scenario) ? newScenario() : scenario,
      this.#documents.info,
    )
  }

  /** What it has asked for until now comes first. */
  #answerPage(): void {
    const { origin, link } = this.#options
    link.answerBy({
      command: createGate({
        origin,
        session: (command) => pageRefusal(command) ?? this.#execute(command),
        shell: (command) => this.#commands.execute(command, 'page'),
      }),
      dropped: createGate({
        origin,
        session: () => NOT_OPENED,
        shell: async (command) =>
          FILE_COMMANDS.has(command.kind) ? this.#commands.execute(command, 'person') : NOT_OPENED,
      }),
      ready: () => {
        this.#flow.connect()
        this.#session.requestFullFrame()
        this.#pump.hurry()
      },
      acknowledge: () => {
        const wasOpen = this.#flow.open
        this.#flow.acknowledged()
        // what could not be told while the page was busy is told now
        if (!wasOpen) this.#pump.wake()
        this.#frameShown()
      },
    })
  }

  #execute(command: SessionCommand): CommandResult {
    this.#pump.wake()
    const result = this.#session.execute(command)
    // what it leads to is shown at once
    this.#pump.hurry()
    // the simulation may have stopped because of a failure
    if (SHOW_ANOTHER_RUN.has(command.kind) && result.ok) this.#pump.start()
    return result
  }

  #publish(frame: Frame): void {
    this.#menu.update(frame)
    if (this.#window.sendFrame(frame)) this.#flow.sent()
  }

  #showTitle(): void {
    const { dirty } = this.#slot.own
    this.#window.showTitle(documentTitle(this.#documents.name, dirty), dirty)
  }

  #openRequested(path: string | null): void {
    this.#window.raise()
    if (path !== null) this.#menu.execute({ kind: 'openProject', path })
  }

  #simulationFailed(error: unknown): void {
    log(`the simulation failed: ${stack(error)}`)
    this.#hotExit.keepNow()
    if (isUnattended(this.#options.launch)) return app.exit(1)
    const advice = 'The project is still there: save it, then choose Simulation > Restart Simulation.'
    void this.#dialogs.error('The simulation stopped because of an error in Trimline.', `${reason(error)}\n\n${advice}`)
  }
}
