/** What to do about what the simulated API refused. */
import { type CommandResult, SegmentGroup, type SessionCommand, sizeText } from '../../../preload/contract'
import { isCommit } from '../../d3d12/background-processing'
import type { HResultName } from '../../d3d12/hresult'
import type { World } from '../world/world'
import type { CommandOutcome } from './row'

/** @returns to be put behind the name of the HRESULT; '' where there is nothing to say */
export function advice(hr: HResultName, { device, scheduler }: World): string {
  if (hr === 'E_FAIL' && scheduler.timeouts.bugCheck !== null)
    return '. The simulated system has stopped with a bug check. Restart the simulation to go on.'
  if (hr !== 'DXGI_ERROR_DEVICE_REMOVED') return ''
  return `. The device was removed because ${device.removed?.because}. Recreate the device to go on.`
}

/** How findings end that say no more than `advice`. */
const SAID_BY_ADVICE = ['the device is removed', 'the simulated system has stopped with a bug check']

/**
 * Why a call failed, as its finding says it, without what the refusal says already.
 * @param message of the last finding that the verb wrote
 * @param what did not come about, as the refusal begins
 * @returns to be put behind the name of the HRESULT; '' where the finding has no more than that
 */
export function foundReason(message: string, what: string, hr: HResultName): string {
  const whole = message.startsWith(`${what}: `) ? message.slice(what.length + 2) : message
  const told = whole.endsWith(` (${hr})`) ? whole.slice(0, -` (${hr})`.length) : whole
  if (told === hr || told.endsWith(` returned ${hr}`) || SAID_BY_ADVICE.some((said) => told.endsWith(said))) return ''
  // `the set was not used: E_FAIL`: the refusal by other words
  if (told.endsWith(`: ${hr}`) && / was not \w+: \w+$/.test(told)) return ''
  const [, reason = told] = told.split(/ (?:returned \w+|was refused): /)
  return `: ${reason}`
}

/** @returns as `advice`, of a call of SetBackgroundProcessingMode whose arguments were refused (BP-12, BP-15) */
export function modeAdvice(
  hr: HResultName,
  { event, action }: Pick<Extract<SessionCommand, { kind: 'setBackgroundProcessingMode' }>, 'event' | 'action'>,
): string {
  if (hr !== 'E_INVALIDARG') return ''
  return event !== undefined && !isCommit(action)
    ? '. Only an action that commits takes an event: send none, or choose such an action.'
    : '. It needs developer mode: switch that on in the toolbar, and call it again.'
}

/** @returns as `advice`, of memory that was not freed as a pass is moving it, or a part of it (DF-14) */
export function freeAdvice(hr: HResultName, name: string, { editor }: World): string {
  if (hr !== 'DXGI_ERROR_INVALID_CALL') return ''
  if (editor.memory.find(name) === undefined)
    return '. What of it a defragmentation pass is moving stays, all else that was to go is free. Free what stayed when the pass has ended.'
  // what is carried out already cannot be chosen any more
  const choice = editor.defragmenter.state === 'pass' ? ', or choose DESTROY for its move' : ''
  return `. A defragmentation pass is moving it. Free it when the pass has ended${choice}.`
}

/** Why no frames are rendered by hand, and what to do; null: they can be. */
export function framesProblem({ player, editor }: World): string | null {
  if (editor.isDeviceRemoved) return 'No frame is rendered while the device is removed. Recreate the device to go on.'
  if (player.isPlaying) return 'The clip plays, and has its frames rendered itself. Stop it first.'
  return player.isRendering ? 'Frames are being rendered. Wait until they are presented.' : null
}

/** What came of a press, with why its memory could not be had and what to do (RS-06). */
export function answerOfPress(effect: string, world: World): (outcome: CommandOutcome) => CommandResult {
  return ({ result, hr }) =>
    result.ok || hr !== 'E_OUTOFMEMORY'
      ? result
      : { ...result, message: `${result.message}. ${whyNoMemory(effect, world)}` }
}

function whyNoMemory(effect: string, { editor, vidmm }: World): string {
  const { policy } = editor
  const lost =
    policy.refusal === undefined
      ? ''
      : 'The policy has given up its device: choose another policy, or restart the simulation.'
  const resources = editor.effect(effect)?.resources ?? []
  // the memory of its context is resident with them (GP-14)
  const own = editor.work.queues[0]?.contextAllocation ?? null
  const found = vidmm.demand.unmeetable([...(own === null ? [] : [own]), ...resources.map(({ handle }) => handle)])
  if (found === null)
    return lost || 'The policy could not make its resources resident: press it again, or choose another policy.'
  const name = found.group === SegmentGroup.LOCAL ? 'local' : 'non-local'
  const more = found.group === SegmentGroup.LOCAL ? ', more local memory in System' : ''
  const words = `It needs ${sizeText(found.bytes)} of ${name} memory at once, and at most ${sizeText(found.available)} can be free. Choose a smaller resolution in Media${more}, or smaller resources.`
  return lost === '' ? words : `${words} ${lost}`
}
