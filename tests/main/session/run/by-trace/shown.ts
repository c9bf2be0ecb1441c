/** Presses and presents, from what caused them to the vertical blank that showed them (LB-04, LB-08, LB-10). */
import { isPresent } from './counted'
import { blankAfter, type Line, most, number, numberOrNone, p99, sum, text } from './lines'

/** Of an effect: the packets that a press of it comes to, and the µs that they take by themselves. */
export interface Work {
  packets: number
  own: number
}

/** A file as it is written, as far as it says what no record does. */
export interface Asked {
  until: number
  system: { refreshRate: number; compositor: { enabled: boolean; gpuTime: number } }
  app: { effects: readonly AskedEffect[] }
  steps: readonly ({ at: number; addEffect?: AskedEffect } & Readonly<Record<string, unknown>>)[]
}

interface AskedEffect {
  name: string
  gpuTime?: number
  passes?: readonly { engine: string; gpuTime: number }[]
}

/** µs of each press or present that was shown. */
interface Shown {
  begin: number
  due: number
  at: number
}

/** Verbs after which an effect's work is not what the file says, or a press is none of an effect's. */
const OTHERWISE = ['play', 'setConstants', 'setBackgroundProcessingMode', 'recreateDevice', 'removeEffect', 'use']

/** Whether the file says what each press takes, and all of them can be shown. */
export function tellsPresses(lines: readonly Line[], { app, steps }: Asked): boolean {
  if (steps.some((step) => OTHERWISE.some((verb) => verb in step) || JSON.stringify(step).includes('"hang"')))
    return false
  const names = [...app.effects, ...steps.flatMap(({ addEffect }) => addEffect ?? [])].map(({ name }) => name)
  return (
    new Set(names).size === names.length &&
    !lines.some((line) => line.type === 'device-removed' && (line.device === 'app' || line.device === 'dwm'))
  )
}

/** What ends in another engine's packet is waited for by one of the direct queue that takes no time. */
function workOf({ gpuTime = 0, passes }: AskedEffect): Work {
  if (passes === undefined) return { packets: 1, own: gpuTime }
  const waits = passes.at(-1)?.engine === '3d' ? 0 : 1
  return { packets: passes.length + waits, own: sum(passes.map((pass) => pass.gpuTime)) }
}

export function shown(lines: readonly Line[], { until, system, app, steps }: Asked) {
  const rate = system.refreshRate
  const effects = new Map(
    [...app.effects, ...steps.flatMap(({ addEffect }) => addEffect ?? [])].map((e) => [e.name, e]),
  )
  const presses: Shown[] = []
  const open: number[] = []
  for (const line of lines.filter(({ type }) => type === 'apply')) {
    const { packets, own } = workOf(effects.get(text(line, 'effect')) as AskedEffect)
    const begin = steps[number(line, 'cause') - 1]?.at as number
    const ends = lines.filter((one) => isOf(one, line)).map((one) => number(one, 'end'))
    if (ends.length < packets) open.push(blankAfter(until, rate) - begin)
    else presses.push({ begin, due: blankAfter(begin + own, rate), at: blankAfter(Math.max(...ends), rate) })
  }
  // a present meets the blank that it ends with (GP-09)
  const presents = lines
    .filter((line) => isPresent(line) && line.outcome === 'completed')
    .map((line): Shown => {
      const begin = number(line, 'submitted')
      const ready = begin + Math.max(0, system.compositor.gpuTime - 1)
      return { begin, due: blankAfter(ready, rate), at: blankAfter(number(line, 'end') - 1, rate) }
    })
  const late = [...presses, ...presents].filter(({ at, due }) => at > due)
  const taken = [...presses.map(({ begin, at }) => at - begin), ...open]
  return {
    effectsCompleted: presses.length,
    press: { worstPress: most(taken), p99Press: p99(taken) },
    delays: {
      count: late.length,
      worst: most(late.map(({ at, due }) => at - due)) ?? 0,
      /** µs of all kinds together: segments partition the interval (LB-08) */
      whole: sum(late.map(({ begin, at }) => at - begin)),
    },
  }
}

function isOf(packet: Line, { cause }: Line): boolean {
  const { type, context, kind, outcome } = packet
  return (
    type === 'packet' && context === 'app' && kind === 'standard' && outcome === 'completed' && packet.cause === cause
  )
}

/** µs that the app's work stood still; for paging alone where nothing else is on its engine (SC-06). */
export function stoodStill(lines: readonly Line[]): number {
  let [still, free] = [0, 0]
  for (const line of lines.filter(({ type, context }) => type === 'packet' && context === 'app')) {
    const ready = Math.max(number(line, 'submitted'), free) + numberOrNone(line, 'switch')
    still += number(line, 'start') - ready
    free = number(line, 'end')
  }
  return still
}
