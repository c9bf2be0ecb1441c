/** What the app's allocator writes as its dump now (DF-23). */
import type { Allocation } from '../../d3d12ma/allocation'
import { type DumpKind, writeDump } from '../../d3d12ma/dump/write-dump'
import type { World } from '../world/world'

/** D3D12_RESOURCE_FLAG_NONE */
const NO_FLAGS = 0
const TYPES = { buffer: 'BUFFER', texture: 'TEXTURE2D', unknown: 'UNKNOWN' } as const

/** The allocator’s state as the text of a D3D12MA JSON dump (DF-23). */
export function dumpText({ editor, system }: World): string {
  const { memory } = editor
  const kindOf = (allocation: Allocation): DumpKind | null => {
    const resource = memory.of(allocation)
    return resource === undefined ? null : { type: TYPES[resource.kind], usage: NO_FLAGS }
  }
  return writeDump(memory.allocator, {
    gpu: `Trimline ${system.profile ?? 'simulated adapter'}`,
    uma: system.localSegment === 'aperture',
    kindOf,
  })
}
