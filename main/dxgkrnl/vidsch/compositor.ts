/**
 * Vertical blanks of each display, and the desktop compositor: a process of the system that presents at every one of them
 * at high priority (GP-09), and flips what it has presented at the next (GP-05). It rests while nothing changes on the screen.
 * Times in µs.
 */

import { COMPOSITOR, type EngineName, type PreemptionModel } from '../../../preload/contract/names'
import { SubmitFlags } from '../../drivers/kmd/scheduling-caps'
import { kept } from '../../sim/continuation'
import type { Simulation } from '../../sim/simulation'
import { type Context, type PacketOutcome, type PacketOwner, type PacketRequest, Priority } from './context'
import type { LonePacket } from './lone-packet'

/** of the compositor's process; it creates its device anew by itself */
export const COMPOSITOR_DEVICE = -2

/** blanks that are carried out one after another before others are looked at, where nothing else happens */
const AT_ONCE = 64

const PRESENT_FLAGS = SubmitFlags.Present | SubmitFlags.Flip

/** µs without work of any app after which nothing on the screen changes, so that the compositor rests (choice) */
const RESTS_AFTER = 10_000_000

export interface CompositorSettings {
  enabled: boolean
  /** of one present */
  gpuTime: number
  /** vertical blanks per second of each display */
  refreshRates: readonly number[]
  /** FlipOnVSyncMmIo of DXGK_FLIPCAPS */
  flipOnVSyncMmIo: boolean
}

/** Wants to know what presents wait for (LB-08). */
export interface PresentFollower {
  /** a present to that display is submitted now. @returns whose work it is */
  begun(display: number): PacketOwner
  /** @param completed it was; otherwise its device is gone */
  ended(display: number, completed: boolean): void
}

/** What it has of the scheduler. */
export interface CompositorPort {
  readonly preemptionModel: PreemptionModel
  /** µs; -1: no app has submitted anything yet */
  readonly lastSubmission: number
  /** an app's packets are in a hardware queue */
  readonly isBusy: boolean
  /** A packet of that context leaves its engine at this very moment. */
  leavesNow(context: Context): boolean
  /** called when an app submits work */
  onSubmission: () => void
  /** called when a preemption request reaches an engine (GP-05) */
  onRequestReached: (engine: EngineName) => void
  createContext(name: string, device: number, engine: EngineName, priority: Priority): Context
  destroyDevice(device: number): void
  submit(context: Context, request: PacketRequest): number
  /** @param before µs at which something else begins */
  runAlone(context: Context, packet: LonePacket, before: number, again: boolean): boolean
}

/** What is presented to one display: each has vertical blanks, presents and flips of its own. */
interface Display {
  /** from 1; where there are several, the trace says it */
  readonly number: number
  readonly refreshRate: number
  readonly command: string
  verticalBlanks: number
  missed: number
  running: boolean
  /** when the present that has not completed was submitted; null: there is none */
  presenting: number | null
  /** the vertical blank that shows what was presented last, whoever presents meanwhile: until then its flip is pending */
  shownAt: number
}

export class Compositor {
  tears = 0
  /** wants to know what presents wait for (LB-08); null: nobody does */
  follower: PresentFollower | null = null
  private context: Context
  private readonly screens: Display[]
  private saidTearing = false

  constructor(
    private readonly sim: Simulation,
    private readonly scheduler: CompositorPort,
    readonly settings: CompositorSettings,
  ) {
    this.screens = settings.refreshRates.map((refreshRate, index) => ({
      number: index + 1,
      refreshRate,
      command: presentCommand(index + 1),
      verticalBlanks: 0,
      missed: 0,
      running: false,
      presenting: null,
      shownAt: 0,
    }))
    this.context = this.createContext()
    scheduler.onSubmission = () => this.start()
    scheduler.onRequestReached = (engine) => {
      if (engine === '3d') this.preempting()
    }
    this.start()
  }

  get displays(): readonly Readonly<Display>[] {
    return this.screens
  }

  /** how many, of all displays */
  get verticalBlanks(): number {
    return this.screens.reduce((sum, { verticalBlanks }) => sum + verticalBlanks, 0)
  }

  /** how many, of all displays */
  get missed(): number {
    return this.screens.reduce((sum, { missed }) => sum + missed, 0)
  }

  /** Its process has a device: while it is enabled, and afterwards what it has presented with stays. */
  get hasDevice(): boolean {
    return this.settings.enabled || this.context.submissions > 0
  }

  configure(settings: Partial<Pick<CompositorSettings, 'enabled' | 'gpuTime'>>): void {
    Object.assign(this.settings, settings)
    this.start()
  }

  /** Its device was removed with all others: it makes another and goes on. */
  recreate(): void {
    this.scheduler.destroyDevice(COMPOSITOR_DEVICE)
    this.context = this.createContext()
    for (const display of this.screens) {
      if (display.presenting !== null) this.follower?.ended(display.number, false)
      display.presenting = null
      display.shownAt = 0
    }
  }

