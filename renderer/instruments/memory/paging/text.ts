/** What a paging operation is for, in a sentence that names its clause. Pure. */
import type { PagingProcessView } from '../../../../preload/contract'
import { formatBytes, formatCount, formatDuration } from '../../../widgets/format'
import { isNewMemory, notificationOf, type PagingDirection, type PagingGroup, purposeOf } from './model'

const DIRECTION_LABELS: Readonly<Record<PagingDirection, string>> = { in: 'Page-in', out: 'Page-out' }

/** What the operations are together. */
export function groupLabel(group: PagingGroup): string {
  return isNewMemory(group) ? 'New memory' : DIRECTION_LABELS[group.direction]
}

/** `chunk 2 of 16, 4 MiB at offset 4 MiB`, or `all 64 KiB`. */
function partText(group: PagingGroup, at: number): string {
  const { chunk, chunks, offset, bytes } = group.operations[at]!
  if (chunks === 1) return `all ${formatBytes(bytes)}`
  return `chunk ${formatCount(chunk + 1)} of ${formatCount(chunks)}, ${formatBytes(bytes)} at offset ${formatBytes(offset)}`
}

/** `UPDATE_PAGE_TABLE (map)`: the operation's name, with its purpose where the name does not tell it. */
export function operationLabel(group: PagingGroup, at: number): string {
  const { operation } = group.operations[at]!
  const purpose = purposeOf(group, at)
  return purpose === 'map' || purpose === 'unmap' ? `${operation} (${purpose})` : operation
}

/**
 * @param at index of the operation within its group
 * @param compressed whether the driver keeps the allocation compressed; null: not known any more
 */
export function explain(group: PagingGroup, at: number, compressed: boolean | null): string {
  const part = partText(group, at)
  const { resource } = group
  const rule = notificationOf(group, at) === 'NotifyIoMmuUnmap' ? 'AN-03' : 'AN-02'
  switch (purposeOf(group, at)) {
    case 'map':
      return `Maps ${part}, of ${resource} into the paging process’s GPU VA space, where the driver’s commands can reach it (${rule}, AN-05).`
    case 'notify':
      return explainNotify(group, at, compressed)
    case 'unmap':
      return `Unmaps ${part}, from the paging process’s GPU VA space: its notification is done, and the space is free for what comes next (${rule}, AN-05).`
    case 'map-aperture':
      return `Maps ${resource} into the aperture segment: the GPU reaches its system memory through it, and nothing is copied (RS-05).`
    case 'unmap-aperture':
      return `Unmaps ${resource} from the aperture segment: the eviction itself, only now that every notification is complete. Its pages stay in system memory and nothing is copied (AN-02, AN-06).`
    case 'map-pages':
      return `Maps the pages of ${resource} for the GPU: they are in the implicit system memory segment, and nothing is copied (AN-06).`
    case 'unmap-pages':
      return `Unmaps the pages of ${resource} from the GPU: it leaves the implicit system memory segment, only now that every notification is complete (AN-06).`
    case 'fill':
      return `Zeroes ${part}, of memory that is new to ${resource}, before anything is in it, so that nobody reads what was there before; in chunks of the paging process’s VA space (AN-10).`
    case 'discard':
      return `Tells the driver that ${part}, of ${resource} was discarded: nothing of it is transferred (AN-10).`
    case 'transfer':
      return explainTransfer(group, part)
    case 'other':
      return `${group.operations[at]!.operation} on ${part}, of ${resource} (AN-17).`
  }
}

function explainNotify(group: PagingGroup, at: number, compressed: boolean | null): string {
  const { notify, buffers = 1 } = group.operations[at]!
  const part = partText(group, at)
  const asked = `Calls DxgkDdiBuildPagingBuffer with NOTIFY_ALLOC and ${notify ?? 'no flag'} for ${part}`
  const again =
    buffers > 1
      ? ` It ran out of room and was called again with a new buffer, ${formatCount(buffers)} in all (AN-16).`
      : ''
  if (notify === 'NotifyIoMmuUnmap')
    return `${asked}: the driver clears its caches, and must not touch this GPU VA once the operation has returned (AN-03, AN-04).${again}`
  const work =
    compressed === true
      ? 'here they decompress it, so that the CPU can read it afterwards'
      : 'here there is nothing to decompress'
  return `${asked}: the driver’s commands run in the system context before it leaves; ${work} (AN-02, AN-14).${again}`
}

function explainTransfer(group: PagingGroup, part: string): string {
  const way =
    group.direction === 'in'
      ? `from system memory into its ${group.segment} segment`
      : `out of its ${group.segment} segment into system memory`
  const notified =
    group.direction === 'out' ? ' No notification is sent where it leaves a local memory segment (AN-06).' : ''
  return `Copies ${part}, of ${group.resource} ${way}, in chunks of the paging process’s VA space (AN-10).${notified}`
}

export interface VaFact {
  term: string
  value: string
  /** what it means, with its clause */
  meaning: string
}

const CHOSEN_BY: Readonly<Record<PagingProcessView['chosenBy'], string>> = {
  os: 'the OS',
  driver: 'the driver',
  none: 'nobody',
}

/** The paging process's VA space: how large, who chose it, what it costs (AN-08, AN-09, AN-11). */
export function vaFacts({ vaSpace, ownSize, chosenBy, pageTables }: PagingProcessView): VaFact[] {
  return [
    {
      term: 'VA space',
      value: vaSpace === 0 ? 'none' : formatBytes(vaSpace),
      meaning: 'The paging process’s GPU VA space: transfers and notifications run in chunks of it (AN-08, AN-10)',
    },
    {
      term: 'chosen by',
      value: CHOSEN_BY[chosenBy],
      meaning:
        'The driver is asked with DXGKQAITYPE_PAGINGPROCESSGPUVASIZE; an answer of 0 leaves it to the OS (AN-09)',
    },
    {
      term: 'OS’s own size',
      value: formatBytes(ownSize),
      meaning:
        'The larger of a quarter of the largest local memory segment and the log buffers of hardware scheduling (AN-08)',
    },
    {
      term: 'page tables',
      value: formatBytes(pageTables),
      meaning:
        'Always resident: a larger space costs more, 4 bytes for each 4096 and the root. They occupy the local segment, as the system’s share (AN-11)',
    },
  ]
}

/** What is wrong with the VA space, or null. */
export function vaWarning({ vaSpace, ownSize, chosenBy }: PagingProcessView): string | null {
  if (chosenBy === 'none')
    return 'There is neither a local memory segment nor hardware scheduling, so there is no VA space: no notification can be delivered (AN-08, AN-13).'
  if (chosenBy === 'driver' && vaSpace > ownSize)
    return `The driver asked for ${formatBytes(vaSpace - ownSize)} more than the OS would have taken; its page tables stay resident (AN-11).`
  return null
}

/**
 * What paging costs beside its bytes, as the device has it.
 * @param operation µs of each operation; null: that of mapping only
 * @param batch µs of a MakeResident or an eviction before its first operation
 */
export function costFacts(operation: number | null, batch: number): VaFact[] {
  return [
    {
      term: 'each operation',
      value: operation === null ? 'by its bytes' : `${formatDuration(operation)} and its bytes`,
      meaning:
        'Fixed cost of a paging operation, of the page table of new memory too; without one only mapping takes time, 2 µs',
    },
    {
      term: 'each batch',
      value: batch === 0 ? 'nothing' : formatDuration(batch),
      meaning:
        'Time of the kernel for a MakeResident or an eviction before its first operation; the engine is free meanwhile',
    },
  ]
}
