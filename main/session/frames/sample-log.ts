/**
 * Samples of memory from the start of the run on. A full log of other entries forgets its oldest; the chart of memory would
 * begin in the middle of a run whenever a window gets everything anew, as after going back. So this one thins its older half.
 */
import type { SampleView } from '../../../preload/contract'
import { BoundedLog } from './bounded-log'
import { thinByTime } from './samples'

export class SampleLog extends BoundedLog<SampleView> {
  /** The newer half stays as it is, the older becomes about as dense everywhere. */
  protected override makeRoom(): readonly SampleView[] {
    const { entries } = this
    const half = Math.floor(this.bound / 2)
    const older = entries.slice(0, entries.length - half)
    const kept = thinByTime(older, half)
    entries.splice(0, older.length, ...kept)
    const stay = new Set(kept)
    return older.filter((sample) => !stay.has(sample))
  }

  /** Also what is above the bound until room is made: its oldest are where the run began. */
  override all(): SampleView[] {
    return [...this.entries]
  }
}
