/** Plays scenarios, given as their files would be written, through the real engine and reads their traces back. */

import { type RunOptions, runScenario } from '../../../../main/session/run/runner'
import type { RunResult } from '../../../../main/session/run/summary'
import { validateScenario } from '../../../../main/session/scenario'
import type { PolicyName } from '../../../../preload/contract'
import { quietSystem } from '../../support/world'

/** One line of the trace as a reader of the file sees it. */
export interface Line {
  t: number
  type: string
  [field: string]: unknown
}

export interface Played extends RunResult {
  text: string
  lines: Line[]
}

export const MiB = 1024 * 1024
export const GiB = 1024 * MiB
export const KiB = 1024

export interface EffectFile {
  name: string
  gpuTime?: string | number
  resources: { name: string; size: string | number; resident?: boolean }[]
}

export interface ScenarioFile {
  name?: string
  seed?: number
  system?: Record<string, unknown>
  app?: { policy?: PolicyName; effects?: EffectFile[]; [field: string]: unknown }
  steps?: Record<string, unknown>[]
  until?: string | number
  unmade?: string[]
}

/** On a quiet system, but for what the file says of it. */
export async function play(file: ScenarioFile, options: Omit<RunOptions, 'sink'> = {}): Promise<Played> {
  return playAsWritten({ ...file, system: quietSystem(file.system) }, options)
}

/** With the format's defaults: the compositor, timeouts, and switches that take their time. */
export async function playAsWritten(file: ScenarioFile, options: Omit<RunOptions, 'sink'> = {}): Promise<Played> {
  const parsed = validateScenario({ trimline: 1, ...file })
  if (!parsed.ok) throw new Error(`the scenario of this test is bad: ${JSON.stringify(parsed.problems)}`)
  let text = ''
  const result = await runScenario(parsed.scenario, {
    ...options,
    sink: (chunk) => {
      text += chunk
    },
  })
  return { ...result, text, lines: linesOf(text) }
}

export function linesOf(text: string): Line[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
}

export function ofType(lines: readonly Line[], type: string): Line[] {
  return lines.filter((line) => line.type === type)
}

/** Work of the app that left an engine; not paging, context switches and work of others. */
export function isAppPacket({ type, kind, context }: Line): boolean {
  return type === 'packet' && kind === 'standard' && context === 'app'
}

export function appPackets(lines: readonly Line[]): Line[] {
  return lines.filter(isAppPacket)
}

/** Every Evict call as "t resource reason". */
export function evictions({ lines }: Pick<Played, 'lines'>): string[] {
  return ofType(lines, 'evict').map((line) => `${line.t} ${line.resource} ${line.reason}`)
}

/** Every finding as "t rule resource". */
export function findings({ lines }: Pick<Played, 'lines'>): string[] {
  return ofType(lines, 'finding').map((line) => `${line.t} ${line.rule} ${line.resource ?? '-'}`)
}
