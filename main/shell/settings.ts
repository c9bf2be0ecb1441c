/**
 * What is remembered between runs, in one small JSON file in the user data folder: theme, recent projects, the
 * window's place. Written atomically, and checked when read: a damaged file costs the settings, never the start, and is
 * kept under another name before it is replaced.
 */
import { dirname } from 'node:path'
import type { Theme } from '../../preload/contract'
import { writeFile } from '../files/atomic-file'
import { readFile, SETTINGS_LIMIT, textOf } from '../files/bounded-read'
import { FileError } from '../files/file-error'
import { codeOf, nodeFileSystem } from '../files/file-system'
import { type FileIdentity, sinceThen } from '../files/identity'
import { removeLeftOvers } from '../files/temporary'
// not of the whole: this is read before the window opens
import { shownValue } from '../session/scenario/text/shown'
import { log, reason } from './log'

export const MAX_RECENT = 10

/** of the file; a newer app counts on */
const VERSION = 1

/** Pixels of a desktop: no screen is as large. */
const MOST_PIXELS = 100_000

export interface Settings {
  readonly version: typeof VERSION
  readonly theme: Theme
  /** absolute paths, latest first */
  readonly recent: readonly string[]
  /** null: never closed yet */
  readonly window: WindowPlace | null
  /** the app starts with the page of questions, where it has nothing to open; a file of before there was one has it not */
  readonly startPage: boolean
}

/** The normal bounds, also when it was closed maximised. */
export interface WindowPlace {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly maximized: boolean
  readonly fullScreen: boolean
}

type Changes = Partial<Omit<Settings, 'version'>>

export const DEFAULT_SETTINGS: Settings = {
  version: VERSION,
  theme: 'system',
  recent: [],
  window: null,
  startPage: true,
}

/** Why a file has no settings for this app. @property is `newer`: nothing is wrong with it, but a newer app has written it */
interface Unusable {
  is: 'damaged' | 'newer'
  message: string
}

/**
 * @param text the file's content
 * @returns the settings, or what is wrong with them
 * @throws what is no mistake of the file: an error of this program
 */
export function parseSettings(text: string): { ok: true; settings: Settings } | ({ ok: false } & Unusable) {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { ok: false, is: 'damaged', message: `not JSON: ${reason(error)}` }
  }
  const version = newerVersion(value)
  if (version !== null)
    return { ok: false, is: 'newer', message: `found version ${version}; expected version ${VERSION}` }
  try {
    return { ok: true, settings: settingsOf(value) }
  } catch (error) {
    if (error instanceof Unexpected) return { ok: false, is: 'damaged', message: error.message }
    throw error
  }
}

/** The version of what a newer app has written, whatever else it holds; null: it is of no newer one. */
function newerVersion(value: unknown): number | null {
  if (typeof value !== 'object' || value === null || !('version' in value)) return null
  const { version } = value
  return typeof version === 'number' && Number.isSafeInteger(version) && version > VERSION ? version : null
}

/** What stands in the file and is no settings. */
class Unexpected extends Error {
  constructor(at: string, found: unknown, expected: string) {
    super(`${at === '' ? '' : `${at}: `}found ${shownValue(JSON.stringify(found) ?? 'nothing')}; expected ${expected}`)
  }
}

const THEMES: readonly Theme[] = ['system', 'dark', 'light']

/**
 * By hand: what checks documents is loaded when the window has been seen, and this is read before.
 * @throws Unexpected
 */
function settingsOf(value: unknown): Settings {
  const { version, theme, recent, window, startPage = true } = fieldsOf(value, '', DEFAULT_SETTINGS)
  if (version !== VERSION) throw new Unexpected('version', version, `${VERSION}`)
  const known = THEMES.find((each) => each === theme)
  if (known === undefined) throw new Unexpected('theme', theme, THEMES.join(', '))
  if (typeof startPage !== 'boolean') throw new Unexpected('startPage', startPage, 'true or false')
  return {
    version,
    theme: known,
    recent: recentOf(recent),
    window: window === null ? null : placeIn(window),
    startPage,
  }
}

