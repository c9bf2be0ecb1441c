/**
 * What is remembered between runs, in one small JSON file in the user data folder: theme, recent projects, the
 * window's place. Written atomically, and checked when read: a damaged file costs the settings, never the start, and is
 * kept under another name before it is replaced.
 */
import { dirname } from 'node:path'
// the small one, as this is read before the window opens
import * as z from 'zod/mini'
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

z.config(z.locales.en())

const edge = z.int().check(z.minimum(1), z.maximum(100_000))
const offset = z.int().check(z.minimum(-100_000), z.maximum(100_000))

/** of the file; a newer app counts on */
const VERSION = 1

const schema = z.strictObject({
  version: z.literal(VERSION),
  theme: z.enum(['system', 'dark', 'light']),
  /** absolute paths, latest first */
  recent: z.array(z.string().check(z.minLength(1))).check(z.maxLength(MAX_RECENT)),
  /** the normal bounds, also when it was closed maximised; null: never closed yet */
  window: z.nullable(
    z.strictObject({
      x: offset,
      y: offset,
      width: edge,
      height: edge,
      maximized: z.boolean(),
      fullScreen: z.boolean(),
    }),
  ),
  /** the app starts with the page of questions, where it has nothing to open; a file of before there was one has it not */
  startPage: z._default(z.boolean(), true),
})

/** Of a newer app, whatever else it holds. */
const versioned = z.looseObject({ version: z.int().check(z.minimum(VERSION + 1)) })

export type Settings = z.infer<typeof schema>
export type WindowPlace = NonNullable<Settings['window']>
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
 */
export function parseSettings(text: string): { ok: true; settings: Settings } | ({ ok: false } & Unusable) {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { ok: false, is: 'damaged', message: `not JSON: ${reason(error)}` }
  }
  const parsed = schema.safeParse(value)
  if (parsed.success) return { ok: true, settings: parsed.data }
  const newer = versioned.safeParse(value)
  if (newer.success) {
    return { ok: false, is: 'newer', message: `found version ${newer.data.version}; expected version ${VERSION}` }
  }
  return { ok: false, is: 'damaged', message: z.prettifyError(parsed.error).replaceAll('\n', ' ') }
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
      this.#tellUnwritten(reason(error))
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
