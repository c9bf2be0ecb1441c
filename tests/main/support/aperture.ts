/** An integrated GPU for tests: its budgeted segment is the aperture, so that allocation notifications occur (AN-06). */
import type { HeapType } from '../../../main/d3d12/heap-type'
import { HeapFlag, type Resource } from '../../../main/d3d12/resource'
import type { World } from '../../../main/session/world/world'
import { MIB, MS, type RecordOf, type TestWorld, worldOf } from './world'

/** 1 MiB takes 1 ms; the paging process's VA space has 4 MiB, the log buffers of hardware scheduling. */
export function integrated(driver: Record<string, unknown> = {}, system: Record<string, unknown> = {}): TestWorld {
  return worldOf({
    system: {
      localSegment: 'aperture',
      // 64 MiB beside the page tables of the paging process (AN-11)
      localMemory: 64 * MIB + 65_536,
      nonLocalMemory: 0,
      pagingBandwidth: 1000 * MIB,
      hardwareScheduling: true,
      evictionMode: 'eager',
      driver: { notifyEviction: true, ...driver },
      ...system,
    },
  })
}

/** A resource that the driver keeps compressed while the device uses it. */
export function createCompressed(world: World, name: string, bytes: number, heap: HeapType = 'DEFAULT'): Resource {
  const desc = { dimension: 'buffer', width: bytes } as const
  const { hr, resource } = world.device.createCommittedResource(desc, HeapFlag.NONE, name, heap, true)
  if (resource === null) throw new Error(`${name} could not be created: ${hr}`)
  return resource
}

/** The GPU uses the resources for 1 ms. */
export function use(world: TestWorld, ...resources: Resource[]): void {
  const { hr } = world.queue.executeCommandLists({ name: 'use', gpuTime: MS, resources })
  if (hr !== 'S_OK') throw new Error(`not submitted: ${hr}`)
  world.wait(MS)
}

type Operation = RecordOf<'paging-operation'>

/** Each paging operation as "start–end what chunk/chunks", in µs, chunks from 1. */
export function story(operations: readonly Operation[]): string[] {
  return operations.map(
    ({ start, end, operation, notify, chunk, chunks }) =>
      `${start}–${end} ${notify ?? operation} ${chunk + 1}/${chunks}`,
  )
}
