/**
 * What fills everything that is bounded before memory is first looked at: the logs that keep the newest of what is seldom,
 * the history of undo, the dictionary of names. Who edits for ten minutes only may not have reached their bounds, and a log
 * that fills in the third hour is no leak. Bounds are the program's own, with some to spare.
 */
import { builtInEffect } from '../../../main/editor/effects/catalogue'
import { type EffectSpec, type SessionCommand, TrimFlag } from '../../../preload/contract'

const MIB = 1024 * 1024
/** µs between two vertical blanks, as the default display has them */
const BLANK = 16_667

/** ms of simulated time: 512 draws of one set of constants at 30 frames a second, and compiling */
const SPECIALISED_AFTER = 18_500

/** of these, each of which leaves four events or five, the log of background work is full, and the names of packets begin anew */
const TREES = 1_900

/** A command, or ms of simulated time that pass. */
export type Warming = SessionCommand | number

/**
 * @param offers effects of the library
 * @param share of what fills everything: less only goes through the motions
 */
export function* warmUp(offers: readonly EffectSpec[], share = 1): Generator<Warming> {
  const part = (count: number): number => Math.ceil(count * share)
  yield* notifications(part(2_500))
  yield* undoHistory(offers, part(300))
  yield* shaderTrees(offers, part(TREES))
  yield { kind: 'setTdr', level: 'off' }
  yield* stoppedAtEachBlank('win8', part(18_000))
  yield* stoppedAtEachBlank('win7', part(4_600))
  yield { kind: 'setTdr', level: 'recover' }
  yield* samples(part(9_000))
}

/** Each with as many results as a person's callbacks have at most, and a finding, as one of them throws. */
function* notifications(count: number): Generator<Warming> {
  for (const [n, behaviour] of (['ignore', 'ignore', 'throw'] as const).entries())
    yield { kind: 'registerCallback', callback: `Warm${n}`, context: 'soak', behaviour }
  for (let n = 0; n < count; n++) yield { kind: 'notify', flags: TrimFlag.PERIODIC_TRIM, bytes: 0 }
}

function* undoHistory(offers: readonly EffectSpec[], count: number): Generator<Warming> {
  for (let n = 0; n < count; n++) {
    const effect = at(offers, n)
    yield { kind: 'addEffect', effect: { ...effect, name: `warm ${n}`, shader: effect.name } }
    yield { kind: 'removeEffect', effect: `warm ${n}` }
  }
}

/** One effect after another, rendered with constants of its own for as long as the driver takes to specialise for them. */
function* shaderTrees(offers: readonly EffectSpec[], count: number): Generator<Warming> {
  for (let n = 0; n < count; n++) {
    const effect = at(offers, n)
    const { constants } = builtInEffect(effect.name)
    const values = constants.map(({ name, default: usual, min, max, step }) => {
      const places = Math.max(1, Math.round((max - min) / step))
      return [name, usual.map(() => min + step * ((n * 7) % places))]
    })
    yield {
      kind: 'addEffect',
      effect: { ...effect, name: `tree ${n}`, shader: effect.name, constants: Object.fromEntries(values) },
    }
    yield { kind: 'applyEffect', effect: `tree ${n}` }
    yield { kind: 'play', playing: true }
    yield SPECIALISED_AFTER
    yield { kind: 'removeEffect', effect: `tree ${n}` }
  }
}

/** A packet that takes as long as so many vertical blanks: the present of each preempts it, or is missed. */
function* stoppedAtEachBlank(model: 'win7' | 'win8', blanks: number): Generator<Warming> {
  yield { kind: 'setPreemption', model, graphics: 'pixel' }
  yield { kind: 'submit', engine: '3d', gpuTime: blanks * BLANK, context: 'other' }
  yield (blanks * BLANK) / 1000
}

/** A change of memory at a moment of its own each. */
function* samples(count: number): Generator<Warming> {
  for (let n = 0; n < count; n++) {
    yield { kind: 'setOtherProcess', bytes: (1 + (n % 64)) * MIB, foreground: false }
    yield 16
  }
  yield { kind: 'setOtherProcess', bytes: 0, foreground: false }
}

function at<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T
}
