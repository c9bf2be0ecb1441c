/** What happens before the app is ready: nothing of the simulation is read for it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { app, dialog } from 'electron'
import { chooseDataFolder } from './data-folder'
import { FOR_THE_PAGE, knowsSettings } from './late-compiler'
import { log, reason, stack } from './log'
import { asksForHelp, isUnattended, type LaunchOptions, parseLaunch, usage } from './options'
import { isDrivable, isDriven, refusedSwitches, type SwitchContext } from './page/debugging'

const BAD_INPUT = 2

export interface Profile {
  /** why nothing is remembered after this run; null: it is */
  forgetful: string | null
}

/**
 * Reads the command line.
 * @returns null where there is nothing to open: after `--help` it is on standard output and the app is exiting with status 0;
 * after bad input its problems are on standard error and the status is 2
 */
export function readLaunch(): LaunchOptions | null {
  const refused = refusedSwitches(switches())
  if (refused.length > 0) return refuse(refused)
  if (asksForHelp(process.argv)) {
    process.stdout.write(usage())
    app.exit(0)
    return null
  }
  const parsed = parseLaunch(process.argv, { defaultApp: process.defaultApp === true, cwd: process.cwd() })
  return parsed.ok ? parsed.options : refuse(parsed.problems)
}

/**
 * The app's name and the folder for its data, whoever started it. A folder that cannot be used costs what is remembered,
 * not the run, unless nobody is there to be told: then it is bad input.
 * @returns null when the app is exiting; why has been said on standard error then
 */
export function prepareProfile(options: LaunchOptions): Profile | null {
  app.setName('Trimline')
  // the same as the installer's, so that Windows groups the window with its shortcut
  app.setAppUserModelId('dev.trimline.app')
  const wanted = options.userDataDir ?? join(app.getPath('appData'), 'Trimline')
  const found = chooseDataFolder(wanted, isUnattended(options))
  if (!found.ok) return refuse([found.message])
  app.setPath('userData', found.folder)
  if (found.forgetful === null) return { forgetful: null }
  log(found.forgetful)
  return { forgetful: found.forgetful }
}

/**
 * The preview is drawn with WebGL. Newer Chromium draws it in software only when asked to, as that is less secure for
 * pages that cannot be trusted; this app shows none but its own.
 */
export function allowSoftwareWebGl(): void {
  app.commandLine.appendSwitch('enable-unsafe-swiftshader')
}

/**
 * The process that draws may die: a driver that crashes, memory that runs out. Chromium starts it again, but after the
 * third time gives the page no WebGL any more, and after the sixth ends the app; this one has no other pages that need
 * to be protected from it, and a project to lose.
 */
export function outliveGpuProcess(): void {
  app.commandLine.appendSwitch('disable-gpu-process-crash-limit')
  app.disableDomainBlockingFor3DAPIs()
}

/**
 * What a person gives V8 in a checkout holds above it.
 * @param version of V8
 */
export function compilePageLate(version?: string): void {
  if (!knowsSettings(version)) return
  const given = app.commandLine.getSwitchValue('js-flags')
  app.commandLine.appendSwitch('js-flags', `${FOR_THE_PAGE} ${given}`.trim())
}

/**
 * One app per data folder: a second launch hands its file over and ends, so that neither overwrites what the other
 * remembers. Runs with folders of their own are independent.
 * @returns whether to go on
 */
export function holdInstance(options: LaunchOptions): boolean {
  const file = options.file ?? options.scenario
  if (app.requestSingleInstanceLock({ file })) return true
  if (isUnattended(options)) {
    log('Trimline is already running: give this run a folder of its own with --user-data-dir=DIR')
    app.exit(1)
  } else {
    log(
      `Trimline is already running: ${file === null ? 'its window is brought to the front' : `${file} is opened there`}`,
    )
    app.exit(0)
  }
  return false
}

/** An error that nobody caught: Electron's own dialog would hold up a run that nobody watches. */
export function exitOnErrors(options: LaunchOptions): void {
  if (!isUnattended(options) && !automated()) return
  const fail = (error: unknown): void => {
    log(`failed: ${stack(error)}`)
    app.exit(1)
  }
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)
}

/** An app without a window is of no use to anybody. */
export function failToStart(error: unknown): void {
  log(`Trimline could not start: ${stack(error)}`)
  // started by a double-click there is no terminal to read it in
  if (app.isPackaged && !automated()) dialog.showErrorBox('Trimline could not start.', reason(error))
  app.exit(1)
}

/** Driven by a program over Chromium's remote debugging, as tests do. */
export function automated(): boolean {
  return isDriven(switches())
}

/** Network that Chromium uses for itself: no page of ours is looked up or fetched from anywhere. */
export function stayOffline(): void {
  for (const name of [
    'disable-background-networking',
    'disable-component-update',
    'disable-domain-reliability',
    'no-pings',
  ])
    app.commandLine.appendSwitch(name)
  // also for addresses that a page names without asking for them, as in <link rel=preconnect>; Electron 39 deprecates the
  // older --host-rules
  app.commandLine.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND')
}

function switches(): SwitchContext {
  const { isPackaged: packaged, commandLine } = app
  const drivable = packaged && isDrivable(readFileSync(join(app.getAppPath(), 'package.json'), 'utf8'))
  return { packaged, drivable, commandLine }
}

/** Ends the app because of its input, with status 2; each problem is a line on standard error. */
export function refuse(problems: readonly string[]): null {
  for (const problem of problems) log(problem)
  app.exit(BAD_INPUT)
  return null
}
