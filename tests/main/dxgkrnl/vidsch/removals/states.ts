/** Whose state is on an engine, who has one that is saved, and what a switch takes for that (GP-16). */
import type { Preempted } from '../../../../../main/drivers/kmd/engine'
import type { Context, Packet } from '../../../../../main/dxgkrnl/vidsch/context'
import type { EngineName, PacketOutcomeName } from '../../../../../preload/contract'
import type { Watched } from './watched'

export class StateRules {
  private readonly loaded = new Map<EngineName, Context | null>()
  private readonly saved = new Set<Context>()
  /** switches to them are known already */
  private readonly known = new Set<Packet>()

  constructor(private readonly watched: Watched) {}

  left(engine: EngineName, packet: Packet, outcome: PacketOutcomeName): void {
    const { watched } = this
    const { context, kind, startedAt } = packet
    if (!this.known.delete(packet)) this.switched(engine, packet)
    if (kind === 'context-switch') watched.counts.nullSwitches++
    const has = this.loaded.get(engine) ?? null
    const ran = startedAt >= 0 && (outcome === 'completed' || outcome === 'preempted')
    if (ran && kind !== 'context-switch' && has !== context)
      watched.fail('GP-16', `${watched.name(packet)} ran, and ${has?.name ?? 'nobody'} was loaded`)
    if (outcome !== 'reset') return
    this.saved.delete(context)
    this.loaded.set(engine, null)
  }

  /** The engine has switched to the packet's context, if that was not loaded, and to nobody's else since. */
  switched(engine: EngineName, packet: Packet): void {
    const { watched } = this
    const { driver } = watched.scenario.system
    if (packet.switched < 0) return
    const before = this.loaded.get(engine) ?? null
    const context = packet.kind === 'context-switch' ? null : packet.context
    const save = before === null ? 0 : driver.contextSave['dma-buffer']
    const restore = context !== null && this.saved.has(context) ? driver.contextRestore : 0
    if (packet.switched !== save + restore)
      watched.fail('GP-16', `${watched.name(packet)}: ${packet.switched} µs of switch, not ${save} + ${restore}`)
    if (before !== null) this.saved.add(before)
    this.loaded.set(engine, context)
    watched.counts.switches++
  }

  preempted(engine: EngineName, { boundary, held }: Preempted<Packet>): void {
    if (boundary === 'reset' || boundary === 'finished') return
    for (const packet of held) {
      if (packet.switched < 0) continue
      this.switched(engine, packet)
      this.known.add(packet)
    }
    const before = this.loaded.get(engine) ?? null
    if (before !== null) this.saved.add(before)
    this.loaded.set(engine, null)
  }

  /** After each event: an adapter reset loses all that was saved (GP-24). */
  check(): void {
    if (!this.watched.adapterWasReset) return
    this.saved.clear()
    this.loaded.clear()
  }
}
