/** What of the effects goes into a frame: all of them when the list changed, otherwise the counts of those that changed. */
import type { EffectCounts, Frame } from '../../../preload/contract'
import type { EffectState } from '../../editor/editor-options'
import { Suballocation } from '../../editor/suballocation'
import { effectView } from './views'

interface Sent {
  effect: EffectState
  /** as they were: made anew with another resolution or allocation, or moved to another heap */
  spec: EffectState['spec']
  resources: EffectState['resources']
  /** of placed resources */
  heaps: readonly number[]
  completed: number
  inFlight: number
}

export class EffectDeltas {
  private sent: Sent[] = []

  /** @param full everything is to be sent, whatever was before */
  take(effects: readonly EffectState[], full: boolean): Pick<Frame, 'effects' | 'effectCounts'> {
    const { sent } = this
    const isSameList = effects.length === sent.length && effects.every((effect, i) => isSame(sent[i] as Sent, effect))
    this.sent = effects.map((effect) => {
      const { spec, resources, completed, inFlight } = effect
      return { effect, spec, resources, heaps: heapsOf(effect), completed, inFlight }
    })
    if (full || !isSameList) return { effects: effects.map(effectView) }
    const effectCounts: EffectCounts[] = []
    for (const [index, { completed, inFlight }] of effects.entries())
      if (completed !== sent[index]?.completed || inFlight !== sent[index]?.inFlight)
        effectCounts.push({ index, completed, inFlight })
    return effectCounts.length === 0 ? {} : { effectCounts }
  }
}

function isSame({ effect, spec, resources, heaps }: Sent, now: EffectState): boolean {
  if (effect !== now || spec !== now.spec || resources !== now.resources) return false
  return heapsOf(now).every((heap, i) => heap === heaps[i])
}

/** Whether something of it is placed, asked once of each list: it can have a million resources. */
const placed = new WeakMap<EffectState['resources'], boolean>()

/** Resources with heaps of their own stay in them. */
function heapsOf({ resources }: EffectState): number[] {
  const known = placed.get(resources) ?? resources.some((resource) => resource instanceof Suballocation)
  placed.set(resources, known)
  return known ? resources.map(({ handle }) => handle) : []
}