function recentOf(value: unknown): string[] {
  if (!Array.isArray(value) || value.length > MAX_RECENT)
    throw new Unexpected('recent', value, `at most ${MAX_RECENT} paths`)
  return value.map((path: unknown, index) => {
    if (typeof path !== 'string' || path === '') throw new Unexpected(`recent[${index}]`, path, 'a path')
    return path
  })
}

const ANY_PLACE: WindowPlace = { x: 0, y: 0, width: 1, height: 1, maximized: false, fullScreen: false }

function placeIn(value: unknown): WindowPlace {
  const fields = fieldsOf(value, 'window', ANY_PLACE)
  const pixels = (name: string, least: number): number => {
    const found = fields[name]
    if (typeof found === 'number' && Number.isSafeInteger(found) && found >= least && found <= MOST_PIXELS) return found
    throw new Unexpected(`window.${name}`, found, `a whole number from ${least} to ${MOST_PIXELS}`)
  }
  const flag = (name: string): boolean => {
    const found = fields[name]
    if (typeof found === 'boolean') return found
    throw new Unexpected(`window.${name}`, found, 'true or false')
  }
  return {
    x: pixels('x', -MOST_PIXELS),
    y: pixels('y', -MOST_PIXELS),
    width: pixels('width', 1),
    height: pixels('height', 1),
    maximized: flag('maximized'),
    fullScreen: flag('fullScreen'),
  }
}

/** @param known has the names of all fields that may be there */
function fieldsOf(value: unknown, at: string, known: object): Partial<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Unexpected(at, value, 'an object')
  const other = Object.keys(value).find((name) => !Object.hasOwn(known, name))
  if (other !== undefined) throw new Unexpected(at, other, `only ${Object.keys(known).join(', ')}`)
  return { ...value }
}

/** What the person has to be told about the settings; null: what was said holds no more. */
export type SettingsTrouble = { about: 'damaged' | 'unwritten'; text: string | null }

/** What stands in the file. */
type Stand = { is: 'nothing' } | { is: 'settings'; settings: Settings; identity: FileIdentity } | Useless

/** @property keepAs the name under which it was said to be kept before it is replaced */
type Useless = Unusable & { keepAs: string }

const isUseless = (stand: Stand): stand is Useless => stand.is === 'damaged' || stand.is === 'newer'

export class SettingsFile {
  readonly #path: string | null
  readonly #told: SettingsTrouble[] = []
  #listener: ((trouble: SettingsTrouble) => void) | null = null
  #settings: Settings = DEFAULT_SETTINGS
  #stand: Stand = { is: 'nothing' }
  #unwritten: string | null = null

