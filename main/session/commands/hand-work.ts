/** What a person asked for and takes long: it is begun at once, and gone on with a slice at a time, as a step is. */
import type { HResultName } from '../../d3d12/hresult'
import type { Sliced, SliceProgress } from '../../sim/slices'

export class HandWork {
  private slices: Sliced<HResultName> | null = null
  private reached: SliceProgress = { done: 0, total: 0 }
  /** null: nothing is under way */
  private ended: ((hr: HResultName) => void) | null = null

  /** Part of it has been carried out: nothing else may happen in the simulation before the rest of it. */
  get isUnderWay(): boolean {
    return this.slices !== null
  }

  /** How far it is, as far as it says. */
  get progress(): SliceProgress {
    return this.reached
  }

  /**
   * @param mayGoOn asked between slices; false stops there
   * @param ended called with what comes of it, when it is finished
   * @returns what came of it; null: it goes on
   */
  begin(slices: Sliced<HResultName>, mayGoOn: () => boolean, ended: (hr: HResultName) => void): HResultName | null {
    this.slices = slices
    this.reached = { done: 0, total: 0 }
    this.ended = ended
    return this.goOn(mayGoOn)
  }

  /** As `begin`, for what was begun. @returns as `begin` */
  goOn(mayGoOn: () => boolean = () => true): HResultName | null {
    const { slices } = this
    if (slices === null) return null
    // what throws does not go on
    const { ended } = this
    this.slices = null
    this.ended = null
    for (;;) {
      const slice = slices.next()
      if (slice.done === true) {
        ended?.(slice.value)
        return slice.value
      }
      this.reached = slice.value
      if (mayGoOn()) continue
      this.slices = slices
      this.ended = ended
      return null
    }
  }
}
