/** The one place for what is being opened: what comes next takes it over, and while it is taken the session waits. */
import type { OpeningView } from '../../../preload/contract'
import type { Sliced } from '../../sim/slices'
import type { Scenario } from '../scenario'
import { Opening } from './opening'
import { WatchedSystem } from './watched-system'

export class OpeningSlot {
  private current: Opening | null = null
  /** the run is played on, and nowhere else is gone to before that ends */
  private isPlayedOn = false

  /** @param changed what is shown of it is another */
  constructor(private readonly changed: () => void) {}

  get isEmpty(): boolean {
    return this.current === null
  }

  /** There is a system to go on with; a file that is still being read is none. */
  get isBuilding(): boolean {
    return this.current?.isBuilding === true
  }

  /** The run is run again, for another moment of it or for a record: time stands still. */
  get isGoing(): boolean {
    return this.current?.isGoing === true || this.isLooking
  }

  get isLooking(): boolean {
    return this.current?.isLooking === true
  }

  /** It is given up for another moment that is asked for. */
  get mayBeOvertaken(): boolean {
    return this.isGoing && !this.isPlayedOn
  }

  /** Why what is asked for meanwhile is refused, and what to do; null: nothing is being opened. */
  get busy(): string | null {
    return this.current?.busy ?? null
  }

  /** As `busy`, or what of the system that is shown is half done. */
  busyWith({ handWork, playback }: Pick<WatchedSystem, 'handWork' | 'playback'>): string | null {
    if (this.current !== null) return this.busy
    if (handWork.isUnderWay) return 'What was asked for before is being carried out. Try again when it is done.'
    return playback.isInStep ? 'A step of the scenario is being carried out. Try again when it is done.' : null
  }

  view(): OpeningView | null {
    return this.current?.view() ?? null
  }

  /**
   * Shows that a file is being read, until its system is built, another is opened or `cancel` comes.
   * @param cancelled the person gives up
   */
  showReading(title: string, cancelled: () => void): void {
    this.show(new Opening(title, null, cancelled))
  }

  /**
   * Shows that the run is written to a file beside the session, until `end`.
   * @param cancelled the person gives up
   * @returns takes how far it is: µs, of µs
   */
  showExporting(title: string, cancelled: () => void): (done: number, total: number) => void {
    const exporting = new Opening(title, null, cancelled, 'exporting')
    this.show(exporting)
    return (done, total) => {
      exporting.progress(done, total)
      this.changed()
    }
  }

  /** Builds the scenario's system. @see build */
  open(title: string, scenario: Scenario, ended: (running: WatchedSystem | null) => void): void {
    this.build(title, WatchedSystem.inSlices(scenario), ended)
  }

  /**
   * Builds a system beside the one that runs, which stands still meanwhile.
   * @param ended called once, within `goOn` or `cancel`: with the system, or with null when the person gave up
   */
  build(title: string, building: Sliced<WatchedSystem>, ended: (running: WatchedSystem | null) => void): void {
    this.show(new Opening(title, building, ended))
  }

  /**
   * Builds the run's own system at another moment of it: at once as long as it may, the rest of it as `build` does.
   * @param mayGoOn asked between slices; false leaves the rest to `goOn`
   * @param stage `looking`: for a record, and not to be shown
   */
  goTo(
    building: Sliced<WatchedSystem>,
    ended: (running: WatchedSystem | null) => void,
    mayGoOn: () => boolean,
    stage: 'going' | 'looking' = 'going',
  ): void {
    const opening = new Opening('', building, ended, stage)
    if (!opening.goOn(mayGoOn)) this.show(opening)
  }

  /** As `goTo`, of the system that is shown, which another moment does not overtake. */
  playOn(playing: Sliced<WatchedSystem>, ended: (running: WatchedSystem | null) => void, mayGoOn: () => boolean): void {
    this.goTo(playing, ended, mayGoOn)
    this.isPlayedOn = !this.isEmpty
  }

  /** Nothing is being opened any more: what was to be opened cannot be. */
  end(): void {
    this.show(null)
  }

  /** As `end`, where all that is shown is another now. */
  clear(): void {
    this.current = null
  }

  /**
   * Builds on. An error while building is thrown on, when whoever waits for the system has been told that none comes.
   * @param mayGoOn asked between slices; false stops there
   * @returns whether there was something to build
   */
  goOn(mayGoOn: () => boolean): boolean {
    const { current } = this
    if (current?.isBuilding !== true) return false
    this.changed()
    try {
      if (current.goOn(mayGoOn)) this.current = null
    } catch (error) {
      // whoever waits for it must not wait for ever
      this.cancel()
      throw error
    }
    return true
  }

  /** The person gives up. @returns false: nothing is being opened */
  cancel(): boolean {
    const { current } = this
    if (current === null) return false
    this.show(null)
    current.cancel()
    return true
  }

  private show(opening: Opening | null): void {
    this.current = opening
    this.isPlayedOn = false
    this.changed()
  }
}