  /**
   * Reads the file; without a usable one, the defaults.
   * @param path null: nothing is remembered in this run
   */
  constructor(path: string | null) {
    this.#path = path
    if (path === null) return
    removeLeftOvers(dirname(path), nodeFileSystem)
    this.#stand = standOf(path)
    if (this.#stand.is === 'settings') this.#settings = this.#stand.settings
    if (isUseless(this.#stand)) this.#tellUseless(path, this.#stand)
  }

  get value(): Readonly<Settings> {
    return this.#settings
  }

  /** @param listener is told what has happened already, and what happens from now on */
  watch(listener: (trouble: SettingsTrouble) => void): void {
    this.#listener = listener
    for (const trouble of this.#told.splice(0)) listener(trouble)
  }

  /** Changes are kept for this run even when they cannot be written; that is said once. */
  update(changes: Changes): void {
    this.#change(() => changes)
  }

  /** Puts a project at the head of the recent ones. */
  addRecent(path: string): void {
    this.#change(({ recent }) => ({ recent: [path, ...recent.filter((other) => other !== path)].slice(0, MAX_RECENT) }))
  }

  removeRecent(path: string): void {
    this.#change(({ recent }) => ({ recent: recent.filter((other) => other !== path) }))
  }

  #change(changesOf: (settings: Settings) => Changes): void {
    const path = this.#path
    if (path !== null) this.#follow(path)
    this.#settings = { ...this.#settings, ...changesOf(this.#settings) }
    if (path !== null) this.#write(path)
  }

  /** What another program has written since then is the ground for what is changed here. */
  #follow(path: string): void {
    const before = this.#stand
    const known = this.#stand.is === 'settings' ? this.#stand.identity : null
    if (known !== null && sinceThen(path, known, () => readFile(path, SETTINGS_LIMIT).bytes, nodeFileSystem) === 'same')
      return
    const stand = standOf(path)
    if (stand.is === 'settings') this.#settings = stand.settings
    if (isUseless(stand)) {
      // what was said of it still holds
      if (isUseless(before) && before.message === stand.message) return
      this.#tellUseless(path, stand)
    } else if (isUseless(before)) this.#tell({ about: 'damaged', text: null })
    this.#stand = stand
  }

  #write(path: string): void {
    try {
      nodeFileSystem.makeFolder(dirname(path))
      if (isUseless(this.#stand)) this.#keepAside(path, this.#stand)
      const identity = writeFile(path, `${JSON.stringify(this.#settings, null, 2)}\n`)
      if (identity !== undefined) this.#stand = { is: 'settings', settings: this.#settings, identity }
      this.#tellUnwritten(null)
    } catch (error) {
      const replaced = error instanceof FileError ? error.replaced : undefined
      if (replaced !== undefined) this.#stand = { is: 'settings', settings: this.#settings, identity: replaced }
      this.#tellUnwritten(error instanceof FileError ? whyUnwritten(error) : reason(error))
    }
  }

  /** Under a name that is free now: the one that was said may be another file's by now. */
  #keepAside(path: string, { is, keepAs, message }: Useless): void {
    const free = freeName(path, is)
    try {
      nodeFileSystem.rename(path, free)
      if (free !== keepAs) this.#tellUseless(path, { is, keepAs: free, message })
    } catch (error) {
      // somebody has removed it: there is nothing to keep
      if (codeOf(error) !== 'ENOENT') throw error
    }
    this.#stand = { is: 'nothing' }
  }

  #tellUnwritten(why: string | null): void {
    if (why === this.#unwritten) return
    this.#unwritten = why
    if (why !== null) log(`cannot write the settings to ${this.#path}: ${why}`)
    const text = why === null ? null : `Theme, window and recent projects are not remembered: ${why}`
    this.#tell({ about: 'unwritten', text })
  }

  #tellUseless(path: string, { is, keepAs, message }: Useless): void {
    const what = is === 'newer' ? 'of a newer Trimline' : 'damaged'
    log(`the settings in ${path} are ${what}, the defaults are used: ${message}`)
    // what was wrong comes last: it can be long, and what does not fit is left out at the end
    const why = is === 'newer' ? 'The settings are of a newer Trimline' : 'The settings could not be used'
    const text = `${why}, and begin anew. The file is kept as ${shownValue(keepAs)} before it is replaced: ${message}`
    this.#tell({ about: 'damaged', text })
  }

  #tell(trouble: SettingsTrouble): void {
    if (this.#listener !== null) this.#listener(trouble)
    else this.#told.push(trouble)
  }
}

/** Nobody has chosen the place, so that another is not to be chosen as for a document. */
function whyUnwritten({ path, reason }: FileError): string {
  return `${path} cannot be written: ${reason}. Give a folder that can be written to with --user-data-dir=DIR.`
}

function standOf(path: string): Stand {
  try {
    const { bytes, identity } = readFile(path, SETTINGS_LIMIT)
    const parsed = parseSettings(textOf(path, bytes))
    if (parsed.ok) return { is: 'settings', settings: parsed.settings, identity }
    return { is: parsed.is, keepAs: freeName(path, parsed.is), message: parsed.message }
  } catch (error) {
    // the first run has no file yet
    if (error instanceof FileError && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return { is: 'nothing' }
    const message = error instanceof FileError ? error.reason : reason(error)
    return { is: 'damaged', keepAs: freeName(path, 'damaged'), message }
  }
}

/** `settings.json.damaged-1`, or the first number that nothing has. */
function freeName(path: string, is: Unusable['is']): string {
  for (let number = 1; ; number++) {
    const name = `${path}.${is}-${number}`
    if (!isThere(name)) return name
  }
}

/** What cannot be looked at may be there, but nothing is replaced by a rename that fails for the same reason. */
function isThere(path: string): boolean {
  try {
    return nodeFileSystem.statLink(path) !== undefined
  } catch {
    return false
  }
}
