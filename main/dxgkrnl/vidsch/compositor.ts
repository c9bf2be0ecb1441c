/**
 * Vertical blanks, and the desktop compositor: a process of the system that presents at every one of them at high
 * priority (GP-09), and flips what it has presented at the next (GP-05). It rests while nothing changes on the screen.
 * Times in µs.
 */

import { SubmitFlags } from '../../drivers/kmd/scheduling-caps'
import type { Simulation } from '../../sim/simulation'
import { type Context, Priority } from './context'
import type { Scheduler } from './scheduler'

/** of the compositor's process; it creates its device anew by itself */
export const COMPOSITOR_DEVICE = -2
export const COMPOSITOR = 'dwm'

/** µs without work of any app after which nothing on the screen changes, so that the compositor rests (choice) */
export const RESTS_AFTER = 10_000_000

export interface CompositorSettings {
  enabled: boolean
  /** of one present */
  gpuTime: number
  /** vertical blanks per second */
  refreshRate: number
  /** FlipOnVSyncMmIo of DXGK_FLIPCAPS */
  flipOnVSyncMmIo: boolean
}

export class Compositor {
  verticalBlanks = 0
  missed = 0
  tears = 0
  private context: Context
  private running = false
  /** when the present that has not completed was submitted; null: there is none */
  private presenting: number | null = null
  private flipPending = false
  private saidTearing = false

  constructor(
    private readonly sim: Simulation,
    private readonly scheduler: Scheduler,
    readonly settings: CompositorSettings,
  ) {
    this.context = this.createContext()
    scheduler.onSubmission = () => this.start()
    scheduler.onRequestReached = (engine) => {
      if (engine === '3d') this.preempting()
    }
    this.start()
  }

  configure(settings: Partial<Pick<CompositorSettings, 'enabled' | 'gpuTime'>>): void {
    Object.assign(this.settings, settings)
    this.start()
  }

  /** Its device was removed with all others: it makes another and goes on. */
  recreate(): void {
    this.scheduler.destroyDevice(COMPOSITOR_DEVICE)
    this.context = this.createContext()
    this.presenting = null
    this.flipPending = false
  }

  private createContext(): Context {
    return this.scheduler.createContext(COMPOSITOR, COMPOSITOR_DEVICE, '3d', Priority.high)
  }

  private start(): void {
    if (this.running || !this.settings.enabled) return
    this.running = true
    const { refreshRate } = this.settings
    // the next one after now
    let number = Math.floor((this.sim.now * refreshRate) / 1e6)
    while (blankTime(number, refreshRate) <= this.sim.now) number++
    this.scheduleBlank(number)
  }

  private scheduleBlank(number: number): void {
    const delay = blankTime(number, this.settings.refreshRate) - this.sim.now
    this.sim.scheduleUncaused(delay, () => {
      if (!this.settings.enabled || this.mayRest) {
        this.running = false
        return
      }
      this.blank(number)
      this.scheduleBlank(number + 1)
    })
  }

  private get mayRest(): boolean {
    const { lastSubmission, isBusy } = this.scheduler
    return this.presenting === null && !isBusy && this.sim.now - lastSubmission > RESTS_AFTER
  }

  private blank(number: number): void {
    this.verticalBlanks++
    this.flipPending = false // what was pending is shown now
    if (this.presenting !== null) {
      this.missed++
      this.sim.trace.write('missed-vertical-blank', { number, waiting: this.sim.now - this.presenting })
      return
    }
    const { context } = this
    this.presenting = this.sim.now
    this.scheduler.submit(context, {
      command: 'present',
      kind: 'present',
      flags: SubmitFlags.Present | SubmitFlags.Flip,
      duration: this.settings.gpuTime,
      allocations: [],
      finished: (outcome) => {
        if (context !== this.context) return
        this.presenting = null
        this.flipPending = outcome === 'completed'
      },
    })
  }

  /**
   * The engine is asked to preempt. Without memory-mapped flips the one that is pending is carried out at that moment,
   * not at the vertical blank: the picture tears (GP-05).
   */
  private preempting(): void {
    if (!this.flipPending || this.settings.flipOnVSyncMmIo || this.scheduler.preemptionModel === 'win7') return
    this.flipPending = false
    this.tears++
    this.sim.trace.write('tear', { engine: '3d' })
    if (this.saidTearing) return
    this.saidTearing = true
    const message =
      'the picture tore: the engine was preempted while a flip was pending, and the driver does not set FlipOnVSyncMmIo'
    this.sim.trace.write('finding', { rule: 'GP-05', message })
  }
}

/** µs of vertical blank number k, from 1 */
export function blankTime(number: number, refreshRate: number): number {
  return Math.round((number * 1e6) / refreshRate)
}
