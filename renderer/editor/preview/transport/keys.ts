/** What keys do to the clip, as in every editor. Pure: a key and where the clip stands in, what to do out. */
import { TRANSPORT_RATES, type TransportRate, type TransportSettings } from '../../../../preload/contract'
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

/** As the list of shortcuts says them. */
export const TRANSPORT_SHORTCUTS: readonly { readonly keys: string; readonly does: string }[] = [
  { keys: 'Space', does: 'Play or pause the clip' },
  { keys: 'J K L', does: 'Play backwards, pause, play; again: faster' },
  { keys: '← →', does: 'A frame back or on; with Shift a second' },
  { keys: 'Home End', does: 'To the start or the end of the clip' },
  { keys: 'I O', does: 'Mark In and Out at the playhead' },
]

/** @returns null: the key is nothing of the clip's */
export function actOf(press: KeyPress, standing: Standing): Act | null {
  if (isChord(press)) return null
  const { playing, playhead, transport } = standing
  const by = press.shiftKey ? CLIP.rate : 1
  const last = framesBefore(standing.length) - 1
  const at = (frame: number): number => startOfFrame(Math.min(last, Math.max(0, frame)))
  switch (press.key.length === 1 ? press.key.toLowerCase() : press.key) {
    case ' ':
      return playing ? { act: 'pause' } : { act: 'play', rate: 1 }
    case 'k':
      return { act: 'pause' }
    case 'l':
      return { act: 'play', rate: next(playing ? transport.rate : 0, 1) }
    case 'j':
      return { act: 'play', rate: next(playing ? transport.rate : 0, -1) }
    case 'i':
      return { act: 'set', change: { in: transport.in === playhead ? null : playhead } }
    case 'o':
      return { act: 'set', change: { out: transport.out === outAt(playhead) ? null : outAt(playhead) } }
    case 'x':
      return press.shiftKey ? { act: 'set', change: { in: null, out: null } } : null
    case 'ArrowLeft':
      return { act: 'stopAt', position: at(framesBefore(playhead) - by) }
    case 'ArrowRight':
      return { act: 'stopAt', position: at(framesBefore(playhead) + by) }
    case 'Home':
      return { act: 'stopAt', position: 0 }
    case 'End':
      return { act: 'stopAt', position: at(Number.MAX_SAFE_INTEGER) }
    default:
      return null
  }
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
