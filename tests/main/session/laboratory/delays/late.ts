/** Which presses, frames and presents of a program were late, and by how much, found without what tells of delays (LB-08). */
import { blankTime } from '../../../../../main/dxgkrnl/vidsch/compositor'
import type { Delay } from '../../../../../main/session/laboratory/delays/types'
import type { Action } from '../../../../../main/session/verbs/steps'
import type { World } from '../../../../../main/session/world/world'
import type { Line } from '../../../../golden/reading'
import type { Program } from '../../random-programs'

/** The first vertical blank after a moment, found by looking at one after another. */
function blankAfter(t: number): number {
  for (let number = Math.max(1, Math.floor((t * 60) / 1e6) - 1); ; number++)
    if (blankTime(number, 60) > t) return blankTime(number, 60)
}

export const textOf = ({ name, begin, due, shown }: Delay): string => `${name} ${begin} ${due} ${shown}`

/** What the work of presses and frames takes of GPU time with nothing in its way, µs. */
export interface OwnTimes {
  /** @param step number of the press in the program, from 0 @returns undefined: it was never carried out */
  press(step: number, action: Action): number | undefined
  /** @param parts packets of a frame, submitted at `t` */
  frame(parts: readonly Line[], t: number): number
}

/** Presses that were shown late, by how long each took and its work takes. */
export function latePresses(world: World, { steps }: Program, own: OwnTimes): string[] {
  let at = 0
  return steps.flatMap(({ after, action }, step) => {
    at += after
    const name = nameOf(action)
    const latency = world.calls.of(action)?.latency ?? null
    const time = own.press(step, action)
    if (name === null || latency === null || time === undefined) return []
    const [due, shown] = [blankAfter(at + time), blankAfter(at + latency)]
    return shown > due ? [`${name} ${at} ${due} ${shown}`] : []
  })
}

/** What a press is called; null: it is none. */
function nameOf(action: Action): string | null {
  if (action.verb === 'apply') return action.value
  return action.verb === 'use' ? (action.value.context ?? 'use') : null
}

/**
 * Presents of the compositor that were shown late, as the trace tells them: submitted at a blank, for `gpuTime`. One that ends
 * with a blank is shown then.
 */
export function latePresents(lines: readonly Line[], gpuTime: number): string[] {
  const ended = lines.filter(({ type, context, kind }) => type === 'packet' && context === 'dwm' && kind === 'present')
  return ended.flatMap(({ outcome, submitted, end }) => {
    const [due, shown] = [blankAfter(Number(submitted) + gpuTime - 1), blankAfter(Number(end) - 1)]
    return outcome === 'completed' && shown > due ? [`present ${submitted} ${due} ${shown}`] : []
  })
}

/** µs of GPU time of what a frame consists of beside effects */
const OF_A_FRAME: Readonly<Record<string, number>> = { decode: 3_000, present: 300 }

/** By what effects say that they take: also where their packets hang. */
export class SaidTimes implements OwnTimes {
  private readonly changes: { t: number; name: string; gpuTime: number }[] = []
  private readonly current = new Map<string, number>()
  /** of presses, as they were when the button was pressed */
  private readonly presses = new Map<Action, number>()
  private readonly pressing: Action[]

  constructor({ steps }: Program) {
    this.pressing = steps.map(({ action }) => action).filter(({ verb }) => verb === 'apply')
  }

  /** To be called after whatever may change them. */
  note({ sim, editor, calls }: World): void {
    for (const { spec } of editor.effects) {
      const { name, gpuTime } = spec
      if (this.current.get(name) === gpuTime) continue
      this.current.set(name, gpuTime)
      this.changes.push({ t: sim.now, name, gpuTime })
    }
    const [next] = this.pressing
    if (next?.verb !== 'apply' || calls.of(next) === undefined) return
    this.presses.set(next, editor.effect(next.value)?.spec.gpuTime ?? 0)
    this.pressing.shift()
  }

  press(_step: number, action: Action): number | undefined {
    return this.presses.get(action)
  }

  frame(parts: readonly Line[], t: number): number {
    const commands = new Set(parts.map(({ command }) => String(command)))
    return [...commands].reduce((sum, name) => sum + (OF_A_FRAME[name] ?? this.at(t, name)), 0)
  }

  private at(t: number, name: string): number {
    return this.changes.findLast((change) => change.name === name && change.t <= t)?.gpuTime ?? 0
  }
}

/** By how long their packets ran, all parts of each together: where nothing hangs, as it makes no difference who asks. */
export class RunTimes implements OwnTimes {
  constructor(private readonly lines: readonly Line[]) {}

  press(step: number, action: Action): number {
    const name = nameOf(action)
    // the last part of one that is done is written by what comes of it
    const own = this.lines.filter(
      ({ type, cause, command, context }) =>
        type === 'packet' && cause === step + 1 && command === name && context !== 'system',
    )
    return ran(own)
  }

  frame(parts: readonly Line[]): number {
    return ran(parts)
  }
}

const ran = (packets: readonly Line[]): number =>
  packets.reduce((sum, { start, end }) => sum + Number(end) - Number(start), 0)

/**
 * Frames that were shown late. Each has a present of the app, submitted with all else of it when the app's thread has worked
 * `processor` for it. It began at every other blank's distance from the Play that it belongs to: the last such moment from
 * which the thread can have been done by then.
 * @param processor µs that the app needs for a frame
 */
export function lateFrames(lines: readonly Line[], { steps }: Program, processor: number, times: OwnTimes): string[] {
  const played = timesOf(steps)
  const ofApp = lines.filter(({ type, context }) => type === 'packet' && context === 'app')
  const presents = ofApp.filter(({ command, outcome }) => command === 'present' && outcome === 'completed')
  return presents.flatMap(({ submitted, cause, end }) => {
    const parts = ofApp.filter((line) => line.submitted === submitted && line.cause === cause)
    const begin = frameBefore(Number(submitted) - processor, played[Number(cause) - 1] ?? Number.NaN)
    const own = processor + times.frame(parts, Number(submitted))
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
