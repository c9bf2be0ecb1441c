/** One spoiled file at a time: refused in words, or opened, run for a bounded while, saved and read back. */

import { layoutOf } from '../../../main/session/dump/layout'
import { readDump } from '../../../main/session/dump/read-dump'
import { dumpView } from '../../../main/session/dump/view'
import { CaptureError } from '../../../main/session/imports/capture'
import { importCapture } from '../../../main/session/imports/import'
import { scenarioPieces } from '../../../main/session/imports/text'
import type { LiveSession } from '../../../main/session/live-session'
import { takesLong } from '../../../main/session/run/opening'
import {
  type Problem,
  parseScenario,
  parseScenarioText,
  problemsToText,
  type Scenario,
} from '../../../main/session/scenario'
import { totalsOf } from '../../../main/session/scenario/check/totals'
import { draftOf } from '../../../main/session/scenario/format/draft'
import { fileSchema } from '../../../main/session/scenario/format/file'
import { parseSettings } from '../../../main/shell/settings'
import { type Kind, sessionOf } from './corpus'

/** ms of the session's clock in one turn: what a pump makes up for at most */
const TURN = 250
/** turns that an accepted file runs: until its steps are done, and for so long as anything else in it can show itself */
const TURNS = { least: 4, most: 24 }
/** µs of the processor after which it is left, to be told as hanging: a clock that stands still must not hold up the attack */
const LEFT_AFTER = 6e6

export type Outcome = 'refused' | 'accepted'

/** @throws what is wrong with the program */
export function open(kind: Kind, bytes: Uint8Array): Outcome {
  switch (kind) {
    case 'scenario':
    case 'project':
      return openScenario(bytes)
    case 'dump':
      return openDump(bytes)
    case 'capture':
      return openCapture(bytes)
    case 'settings': {
      const read = parseSettings(new TextDecoder().decode(bytes))
      return read.ok ? 'accepted' : 'refused'
    }
  }
}

export interface Asked {
  /** at one time: a step of forty bytes can ask for a hundred thousand */
  readonly allocations: number
  /** steps, of which each can be a press whose work waits: its packets, their records, its line of the recording */
  readonly steps: number
}

/** What a file asks for when it runs: that takes what it takes, not what its letters take. */
export function askedFor(kind: Kind, bytes: Uint8Array): Asked {
  if (kind === 'settings' || kind === 'capture') return { allocations: 0, steps: 0 }
  if (kind !== 'dump') return askedByScenario(bytes)
  const read = readDump(bytes)
  const layout = read.ok ? layoutOf(read.dump) : null
  return { allocations: layout === null ? 0 : allocationsOf({ steps: [{ at: 0, layout }] }), steps: 0 }
}

function allocationsOf(file: unknown): number {
  const draft = draftOf(fileSchema, file)
  return draft === null ? 0 : totalsOf(draft).most
}

function askedByScenario(bytes: Uint8Array): Asked {
  try {
    const file: unknown = JSON.parse(new TextDecoder().decode(bytes))
    const { steps } = file as { steps?: unknown }
    return { allocations: allocationsOf(file), steps: Array.isArray(steps) ? steps.length : 0 }
  } catch {
    return { allocations: 0, steps: 0 }
  }
}

function openScenario(bytes: Uint8Array): Outcome {
  const parsed = parseScenario(bytes)
  if (!parsed.ok) return refused(parsed.problems)
  const { scenario } = parsed
  if (takesLong(scenario)) return 'accepted'
  const session = run(scenario)
  readBack('the project', session.toScenarioText())
  readBack('the recording', session.toRecordingText())
  const dump = readDump(new TextEncoder().encode(session.dumpText()))
  if (!dump.ok) throw new Error(`the dump cannot be read back: ${problemsToText(dump.problems, 'dump')}`)
  return 'accepted'
}

/** As fast as it can, by turns and not by the wall clock: a busy machine tries as much as an idle one. */
function run(scenario: Scenario): LiveSession {
  let skipped = 0
  const started = performance.now()
  const { user, system } = process.cpuUsage()
  const isLeft = (): boolean => {
    const now = process.cpuUsage()
    return now.user + now.system - user - system > LEFT_AFTER
  }
  const session = sessionOf(scenario, () => performance.now() - started + skipped)
  const isDone = (): boolean => session.world.sim.now > scenario.until
  for (let turn = 0; turn < TURNS.most && (turn < TURNS.least || !isDone()) && !isLeft(); turn++) {
    skipped += TURN
    while (session.pump() && !isLeft()) {}
    session.publishFrame()
  }
  return session
}

function readBack(what: string, text: string): void {
  const again = parseScenarioText(text)
  if (!again.ok) throw new Error(`${what} cannot be read back: ${problemsToText(again.problems, 'saved')}`)
}

function openDump(bytes: Uint8Array): Outcome {
  const read = readDump(bytes)
  if (!read.ok) return refused(read.problems)
  const layout = layoutOf(read.dump)
  dumpView(read.dump, 'dump', '/dump.json')
  if (layout === null) return 'accepted'
  const again = parseScenario(new TextEncoder().encode(JSON.stringify({ trimline: 1, steps: [{ at: 0, layout }] })))
  // a dump names pools as it likes, and can be larger than what a scenario's memory holds
  if (again.ok) openScenario(new TextEncoder().encode(JSON.stringify({ trimline: 1, steps: [{ at: 0, layout }] })))
  return 'accepted'
}

/** Read and imported; what comes of it is a scenario that can be opened. */
function openCapture(bytes: Uint8Array): Outcome {
  const file = {
    size: bytes.length,
    read: (offset: number, length: number) => bytes.subarray(offset, offset + length),
  }
  try {
    const importing = importCapture(file)
    let next = importing.next()
    while (next.done !== true) next = importing.next()
    readBack('the imported scenario', [...scenarioPieces(next.value)].join(''))
    return 'accepted'
  } catch (error) {
    if (!(error instanceof CaptureError)) throw error
    if (error.message.length > 400 || !/offset|line|found/.test(error.message))
      throw new Error(`the message is not as it should be: ${error.message.slice(0, 80)}`)
    return 'refused'
  }
}

function refused(problems: readonly Problem[]): Outcome {
  const lines = problemsToText(problems, 'file').trimEnd().split('\n')
  const bad = lines.find((line) => line.length > 400 || /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Cs}]/u.test(line))
  if (problems.length === 0 || lines.length > 21 || bad !== undefined)
    throw new Error(`the message is not as it should be: ${lines.length} lines, ${JSON.stringify(bad?.slice(0, 80))}`)
  return 'refused'
}
