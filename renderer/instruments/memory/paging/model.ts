/** Paging operations as page-ins and page-outs, and as rows of a list (AN-17). Pure. */
import type { PagingOperationView } from '../../../../preload/contract'
import { firstNotBefore } from '../../../store/in-order'

export type PagingDirection = PagingOperationView['direction']

export interface PagingFilter {
  /** part of a resource's name, in any case; empty: all */
  text: string
  /** null: both */
  direction: PagingDirection | null
}

export const EVERY_OPERATION: PagingFilter = { text: '', direction: null }

/** The operations of one page-in or page-out, in the order in which they ran. */
export interface PagingGroup {
  id: number
  direction: PagingDirection
  resource: string
  segment: string
  operations: readonly PagingOperationView[]
  /** µs */
  start: number
  end: number
  /** of the allocation, as far as its operations tell */
  bytes: number
}

export type PagingRow = { group: PagingGroup; operation: PagingOperationView | null }

/** Groups with the newest first. */
export function pagingGroups(operations: readonly PagingOperationView[], filter: PagingFilter): PagingGroup[] {
  const text = filter.text.trim().toLowerCase()
  const groups: PagingGroup[] = []
  let end = operations.length
  while (end > 0) {
    const last = operations[end - 1]!
    let first = end - 1
    while (first > 0 && operations[first - 1]!.group === last.group) first--
    const matches = filter.direction === null || filter.direction === last.direction
    if (matches && (text === '' || last.resource.toLowerCase().includes(text)))
      groups.push(groupOf(operations.slice(first, end)))
    end = first
  }
  return groups
}

/** The group that an operation belongs to; null when it is not kept any more. */
export function groupWith(operations: readonly PagingOperationView[], id: number): PagingGroup | null {
  const at = indexOf(operations, id)
  if (at < 0) return null
  const { group } = operations[at]!
  let first = at
  while (first > 0 && operations[first - 1]!.group === group) first--
  let end = at + 1
  while (end < operations.length && operations[end]!.group === group) end++
  return groupOf(operations.slice(first, end))
}

/** Ids grow in order. @returns −1 when it is not there */
function indexOf(operations: readonly PagingOperationView[], id: number): number {
  const at = firstNotBefore(operations.length, (index) => operations[index]!.id < id)
  return operations[at]?.id === id ? at : -1
}

/** @param operations at least one, all of one group */
function groupOf(operations: readonly PagingOperationView[]): PagingGroup {
  const first = operations[0]!
  const last = operations.at(-1)!
  let bytes = 0
  for (const operation of operations) bytes = Math.max(bytes, operation.offset + operation.bytes)
  const { group: id, direction, resource, segment, start } = first
  return { id, direction, resource, segment, operations, start, end: last.end, bytes }
}

/** Each group's head and, unless it is folded, its operations. */
export function pagingRows(groups: readonly PagingGroup[], isFolded: (group: number) => boolean): PagingRow[] {
  return groups.flatMap((group) => [
    { group, operation: null },
    ...(isFolded(group.id) ? [] : group.operations.map((operation) => ({ group, operation }))),
  ])
}

/** What an operation does; UPDATE_PAGE_TABLE is named by what it is for. */
export type PagingPurpose =
  | 'map'
  | 'notify'
  | 'unmap'
  | 'map-aperture'
  | 'unmap-aperture'
  | 'map-pages'
  | 'unmap-pages'
  | 'transfer'
  | 'fill'
  | 'discard'
  | 'other'

/** Nothing but fills: memory that is new, of a resource that was created resident (AN-10). */
export function isNewMemory({ operations }: PagingGroup): boolean {
  return operations.every(({ operation }) => operation === 'VIRTUAL_FILL')
}

/** Before its chunk's notification a page table is updated to map the chunk, after it to unmap it (AN-02). */
export function purposeOf({ operations }: PagingGroup, at: number): PagingPurpose {
  const operation = operations[at]!
  switch (operation.operation) {
    case 'UPDATE_PAGE_TABLE':
      if (operation.segment === 'system' && !isOfNotification(operations, at))
        return operation.direction === 'in' ? 'map-pages' : 'unmap-pages'
      return isAfterNotification(operations, at) ? 'unmap' : 'map'
    case 'NOTIFY_ALLOC':
      return 'notify'
    case 'MAP_APERTURE_SEGMENT':
      return 'map-aperture'
    case 'UNMAP_APERTURE_SEGMENT':
      return 'unmap-aperture'
    case 'VIRTUAL_TRANSFER':
      return 'transfer'
    case 'VIRTUAL_FILL':
      return 'fill'
    case 'DISCARD_CONTENT':
      return 'discard'
    default:
      return 'other'
  }
}

function isOfNotification(operations: readonly PagingOperationView[], at: number): boolean {
  return [at - 1, at + 1].some((beside) => operations[beside]?.operation === 'NOTIFY_ALLOC')
}

/** The first operation may have lost those before it: then what follows tells. */
function isAfterNotification(operations: readonly PagingOperationView[], at: number): boolean {
  if (at > 0) return operations[at - 1]!.operation === 'NOTIFY_ALLOC'
  const next = operations[1]
  return next !== undefined && next.operation !== 'NOTIFY_ALLOC'
}

/** The notification that an operation belongs to: its own, or that of the chunk that it maps or unmaps. */
export function notificationOf(group: PagingGroup, at: number): string | null {
  const purpose = purposeOf(group, at)
  const neighbour = purpose === 'map' ? at + 1 : purpose === 'unmap' ? at - 1 : at
  return group.operations[neighbour]?.notify ?? null
}
