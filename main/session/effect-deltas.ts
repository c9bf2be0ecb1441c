/** What of the effects goes into a frame: all of them when the list changed, otherwise the counts of those that changed. */
import type { EffectCounts, Frame } from '../../preload/contract'
import type { EffectState } from '../editor/editor-app'
import { effectView } from './views'

interface Sent {
  effect: EffectState
  completed: number
  inFlight: number
}

export class EffectDeltas {
  private sent: Sent[] = []

  /** @param full everything is to be sent, whatever was before */
  take(effects: readonly EffectState[], full: boolean): Pick<Frame, 'effects' | 'effectCounts'> {
    const { sent } = this
    const isSameList = effects.length === sent.length && effects.every((effect, i) => sent[i]?.effect === effect)
    this.sent = effects.map((effect) => ({ effect, completed: effect.completed, inFlight: effect.inFlight }))
    if (full || !isSameList) return { effects: effects.map(effectView) }
    const effectCounts: EffectCounts[] = []
    for (const [index, { completed, inFlight }] of effects.entries())
      if (completed !== sent[index]?.completed || inFlight !== sent[index]?.inFlight)
        effectCounts.push({ index, completed, inFlight })
    return effectCounts.length === 0 ? {} : { effectCounts }
  }
}
