/**
 * The cadence of PERIODIC_TRIM and what moves it: idleness, lock and suspend of the emulated operating system
 * (TN-21 to TN-23).
 */
import type { EventHandle } from '../../sim/event-queue'
import type { Simulation } from '../../sim/simulation'
import { TrimResidencySet } from './trim-notification'

export interface PeriodicTrimSettings {
  /** µs between two periodic notifications */
  interval: number
  /** µs without user input after which the OS is idle; read by whoever watches the input */
  idleAfter: number
  /** the cadence also runs while the user is active */
  whileActive: boolean
}

export class PeriodicTrim {
  private osIdle = false
  private isLocked = false
  private isSuspended = false
  /** by suspend, until any RESTART (TN-21) */
  private isStopped = false
  private next: { handle: EventHandle; time: number } | null = null

  /** @param post makes a notification with these flags */
  constructor(
    private readonly sim: Simulation,
    private readonly settings: PeriodicTrimSettings,
    private readonly post: (flags: number) => void,
  ) {
    this.begin()
  }

  get idle(): boolean {
    return this.osIdle
  }

  get locked(): boolean {
    return this.isLocked
  }

  get suspended(): boolean {
    return this.isSuspended
  }

  /** µs of the next periodic notification; null while the cadence is stopped */
  get nextTime(): number | null {
    return this.next?.time ?? null
  }

  get current(): Readonly<PeriodicTrimSettings> {
    return this.settings
  }

  /** The OS turns idle or active; repeating a state does nothing (TN-22). The first notification comes at once (TN-21). */
  setIdle(idle: boolean): void {
    if (idle === this.osIdle) return
    this.osIdle = idle
    if (this.isStopped) return
    if (!idle) return this.restart()
    if (this.next !== null) return // with whileActive the cadence runs already
    this.post(TrimResidencySet.PeriodicTrim)
    this.begin()
  }

  lock(): void {
    this.isLocked = true
  }

  /** @returns false when it was not locked */
  unlock(): boolean {
    if (!this.isLocked) return false
    this.isLocked = false
    if (!this.isStopped) this.restart()
    return true
  }

  /** Repeating it does nothing (TN-22): a cadence that a RESTART has started anew since then goes on. */
  suspend(): void {
    if (this.isSuspended) return
    this.isSuspended = true
    this.isStopped = true
    this.stop()
  }

  /** @returns false when it was not suspended */
  resume(): boolean {
    if (!this.isSuspended) return false
    this.isSuspended = false
    this.restart()
    return true
  }

  /** Changed settings start the cadence anew; what is left out stays. */
  configure(changes: Partial<PeriodicTrimSettings>): void {
    Object.assign(this.settings, changes)
    if (changes.interval !== undefined || changes.whileActive !== undefined) this.begin()
  }

  /** RESTART_PERIODIC_TRIM, so that the next periodic trim counts from this moment (TN-23). */
  private restart(): void {
    this.post(TrimResidencySet.RestartPeriodicTrim)
    this.startAnew()
  }

  /** Any RESTART does this, also of a cadence that suspend has stopped (TN-21). */
  startAnew(): void {
    this.isStopped = false
    this.begin()
  }

  /** The next periodic notification, if one is to come, comes an interval from now. */
  private begin(): void {
    this.stop()
    if (this.isStopped || !(this.osIdle || this.settings.whileActive)) return
    const handle = this.sim.scheduleUncaused(this.settings.interval, this.due)
    this.next = { handle, time: this.sim.now + this.settings.interval }
  }

  private readonly due = (): void => {
    this.next = null
    this.post(TrimResidencySet.PeriodicTrim)
    this.begin()
  }

  private stop(): void {
    if (this.next !== null) this.sim.cancel(this.next.handle)
    this.next = null
  }
}
