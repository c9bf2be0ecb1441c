/**
 * What is remembered between runs, in one small JSON file in the user data folder: theme, recent projects, the
 * window's place. Written atomically, and checked when read: a damaged file costs the settings, never the start.
 */
import { mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { z } from 'zod'
import { log, reason } from './log'

export const MAX_RECENT = 10

const edge = z.number().int().min(1).max(100_000)
const offset = z.number().int().min(-100_000).max(100_000)

const schema = z.strictObject({
  version: z.literal(1),
  theme: z.enum(['system', 'dark', 'light']),
  /** absolute paths, latest first */
  recent: z.array(z.string().min(1)).max(MAX_RECENT),
  /** the normal bounds, also when it was closed maximised; null: never closed yet */
  window: z
    .strictObject({ x: offset, y: offset, width: edge, height: edge, maximized: z.boolean(), fullScreen: z.boolean() })
    .nullable(),
})

export type Settings = z.infer<typeof schema>
export type WindowPlace = NonNullable<Settings['window']>

export const DEFAULT_SETTINGS: Settings = { version: 1, theme: 'system', recent: [], window: null }

/**
 * @param text the file's content
 * @returns the settings, or what is wrong with them
 */
export function parseSettings(text: string): { ok: true; settings: Settings } | { ok: false; message: string } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { ok: false, message: `not JSON: ${reason(error)}` }
  }
  const parsed = schema.safeParse(value)
  return parsed.success
    ? { ok: true, settings: parsed.data }
    : { ok: false, message: z.prettifyError(parsed.error).replaceAll('\n', ' ') }
}

export class SettingsFile {
  readonly #path: string
  #settings: Settings

  /** Reads the file; without a usable one, the defaults. */
  constructor(path: string) {
    this.#path = path
    this.#settings = read(path)
  }

  get value(): Readonly<Settings> {
    return this.#settings
  }

  /** Changes are kept for this run even when they cannot be written; that is logged. */
  update(changes: Partial<Omit<Settings, 'version'>>): void {
    this.#settings = { ...this.#settings, ...changes }
    try {
      mkdirSync(dirname(this.#path), { recursive: true })
      writeFileAtomic.sync(this.#path, `${JSON.stringify(this.#settings, null, 2)}\n`)
    } catch (error) {
      log(`cannot write the settings to ${this.#path}: ${reason(error)}`)
    }
  }

  /** Puts a project at the head of the recent ones. */
  addRecent(path: string): void {
    this.update({ recent: [path, ...this.#settings.recent.filter((other) => other !== path)].slice(0, MAX_RECENT) })
  }

  removeRecent(path: string): void {
    this.update({ recent: this.#settings.recent.filter((other) => other !== path) })
  }
}

function read(path: string): Settings {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    // the first run has no file yet
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') log(`cannot read the settings: ${reason(error)}`)
    return DEFAULT_SETTINGS
  }
  const parsed = parseSettings(text)
  if (parsed.ok) return parsed.settings
  log(`the settings in ${path} are damaged, the defaults are used: ${parsed.message}`)
  return DEFAULT_SETTINGS
}
