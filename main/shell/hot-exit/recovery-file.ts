/**
 * What a recovery file holds: the project as a project file would, which file it belongs to and how that stood, and
 * when. Read with the same grammar as Open, so that what it gives back can be saved and opened again.
 */
import { z } from 'zod'
import { hashOf } from '../../files/identity'
import { FORMAT_VERSION, parseScenarioText, problemsToText, type Scenario, shownValue } from '../../session/scenario'
import { reason } from '../log'

/** How a file stood when the project was read from it or saved to it. */
export interface RecoveryStand {
  /** bytes */
  size: number
  /** of its contents, in hexadecimal */
  sha256: string
}

export interface Recovery {
  /** of the project, as the title has it */
  name: string
  /** where it is saved, absolute; null: it never was */
  path: string | null
  /** null: never saved, or the file could not be read */
  stand: RecoveryStand | null
  /** ms since 1970 at which the project was like this */
  savedAt: number
  /** the project file's text */
  project: string
}

/** Why it cannot be read. @property is `newer`: nothing is wrong with it, but a newer app has written it */
export interface UnreadRecovery {
  ok: false
  is: 'damaged' | 'newer'
  message: string
}

export type ReadRecovery = { ok: true; recovery: Recovery; scenario: Scenario } | UnreadRecovery

const VERSION = 1
const schema = z.strictObject({
  trimlineRecovery: z.literal(VERSION),
  name: z.string().min(1).max(1000),
  path: z.string().min(1).max(10_000).nullable(),
  stand: z.strictObject({ size: z.number().int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) }).nullable(),
  savedAt: z.number().int().min(0).max(8.64e15),
  project: z.string(),
})

/** The text of a recovery file; `readRecovery` reads it. */
export function recoveryText(recovery: Recovery): string {
  return `${JSON.stringify({ trimlineRecovery: VERSION, ...recovery })}\n`
}

/** @returns what it holds, or what is wrong with it, in one line */
export function readRecovery(bytes: Uint8Array): ReadRecovery {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    return { ok: false, is: 'damaged', message: `it is not JSON: ${shownValue(reason(error))}` }
  }
  const newer = newerThan(value, 'trimlineRecovery', VERSION)
  if (newer !== null) return newer
  const parsed = schema.safeParse(value)
  if (!parsed.success) return { ok: false, is: 'damaged', message: z.prettifyError(parsed.error).replaceAll('\n', ' ') }
  const { trimlineRecovery: _, ...recovery } = parsed.data
  const project = parseScenarioText(recovery.project)
  if (project.ok) return { ok: true, recovery, scenario: project.scenario }
  const message = problemsToText(project.problems, 'its project').trim().replaceAll('\n', ' ')
  return newerProject(recovery.project) ?? { ok: false, is: 'damaged', message }
}

function newerProject(text: string): UnreadRecovery | null {
  try {
    return newerThan(JSON.parse(text), 'trimline', FORMAT_VERSION)
  } catch {
    return null
  }
}

/** @returns null: no newer app has written it, as far as the field says */
function newerThan(value: unknown, field: string, version: number): UnreadRecovery | null {
  if (typeof value !== 'object' || value === null) return null
  const found: unknown = Reflect.get(value, field)
  if (typeof found !== 'number' || !Number.isSafeInteger(found) || found <= version) return null
  return { ok: false, is: 'newer', message: `found ${field} ${found}; expected ${version}` }
}

/** How a file with these contents stands. */
export function standOf(bytes: Uint8Array): RecoveryStand {
  return { size: bytes.length, sha256: hashOf(bytes) }
}
