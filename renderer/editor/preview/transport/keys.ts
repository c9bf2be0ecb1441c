/** What keys do to the clip, as in every editor. Pure: a key and where the clip stands in, what to do out. */
import { TRANSPORT_RATES, type TransportRate, type TransportSettings } from '../../../../preload/contract'
import { actionsOf, type KeyRow, shortcutsOf } from '../../../key-table'
import { isChord } from '../../../keyboard'
import { TYPED_INTO } from '../../../widgets/text-field'
import { CLIP, framesBefore, startOfFrame } from '../clip'

export interface KeyPress {
  readonly key: string
  readonly shiftKey: boolean
  readonly altKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

/** How the clip stands. */
export interface Standing {
  readonly playing: boolean
  /** µs on the timeline */
  readonly playhead: number
  /** µs of the timeline */
  readonly length: number
  readonly transport: TransportSettings
}

export type Act =
  | { readonly act: 'play'; readonly rate: TransportRate }
  | { readonly act: 'pause' }
  /** the clip stops there */
  | { readonly act: 'stopAt'; readonly position: number }
  | { readonly act: 'set'; readonly change: Partial<TransportSettings> }

type Action = (standing: Standing) => Act

const play =
  (direction: 1 | -1): Action =>
  ({ playing, transport }) => ({ act: 'play', rate: next(playing ? transport.rate : 0, direction) })

/** @param to from the frame that is seen; beyond an end it is that end */
const stopAt =
  (to: (frame: number) => number): Action =>
  ({ playhead, length }) => {
    const last = framesBefore(length) - 1
    return { act: 'stopAt', position: startOfFrame(Math.min(last, Math.max(0, to(framesBefore(playhead))))) }
  }

const KEYS = {
  play: {
    held: 'alone',
    keys: { ' ': ({ playing }) => (playing ? { act: 'pause' } : { act: 'play', rate: 1 }) },
    does: 'Play or pause the clip',
  },
  shuttle: {
    held: 'alone',
    keys: { j: play(-1), k: () => ({ act: 'pause' }), l: play(1) },
    does: 'Play backwards, pause, play; again: faster',
  },
  step: {
    held: 'alone',
    keys: { ArrowLeft: stopAt((frame) => frame - 1), ArrowRight: stopAt((frame) => frame + 1) },
    does: 'A frame back or on; with Shift a second',
    also: {
      Shift: {
        ArrowLeft: stopAt((frame) => frame - CLIP.rate),
        ArrowRight: stopAt((frame) => frame + CLIP.rate),
      },
    },
  },
  ends: {
    held: 'alone',
    keys: { Home: () => ({ act: 'stopAt', position: 0 }), End: stopAt(() => Number.MAX_SAFE_INTEGER) },
    does: 'To the start or the end of the clip',
  },
  marks: {
    held: 'alone',
    keys: {
      i: ({ transport, playhead }) => ({ act: 'set', change: { in: transport.in === playhead ? null : playhead } }),
      o: ({ transport, playhead }) => {
        const out = outAt(playhead)
        return { act: 'set', change: { out: transport.out === out ? null : out } }
      },
    },
    does: 'Mark In and Out at the playhead',
  },
  clearMarks: {
    held: 'Shift',
    keys: { x: () => ({ act: 'set', change: { in: null, out: null } }) },
    does: 'Take In and Out away',
  },
} as const satisfies Record<string, KeyRow<Action>>

const actionOf = actionsOf<Action>(Object.values(KEYS))

/** As the list of shortcuts and menus say them. */
export const TRANSPORT_SHORTCUTS = shortcutsOf<keyof typeof KEYS, Action>(KEYS)

/** @returns null: the key is nothing of the clip's */
export function actOf(press: KeyPress, standing: Standing): Act | null {
  if (isChord(press)) return null
  // Shift changes a few keys, and not the others
  const action = (press.shiftKey ? actionOf('Shift', press.key) : undefined) ?? actionOf('alone', press.key)
  return action?.(standing) ?? null
}

/** The frame that is seen is the last that is played. */
function outAt(playhead: number): number {
  return Math.round(((framesBefore(playhead) + 1) * 1e6) / CLIP.rate)
}

/** In the other direction at its own speed first, then faster. */
function next(rate: number, direction: 1 | -1): TransportRate {
  const faster = TRANSPORT_RATES.filter((one) => one * direction > Math.max(0, rate * direction))
  const nearest = direction > 0 ? faster[0] : faster.at(-1)
  return nearest ?? ((4 * direction) as TransportRate)
}

/** What a slider or a separator moves by (WAI-ARIA). */
const MOVES = /^(Arrow|Page|Home$|End$|Enter$)/

/** Space and Enter are a focused control's own; so are all keys of a field, and the arrows of what moves by them. */
export function belongsToControl(target: Element, key: string): boolean {
  if (target.closest(TYPED_INTO) !== null) return true
  const control = target.closest(
    'button, a, summary, [role="slider"], [role="tab"], [role="radio"], [role="menu"], [role="option"], [role="separator"], [role="dialog"], [role="grid"], [role="listbox"], [role="application"]',
  )
  if (control === null) return false
  const role = control.getAttribute('role')
  if (role === 'slider' || role === 'separator') return MOVES.test(key)
  return !control.matches('button, summary, a') || key === ' ' || key === 'Enter' || role !== null
}
