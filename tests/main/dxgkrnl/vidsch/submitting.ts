/** GPU work handed to a simulated system, and what its trace tells of it, short enough to be compared at a glance. */
import type { SubmitStep } from '../../../../main/session/scenario/format/types'
import { MIB, type RecordOf, type TestWorld, worldOf } from '../../support/world'

/** As the verb `submit`: on the 3D engine at normal priority unless it says otherwise. */
export function submit(world: TestWorld, spec: Partial<SubmitStep>): string {
  return world.do({ verb: 'submit', value: { engine: '3d', gpuTime: 0, priority: 'normal', ...spec } })
}

/** The next packet of an app hangs; without a duration until it is reset. */
export function hang(world: TestWorld, duration?: number, engine?: '3d' | 'compute' | 'paging'): void {
  world.do({
    verb: 'inject',
    value: { fault: 'hang', count: 1, ...(duration === undefined ? {} : { duration }), ...(engine && { engine }) },
  })
}

type PacketRecord = RecordOf<'packet'>

/** "start–end context outcome", in µs, in order of their ends. */
export function runs(packets: readonly PacketRecord[]): string[] {
  return packets.map(({ start, end, context, outcome }) => `${start}–${end} ${context} ${outcome}`)
}

/** Packets of an engine, those of other contexts than `context` left out where it is given. */
export function packetsOn(world: TestWorld, engine: string, context?: string): PacketRecord[] {
  return world
    .of('packet')
    .filter((packet) => packet.engine === engine && (context === undefined || packet.context === context))
}

/** Rule and message of every finding. */
export function findings(world: TestWorld, rule: string): string[] {
  return world
    .of('finding')
    .filter((finding) => finding.rule === rule)
    .map(({ message }) => message)
}

/**
 * Four resources of the app, of 24 MiB each, on a segment of 64 MiB: two of them fit at once. 1 MiB takes 1 ms. At 1 s,
 * where this world stands, c and d are in place, and a and b were paged out.
 */
export function crampedWorld(system: Record<string, unknown> = {}, megabytes = 24): TestWorld {
  const resources = ['a', 'b', 'c', 'd'].map((name) => ({ name, size: megabytes * MIB, resident: true }))
  const world = worldOf({
    // 64 MiB beside the page tables of the paging process (AN-11)
    system: { localMemory: 64 * MIB + 65_536, budget: 64 * MIB, pagingBandwidth: 1000 * MIB, ...system },
    app: { effects: [{ name: 'E', resources }] },
  })
  world.wait(1_000_000)
  return world
}

/** 10 ms between two split points. */
export const part = (...names: string[]): { gpuTime: number; resources: string[] } => ({
  gpuTime: 10_000,
  resources: names.map((name) => `E.${name}`),
})

/** One render command of the app with the driver's split points. */
export function submitParts(world: TestWorld, ...parts: ReturnType<typeof part>[]): string {
  return submit(world, { gpuTime: parts.length * 10_000, parts })
}
