/** What is checked of the parts of a split DMA buffer before each enters the hardware queue (GP-19, GP-20). */
import { checksumOf, type DmaBuffer, submitSplitBuffer } from '../../drivers/kmd/dma-buffer'
import type { AllocationHandle } from '../vidmm/allocation-table'
import type { Packet } from './context'
import type { EngineState } from './engine-state'
import { reportPacket } from './reports'
import type { SchedulerHooks } from './scheduler-options'
import type { SchedulerPort } from './scheduler-port'

/** Why a part may not run. */
export interface RejectedPart {
  because: string
  /** name of what it left bound */
  allocation: string
}

/**
 * Binding leak detection (GP-19) and, on linked adapters, the check that a broadcast part stays as it is (GP-20).
 * @returns null: it may run
 */
export function checkPart(
  scheduler: SchedulerPort,
  state: EngineState,
  packet: Packet,
  hooks: SchedulerHooks,
): RejectedPart | null {
  const { options, sim, vidmm } = scheduler
  const { split, command } = packet
  const part = `part ${(split?.index ?? 0) + 1} of ${split?.count} of "${command}" (fence ${split?.fence})`
  const leaks = (): boolean => (split?.index ?? 0) > 0 && (options.leaksBindings || (hooks.leaksBindings?.() ?? false))
  const leaked = options.noDmaPatching ? null : leakedBinding(packet, patchListOf(packet, leaks()))
  if (leaked !== null) {
    const allocation = vidmm.residency.table.names[leaked] as string
    const because = `${part} was rejected: it neither unbinds nor reprograms ${allocation}, which was bound before the split`
    sim.trace.write('finding', { rule: 'GP-19', resource: allocation, message: because })
    reportPacket(scheduler, state, packet, sim.now, 'rejected')
    return { because, allocation }
  }
  if (options.physicalAdapters > 1) broadcast(scheduler, packet, part, hooks)
  return null
}

function broadcast({ sim, options }: SchedulerPort, packet: Packet, part: string, hooks: SchedulerHooks): void {
  const buffer = dmaBufferOf(packet)
  const before = checksumOf(buffer)
  for (let adapter = 0; adapter < options.physicalAdapters; adapter++) {
    const changesSplitBuffers = options.submit.changesSplitBuffers || (hooks.changesSplitBuffer?.(adapter) ?? false)
    submitSplitBuffer(buffer, adapter, { changesSplitBuffers })
    const found = checksumOf(buffer)
    if (found === before) continue
    const message = `${part}, broadcast to ${options.physicalAdapters} linked adapters, was changed by the driver for adapter ${adapter}: checksum ${hex(found)}, not ${hex(before)}`
    sim.trace.write('finding', { rule: 'GP-20', message })
    return
  }
}

function hex(value: number): string {
  return `0x${value.toString(16).padStart(8, '0')}`
}

/** What the driver writes for a part: which allocations its commands bind anew, and which they unbind (GP-19). */
interface PatchList {
  readonly patched: ReadonlySet<AllocationHandle>
  readonly unbound: ReadonlySet<AllocationHandle>
}

/** @param leaks a faulty driver: it leaves alone what the part before has bound */
function patchListOf(packet: Packet, leaks: boolean): PatchList {
  const before = packet.split?.bound ?? []
  if (!leaks)
    return {
      patched: new Set(packet.allocations),
      unbound: new Set(before.filter((handle) => !packet.allocations.includes(handle))),
    }
  return { patched: new Set(packet.allocations.filter((handle) => !before.includes(handle))), unbound: new Set() }
}

/** @returns an allocation bound before the split that the part neither reprograms nor unbinds; null: there is none */
function leakedBinding({ split }: Packet, { patched, unbound }: PatchList): AllocationHandle | null {
  return split?.bound.find((handle) => !patched.has(handle) && !unbound.has(handle)) ?? null
}

/** The commands of a part, as one buffer that every linked adapter reads (GP-20). */
function dmaBufferOf(packet: Packet): DmaBuffer {
  return Uint32Array.of(packet.signals, packet.split?.index ?? 0, packet.duration >>> 0, ...packet.allocations)
}
