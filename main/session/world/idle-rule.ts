/** Who decides whether the emulated OS is idle: the scenario that plays, Simulate idle, or the real input (TN-22). */

export type IdleSource = 'real' | 'simulated' | 'scripted'

export interface RealIdle {
  /** seconds since the last real input; null: the platform cannot tell */
  seconds: number | null
  state: 'active' | 'idle' | 'locked' | 'unknown'
}

export class IdleRule {
  private real: RealIdle = { seconds: null, state: 'unknown' }
  private simulated = false
  /** a scenario with steps is playing: they alone decide */
  scripted = false

  get source(): IdleSource {
    if (this.scripted) return 'scripted'
    return this.simulated ? 'simulated' : 'real'
  }

  /** Simulate idle is on. */
  get isSimulated(): boolean {
    return this.simulated
  }

  /** What is known of the real input goes on with another system. */
  takeOver({ real }: IdleRule, simulated: boolean): void {
    this.real = real
    this.simulated = simulated
  }

  get realSeconds(): number | null {
    return this.real.seconds
  }

  report(real: RealIdle): void {
    this.real = real
  }

  simulate(idle: boolean): void {
    this.simulated = idle
  }

  /**
   * @param idleAfter µs without input after which the OS is idle
   * @returns null when it stays as the scenario set it, or nothing is known
   */
  idle(idleAfter: number): boolean | null {
    if (this.scripted) return null
    if (this.simulated) return true
    return this.real.seconds === null ? false : this.real.seconds * 1_000_000 >= idleAfter
  }
}