  private createContext(): Context {
    return this.scheduler.createContext(COMPOSITOR, COMPOSITOR_DEVICE, '3d', Priority.high)
  }

  private start(): void {
    if (!this.settings.enabled) return
    for (const display of this.screens) {
      if (display.running) continue
      display.running = true
      this.scheduleBlank(display, blankAfter(this.sim.now, display.refreshRate))
    }
  }

  private scheduleBlank(display: Display, number: number): void {
    const delay = blankTime(number, display.refreshRate) - this.sim.now
    const due = kept({ self: this, display, number }, ({ self, display, number }) => self.blanksFrom(display, number))
    this.sim.scheduleUncaused(delay, due)
  }

  private blanksFrom(display: Display, number: number): void {
    if (display.presenting === null || !this.scheduler.leavesNow(this.context)) return this.carryOut(display, number)
    // a present that ends at the blank meets it, whichever of the two was known first
    const judged = kept({ self: this, display, number }, ({ self, display, number }) => self.carryOut(display, number))
    this.sim.scheduleUncaused(0, judged)
  }

  private carryOut(display: Display, number: number): void {
    let next = number
    let wasAlone = false
    do {
      if (!this.settings.enabled || this.mayRest) {
        display.running = false
        return
      }
      wasAlone = this.blank(display, next++, wasAlone)
    } while (next < number + AT_ONCE && this.sim.passTo(blankTime(next, display.refreshRate)))
    this.scheduleBlank(display, next)
  }

  private get mayRest(): boolean {
    // asked at every blank: first what is seldom so
    const { scheduler, sim, screens } = this
    if (sim.now - scheduler.lastSubmission <= RESTS_AFTER) return false
    return screens.every(({ presenting }) => presenting === null) && !scheduler.isBusy
  }

  /**
   * @param again nothing has happened since its last present, which was carried out alone
   * @returns whether this one was
   */
  private blank(display: Display, number: number, again: boolean): boolean {
    display.verticalBlanks++
    if (display.presenting !== null) {
      display.missed++
      const which = this.screens.length > 1 ? { display: display.number } : {}
      const waiting = this.sim.now - display.presenting
      this.sim.trace.write('missed-vertical-blank', { number, waiting, ...which })
      return false
    }
    const { context } = this
    const { gpuTime: duration } = this.settings
    const { command } = display
    const present = { command, kind: 'present', flags: PRESENT_FLAGS, duration } as const
    // before the next blank, or that would see it under way
    const nextBlank = blankTime(number + 1, display.refreshRate)
    if (this.scheduler.runAlone(context, present, nextBlank, again)) {
      display.shownAt = nextBlank
      return true
    }
    display.presenting = this.sim.now
    this.scheduler.submit(context, {
      command,
      kind: 'present',
      flags: PRESENT_FLAGS,
      duration,
      allocations: [],
      owner: this.follower?.begun(display.number),
      finished: kept({ self: this, context, display }, ({ self, context, display }, outcome: PacketOutcome) =>
        self.presented(context, display, outcome === 'completed'),
      ),
    })
    return false
  }

  /** A present on that context has ended. */
  private presented(context: Context, display: Display, completed: boolean): void {
    if (context !== this.context) return
    this.follower?.ended(display.number, completed)
    display.presenting = null
    // one that ends at a blank is shown by it
    display.shownAt = completed ? firstBlankAfter(this.sim.now - 1, display.refreshRate) : 0
  }

  /**
   * The engine is asked to preempt. Without memory-mapped flips those that are pending are carried out at that moment, not
   * at the vertical blank: the picture tears (GP-05).
   */
  private preempting(): void {
    if (this.settings.flipOnVSyncMmIo || this.scheduler.preemptionModel === 'win7') return
    for (const display of this.screens) {
      if (this.sim.now >= display.shownAt) continue
      display.shownAt = 0
      this.tear()
    }
  }

  private tear(): void {
    this.tears++
    this.sim.trace.write('tear', { engine: '3d' })
    if (this.saidTearing) return
    this.saidTearing = true
    const message =
      'the picture tore: the engine was preempted while a flip was pending, and the driver does not set FlipOnVSyncMmIo'
    this.sim.trace.write('finding', { rule: 'GP-05', message })
  }
}

/** What a present to a display is called. @param display its number, from 1 */
export function presentCommand(display: number): string {
  return display === 1 ? 'present' : `present ${display}`
}

/** The number of the first vertical blank after a moment. @param t µs */
function blankAfter(t: number, refreshRate: number): number {
  let number = Math.floor((t * refreshRate) / 1e6)
  while (blankTime(number, refreshRate) <= t) number++
  return number
}

/** µs of the first vertical blank after a moment; one at that very moment has passed. @param t µs @param refreshRate Hz */
export function firstBlankAfter(t: number, refreshRate: number): number {
  return blankTime(blankAfter(t, refreshRate), refreshRate)
}

/** µs of vertical blank `number`, from 1 @param refreshRate Hz */
export function blankTime(number: number, refreshRate: number): number {
  return Math.round((number * 1e6) / refreshRate)
}
