/** A scenario whose system takes long to build: it is built in slices while what ran before stands still. */
import type { OpeningView } from '../../../preload/contract'
import { resourcesOfClip } from '../../editor/media'
import type { Sliced } from '../../sim/slices'
import { type Scenario, shownValue } from '../scenario'
import type { WatchedSystem } from './watched-system'

/** allocations that a system begins with; so many are made within a frame */
const AT_ONCE = 1_000
/** of a policy of one's own: it is told of each effect and clip, and may take a second each time (LB-15) */
const TOLD_AT_ONCE = 4

/** Whether building the scenario's system takes longer than a frame. */
export function takesLong({ app }: Scenario): boolean {
  const effects = app.effects.reduce((count, { resources }) => count + resources.length, app.effects.length)
  const clips = app.clips.reduce((count, clip) => count + resourcesOfClip(clip), 0)
  const blocks = app.pools.reduce((count, { minBlocks }) => count + minBlocks, 0)
  const told = typeof app.policy === 'object' ? app.effects.length + app.clips.length : 0
  return effects + clips + blocks > AT_ONCE || told > TOLD_AT_ONCE
}

export class Opening {
  private done = 0
  private total = 0

  /**
   * @param title of what is opened
   * @param building null: something beside the session works on it
   * @param ended called once, with the built system, or with null when the person gave up
   * @param stage of what is built: a file's system, or the run's own at another moment of it, to show or to look for a record;
   *   of what is not, what becomes of it
   */
  constructor(
    private readonly title: string,
    private readonly building: Sliced<WatchedSystem> | null,
    private readonly ended: (running: WatchedSystem | null) => void,
    private readonly stage: OpeningView['stage'] = building === null ? 'reading' : 'building',
  ) {}

  /** On the way to another moment of the run. */
  get isGoing(): boolean {
    return this.stage === 'going'
  }

  /** The run is run again for a record of it. */
  get isLooking(): boolean {
    return this.stage === 'looking'
  }

  /** Why what is asked for meanwhile is refused, and what to do. */
  get busy(): string {
    if (this.isGoing) return 'The session is on its way to another moment. Wait until it is there, or cancel it.'
    if (this.isLooking) return 'A record of the trace is being looked for. Wait until it is there, or cancel it.'
    const done = this.stage === 'exporting' ? 'exported' : 'opened'
    return `“${this.view().title}” is being ${done}. Wait for it, or cancel it.`
  }

  get isBuilding(): boolean {
    return this.building !== null
  }

  view(): OpeningView {
    const { title, stage, done, total } = this
    return { title: shownValue(title), stage, done, total }
  }

  /** So far it is, as whoever works on it beside the session says. @param done of `total`, in any unit */
  progress(done: number, total: number): void {
    this.done = done
    this.total = total
  }

  /**
   * @param mayGoOn asked between slices; false stops there
   * @returns whether it is finished; `ended` has been called then
   */
  goOn(mayGoOn: () => boolean): boolean {
    while (this.building !== null) {
      const slice = this.building.next()
      if (slice.done === true) {
        this.ended(slice.value)
        return true
      }
      this.progress(slice.value.done, slice.value.total)
      if (!mayGoOn()) return false
    }
    return false
  }

  cancel(): void {
    this.ended(null)
  }
}
