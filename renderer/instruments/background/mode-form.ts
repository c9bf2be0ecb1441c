/** The form of SetBackgroundProcessingMode as a command. Pure. */
import type { BackgroundView, Command } from '../../../preload/contract'
import type { ModeForm } from '../../store/tabs/background'
import { isCommit } from './text'

/** A name that no earlier call's event has: `event 1`, `event 2`, … */
export function nextEventName(calls: BackgroundView['calls']): string {
  const used = new Set(calls.map(({ event }) => event))
  let number = calls.length + 1
  while (used.has(`event ${number}`)) number++
  return `event ${number}`
}

/** An event goes along with a commit, and with anything else only when that is asked for (BP-12). */
export function modeCommand(
  { mode, action, signal, anyway, drain }: ModeForm,
  calls: BackgroundView['calls'],
): Command {
  const event = signal && (isCommit(action) || anyway) ? { event: nextEventName(calls) } : {}
  return { kind: 'setBackgroundProcessingMode', mode, action, ...event, ...(drain ? { drain } : {}) }
}
