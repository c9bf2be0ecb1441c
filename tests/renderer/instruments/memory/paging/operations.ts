/** Paging operations for tests, in the order in which the paging queue plans them (AN-02 to AN-07, AN-10). */
import type { PagingOperationView } from '../../../../../preload/contract'
import { MIB } from '../../../../../renderer/widgets/format'

type Step = Omit<PagingOperationView, 'id' | 'start' | 'end' | 'group'>

const CHUNK = 4 * MIB

function chunkSteps(resource: string, chunks: number, direction: 'in' | 'out'): Step[] {
  return Array.from({ length: chunks }, (_, chunk) => ({
    operation: 'VIRTUAL_TRANSFER',
    resource,
    segment: 'local',
    chunk,
    chunks,
    offset: chunk * CHUNK,
    bytes: CHUNK,
    direction,
  }))
}

export function pageIn(resource: string, chunks: number): Step[] {
  return chunkSteps(resource, chunks, 'in')
}

/** From an aperture, with both notifications; each NotifyEviction takes two paging buffers. */
export function eviction(resource: string, chunks: number): Step[] {
  const notified = (['NotifyEviction', 'NotifyIoMmuUnmap'] as const).flatMap((notify) =>
    chunkSteps(resource, chunks, 'out').flatMap((step) => [
      { ...step, operation: 'UPDATE_PAGE_TABLE' },
      { ...step, operation: 'NOTIFY_ALLOC', notify, buffers: notify === 'NotifyEviction' ? 2 : 1 },
      { ...step, operation: 'UPDATE_PAGE_TABLE' },
    ]),
  )
  const whole = { ...chunkSteps(resource, 1, 'out')[0]!, bytes: chunks * CHUNK }
  return [...notified, { ...whole, operation: 'UNMAP_APERTURE_SEGMENT' }]
}

/** Each group's steps one after another, 10 µs each. */
export function operationsOf(...groups: readonly Step[][]): PagingOperationView[] {
  let id = 0
  return groups.flatMap((steps, group) =>
    steps.map((step) => {
      id++
      return { ...step, id, group: group + 1, start: (id - 1) * 10, end: id * 10 }
    }),
  )
}
