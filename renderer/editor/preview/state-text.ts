/** What the Preview says of itself, in words. Pure. */
import type { ClockView, DeviceView, PreviewView, PreviewWait } from '../../../preload/contract'

/** What stands in the way of a packet, as a person says it; LB-08 has the kinds. */
function reasonOf({ kind, name, engine }: PreviewWait): string {
  const of = name === '' ? '' : ` ${name}`
  const on = engine === null ? '' : ` on the ${engine} engine`
  switch (kind) {
    case 'page-in':
      return `paging in${of}`
    case 'page-out':
      return `paging out${of} to make room`
    case 'paging-queue':
      return `other paging work first:${of}`
    case 'reset':
      return `the GPU hangs${on}`
    case 'policy-wait':
      return 'the policy holds the work back'
    case 'fence':
      return `waiting for${of}${on}`
    case 'preemption':
    case 'preempted':
      return 'other work has the engine'
    case 'context-switch':
      return 'switching contexts'
    case 'engine':
      return `other work has the engine:${of}`
    case 'run':
      return `rendering${of}`
    default:
      return `earlier work first:${of}`
  }
}

export interface PreviewState {
  readonly tone: 'removed' | 'stalled' | 'paused' | 'empty'
  readonly text: string
}

/** What the simulation says of the picture; null: it is what it should be. The most important thing alone. */
export function previewState(
  { picture, position, following, waiting }: PreviewView,
  clock: ClockView,
  device: DeviceView,
  playing: boolean,
): PreviewState | null {
  const { removed } = device
  if (removed !== null)
    return { tone: 'removed', text: `Nothing is presented: the device was removed (${removed.reason.name})` }
  if (!clock.running && (playing || waiting !== null || (following && picture?.position !== position)))
    return { tone: 'paused', text: 'Simulation paused: nothing is presented until it runs' }
  if (waiting !== null)
    return {
      tone: 'stalled',
      text: `stalled ${((clock.now - waiting.since) / 1e6).toFixed(1)} s: ${reasonOf(waiting)}`,
    }
  if (picture === null) {
    // a scenario may leave the clip alone: no frame of it is under way then. What it presses has been shown nevertheless,
    // as Delays says, and the desktop is presented at each vertical blank: it is the clip's frames that there are none of
    const how = following ? '' : ': press Play'
    return { tone: 'empty', text: `No frame of the clip has been presented yet${how}` }
  }
  return null
}

/** "25 %" where the picture is computed smaller than it is shown; '': at its full size. */
export function scaleText(width: number, full: number): string {
  return full === 0 || width >= full ? '' : `${Math.round((100 * width) / full)} %`
}
