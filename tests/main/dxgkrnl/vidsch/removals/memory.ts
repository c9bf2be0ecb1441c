/** Whose memory may go, and when: none that a packet uses, none that an engine keeps a state in (GP-14, GP-15, RS-11, RS-14). */

import { AllocationBit as Flag } from '../../../../../main/dxgkrnl/vidmm/allocation-table'
import type { Context, Packet, PacketRequest } from '../../../../../main/dxgkrnl/vidsch/context'
import type { EngineState } from '../../../../../main/dxgkrnl/vidsch/engine-state'
import { conservationProblems } from '../../../support/conservation'
import type { Identity, Watched } from './watched'

export class MemoryRules {
  /** what a request used when it was made */
  private readonly uses = new Map<PacketRequest, Identity[]>()
  /** in which the hardware keeps a context */
  private readonly memoryOf = new Map<Context, { handle: number; identity: Identity }>()
  /** bound by what ran last on that context */
  private readonly bound = new Map<Context, Identity[]>()

  /** engine → the context whose state it writes into memory that is there */
  private readonly writes = new Map<string, Context>()

  constructor(private readonly watched: Watched) {}

  created(context: Context): void {
    const { allocation: handle } = context
    if (handle !== null) this.memoryOf.set(context, { handle, identity: this.watched.identity(handle) })
  }

  submitted({ allocation, removed }: Context, request: PacketRequest): void {
    const own = allocation === null ? [] : [allocation]
    if (!removed) this.uses.set(request, this.identities([...own, ...request.allocations]))
  }

  left(packet: Packet): void {
    if (packet.startedAt >= 0) this.bound.set(packet.context, this.usedBy(packet))
  }

  private identities(handles: readonly number[]): Identity[] {
    return [...new Set(handles)].map((handle) => this.watched.identity(handle))
  }

  private usedBy({ paging, split, request, allocations }: Packet): Identity[] {
    if (paging !== null) return this.identities(paging.bound)
    const asked = request === null || split !== null ? undefined : this.uses.get(request)
    return asked ?? this.identities(allocations)
  }

  /** GP-15: an engine switches for what the loaded context has bound, and for nothing else. */
  unbinding(handle: number, unbind: () => void): void {
    const { watched } = this
    const states = [...watched.world.scheduler.engines.values()]
    const before = states.map(nullSwitches)
    const right = states.map((state) => this.hasBound(state, watched.identity(handle)))
    unbind()
    for (const [i, state] of states.entries()) {
      const does = nullSwitches(state) > (before[i] as number)
      if (does === right[i]) continue
      const what = `${state.name} ${does ? 'switches' : 'does not switch'} for ${watched.nameOf(handle)}`
      watched.fail('GP-15', `${what}, which it has ${does ? 'not ' : ''}bound`)
    }
  }

  private hasBound({ hardware }: EngineState, identity: Identity): boolean {
    const loaded = hardware.loaded as Context | null
    if (loaded === null) return false
    const bound = hardware.running === null ? (this.bound.get(loaded) ?? []) : this.usedBy(hardware.running)
    return bound.includes(identity) || this.memoryOf.get(loaded)?.identity === identity
  }

  /** After each event. */
  check(): void {
    const { watched } = this
    const [problem] = conservationProblems(watched.world.vidmm)
    if (problem !== undefined) watched.fail('RS-12', problem)
    for (const state of watched.world.scheduler.engines.values()) {
      const { running } = state.hardware
      if (running !== null) this.checkRunning(running)
      this.checkState(state)
    }
  }

  private checkRunning(packet: Packet): void {
    const { watched } = this
    const { residency } = watched.world.vidmm
    this.bound.set(packet.context, this.usedBy(packet))
    if (packet.paging !== null) return
    for (const handle of packet.allocations) {
      const what = `${watched.name(packet)} runs with ${watched.nameOf(handle)}`
      if (!residency.isInPlace(handle)) watched.fail('RS-02', `${what}, which is not in place`)
      if (!residency.isRunning(handle)) watched.fail('RS-07', `${what}, which is not known to be in use`)
    }
    const found = this.identities(packet.allocations).sort().join()
    const asked = this.usedBy(packet).sort().join()
    if (found !== asked) watched.fail('RS-11', `${watched.name(packet)} runs with ${found}, not with ${asked}`)
  }

  /**
   * Where an engine keeps, or writes, a context's state there is that context's memory, and it stays where it is. Of a context
   * that is destroyed nobody needs what is only loaded; what was being written as it went stays until that is done.
   */
  private checkState({ name, hardware }: EngineState): void {
    const { watched } = this
    const { vidmm, scheduler } = watched.world
    const written = hardware.leavingUntil > watched.now ? hardware.leaving : null
    if (this.writes.get(name) !== written) this.writes.delete(name)
    for (const context of [hardware.loaded, written] as (Context | null)[]) {
      const memory = context === null ? undefined : this.memoryOf.get(context)
      if (context === null || memory === undefined) continue
      const { handle, identity } = memory
      const what = `${name} has the state of ${context.name}, whose memory`
      const isThere = vidmm.residency.table.has(handle, Flag.LIVE | Flag.IN_SEGMENT)
      const isItself = isThere && watched.identity(handle) === identity
      if (!isItself) {
        if (!watched.destroyed.has(context.device) || this.writes.get(name) === context)
          watched.fail('GP-14', `${what} is gone`)
        continue
      }
      if (context === written) this.writes.set(name, context)
      for (const { hardware: other } of scheduler.engines.values())
        if (other.running?.paging?.bound[0] === handle) watched.fail('GP-15', `${what} is being moved`)
    }
  }

  /** When all has come to rest. @param isHeld work that waits for ever, of other processes, may use what the app made */
  finish(isHeld: boolean): void {
    const { watched } = this
    const { vidmm, device } = watched.world
    const { table } = vidmm.residency
    for (const handle of table.live()) {
      const owner = table.devices[handle] as number
      if (!watched.destroyed.has(owner) || owner === device.id) continue
      if (!isHeld || vidmm.isOfContext(handle))
        watched.fail('RS-14', `${watched.nameOf(handle)} of a device that is gone is there`)
    }
  }
}

function nullSwitches({ resubmitted, hardware }: EngineState): number {
  return [...resubmitted, ...hardware.queue].filter(({ kind }) => kind === 'context-switch').length
}
