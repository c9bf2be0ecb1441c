/** What the rules of this folder know of the run that they watch. */
import type { Context, Packet } from '../../../../../main/dxgkrnl/vidsch/context'
import type { Scenario } from '../../../../../main/session/scenario'
import type { World } from '../../../../../main/session/world/world'

/** An allocation, however often its handle was given away before. */
export type Identity = string

export class Watched {
  world!: World
  readonly contexts = new Set<Context>()
  /** when the device of a context was removed or destroyed, µs */
  readonly gone = new Map<Context, number>()
  readonly destroyed = new Set<number>()
  /** the device for which an engine is reset in the event that runs; null: none is */
  lost: number | null = null
  /** in the event that runs */
  adapterWasReset = false
  readonly counts = { preempted: 0, removed: 0, resets: 0, adapterResets: 0, switches: 0, nullSwitches: 0 }
  /** by handle, how often it was given away */
  private readonly given = new Map<number, number>()

  constructor(readonly scenario: Scenario) {}

  get now(): number {
    return this.world.sim.now
  }

  gives(handle: number): void {
    this.given.set(handle, (this.given.get(handle) ?? 0) + 1)
  }

  identity(handle: number): Identity {
    return `${handle}/${this.given.get(handle) ?? 0}`
  }

  nameOf(handle: number): string {
    return this.world.vidmm.residency.table.names[handle] ?? `allocation ${handle}`
  }

  name(packet: Packet): string {
    return `"${packet.command}" of ${packet.context.name} on ${packet.engine}, signals ${packet.signals}`
  }

  get mayHang(): boolean {
    return this.scenario.steps.some((step) => step.verb === 'inject' && step.value.fault === 'hang')
  }

  get mayWait(): boolean {
    return this.scenario.steps.some((step) => step.verb === 'submit' && step.value.wait !== undefined)
  }

  fail(clause: string, what: string): never {
    throw new Error(`${clause} at ${this.now} µs: ${what}`)
  }
}
