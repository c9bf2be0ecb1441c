/** Which presses, frames and presents of a program were late, and by how much, found without what tells of delays (LB-08). */
import { blankTime } from '../../../../../main/dxgkrnl/vidsch/compositor'
import type { Delay } from '../../../../../main/session/laboratory/delays/types'
import type { World } from '../../../../../main/session/world/world'
import type { Line } from '../../../../golden/reading'
import type { Program } from '../../random-programs'

/** The first vertical blank after a moment, found by looking at one after another. */
function blankAfter(t: number): number {
  for (let number = Math.max(1, Math.floor((t * 60) / 1e6) - 1); ; number++)
    if (blankTime(number, 60) > t) return blankTime(number, 60)
}

export const textOf = ({ name, begin, due, shown }: Delay): string => `${name} ${begin} ${due} ${shown}`

/** Presses that were shown late, by how long each took and its effect takes. */
export function latePresses(world: World, { steps }: Program, gpuTimes: ReadonlyMap<object, number>): string[] {
  let at = 0
  return steps.flatMap(({ after, action }) => {
    at += after
    const own = gpuTimes.get(action)
    const latency = world.calls.of(action)?.latency ?? null
    if (action.verb !== 'apply' || latency === null || own === undefined) return []
    const [due, shown] = [blankAfter(at + own), blankAfter(at + latency)]
    return shown > due ? [`${action.value} ${at} ${due} ${shown}`] : []
  })
}

/** Presents of the compositor that were shown late, as the trace tells them: submitted at a blank, for `gpuTime`. */
export function latePresents(lines: readonly Line[], gpuTime: number): string[] {
  const ended = lines.filter(({ type, context, kind }) => type === 'packet' && context === 'dwm' && kind === 'present')
  return ended.flatMap(({ outcome, submitted, end }) => {
    const [due, shown] = [blankAfter(Number(submitted) + gpuTime), blankAfter(Number(end))]
    return outcome === 'completed' && shown > due ? [`present ${submitted} ${due} ${shown}`] : []
  })
}

/** µs of GPU time of what a frame consists of beside effects */
const OF_A_FRAME: Readonly<Record<string, number>> = { decode: 3_000, present: 300 }

/** What effects take of GPU time, from when on. */
export class EffectTimes {
  private readonly changes: { t: number; name: string; gpuTime: number }[] = []
  private readonly current = new Map<string, number>()

  /** To be called after whatever may change them. */
  note({ sim, editor }: World): void {
    for (const { spec } of editor.effects) {
      const { name, gpuTime, passes } = spec
      const time = passes?.reduce((sum, pass) => sum + pass.gpuTime, 0) ?? gpuTime
      if (this.current.get(name) === time) continue
      this.current.set(name, time)
      this.changes.push({ t: sim.now, name, gpuTime: time })
    }
  }

  /** @returns µs of what was submitted under that name at that moment */
  at(t: number, name: string): number {
    return this.changes.findLast((change) => change.name === name && change.t <= t)?.gpuTime ?? 0
  }
}

/**
 * Frames that were shown late. Each has a present of the app, submitted with all else of it when the app's thread has worked
 * `processor` for it. It began at every other blank's distance from the Play that it belongs to: the last such moment from
 * which the thread can have been done by then.
 * @param processor µs that the app needs for a frame
 */
export function lateFrames(
  lines: readonly Line[],
  { steps }: Program,
  processor: number,
  effects: EffectTimes,
): string[] {
  const played = timesOf(steps)
  const ofApp = lines.filter(({ type, context }) => type === 'packet' && context === 'app')
  const presents = ofApp.filter(({ command, outcome }) => command === 'present' && outcome === 'completed')
  return presents.flatMap(({ submitted, cause, end }) => {
    const parts = ofApp.filter((line) => line.submitted === submitted && line.cause === cause)
    const commands = new Set(parts.map(({ command }) => String(command)))
    const gpu = [...commands].map((name) => OF_A_FRAME[name] ?? effects.at(Number(submitted), name))
    const begin = frameBefore(Number(submitted) - processor, played[Number(cause) - 1] ?? Number.NaN)
    const own = gpu.reduce((sum, time) => sum + time, processor)
    const [due, shown] = [blankAfter(begin + own), blankAfter(Number(end))]
    return shown > due ? [`frame ${begin} ${due} ${shown}`] : []
  })
}

/** µs at which each step is carried out. */
function timesOf(steps: Program['steps']): number[] {
  let t = 0
  return steps.map(({ after }) => {
    t += after
    return t
  })
}

/** The last moment not after `t` at which a frame of what is played since `from` begins. */
function frameBefore(t: number, from: number): number {
  const begins = (number: number): number => from + Math.round((number * 2e6) / 60)
  let number = Math.max(0, Math.floor(((t - from) * 60) / 2e6) - 1)
  while (begins(number + 1) <= t) number++
  return begins(number)
}
