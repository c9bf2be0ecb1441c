import { describe, expect, it } from 'vitest'
import type { PagingOperationView } from '../../../../../preload/contract'
import {
  EVERY_OPERATION,
  groupWith,
  isNewMemory,
  notificationOf,
  pagingGroups,
  pagingRows,
  purposeOf,
} from '../../../../../renderer/instruments/memory/paging/model'
import { MIB } from '../../../../../renderer/widgets/format'
import { eviction, operationsOf, pageIn } from './operations'

const evicted = eviction('Blur.main', 2)
const all = operationsOf(pageIn('Blur.main', 3), evicted, pageIn('Grayscale.convert', 1))

describe('pagingGroups', () => {
  it('has the newest first, each with its operations in their order [AN-17]', () => {
    const groups = pagingGroups(all, EVERY_OPERATION)
    expect(groups.map(({ resource, direction, operations }) => [resource, direction, operations.length])).toEqual([
      ['Grayscale.convert', 'in', 1],
      ['Blur.main', 'out', 13],
      ['Blur.main', 'in', 3],
    ])
    const [, out] = groups
    expect(out?.operations.map(({ id }) => id)).toEqual(Array.from({ length: 13 }, (_, at) => 4 + at))
    expect(out?.bytes).toBe(8 * MIB)
    expect([out?.start, out?.end]).toEqual([30, 160])
  })

  it('filters by resource and direction', () => {
    expect(pagingGroups(all, { text: ' GRAY', direction: null }).map(({ id }) => id)).toEqual([3])
    expect(pagingGroups(all, { text: '', direction: 'out' }).map(({ id }) => id)).toEqual([2])
    expect(pagingGroups(all, { text: 'gray', direction: 'out' })).toEqual([])
    expect(pagingGroups([], EVERY_OPERATION)).toEqual([])
  })
})

describe('groupWith', () => {
  it('finds the group of each operation, and nothing for one that is forgotten', () => {
    for (const operation of all) expect(groupWith(all, operation.id)?.id).toBe(operation.group)
    expect(groupWith(all, 0)).toBeNull()
    expect(groupWith(all, all.length + 1)).toBeNull()
    expect(groupWith([], 1)).toBeNull()
  })
})

describe('pagingRows', () => {
  it('has a head for each group, and its operations unless it is folded', () => {
    const rows = pagingRows(pagingGroups(all, EVERY_OPERATION), (group) => group === 2)
    expect(rows.map(({ group, operation }) => (operation === null ? `group ${group.id}` : operation.id))).toEqual([
      'group 3',
      17,
      'group 2',
      'group 1',
      1,
      2,
      3,
    ])
  })
})

describe('an eviction from an aperture', () => {
  const group = groupWith(all, 4)!

  it('maps, notifies and unmaps each chunk, for one notification after the other [AN-02, AN-05, AN-07]', () => {
    const steps = group.operations.map((_, at) => [purposeOf(group, at), notificationOf(group, at)])
    const chunk = (notify: string) => ['map', 'notify', 'unmap'].map((purpose) => [purpose, notify])
    expect(steps).toEqual([
      ...chunk('NotifyEviction'),
      ...chunk('NotifyEviction'),
      ...chunk('NotifyIoMmuUnmap'),
      ...chunk('NotifyIoMmuUnmap'),
      ['unmap-aperture', null],
    ])
  })

  it('is told apart also when its first operations are forgotten', () => {
    const rest = groupWith(all.slice(5), 6)!
    expect([purposeOf(rest, 0), purposeOf(rest, 1)]).toEqual(['unmap', 'map'])
    expect(purposeOf(groupWith(all.slice(4), 5)!, 1)).toBe('unmap')
  })
})

describe('new memory, discarded contents and the implicit system memory segment', () => {
  const [step] = pageIn('A.a', 1)
  const groupOf = (...steps: Partial<PagingOperationView>[]) =>
    pagingGroups(operationsOf(steps.map((own) => ({ ...step!, ...own }))), EVERY_OPERATION)[0]!

  it('a group of fills is new memory, one with a transfer a page-in [AN-10]', () => {
    const fill = { operation: 'VIRTUAL_FILL' }
    expect([isNewMemory(groupOf(fill, fill)), purposeOf(groupOf(fill), 0)]).toEqual([true, 'fill'])
    expect(isNewMemory(groupOf(fill, {}))).toBe(false)
  })

  it('a discard is no transfer [AN-10]', () => {
    expect(purposeOf(groupOf({ operation: 'DISCARD_CONTENT', direction: 'out' }), 0)).toBe('discard')
  })

  it('pages of system memory are mapped and unmapped beside the notification’s chunks [AN-06]', () => {
    const page = { operation: 'UPDATE_PAGE_TABLE', segment: 'system' }
    expect(purposeOf(groupOf(page), 0)).toBe('map-pages')
    const out = { ...page, direction: 'out' as const }
    const notify = { ...out, operation: 'NOTIFY_ALLOC', notify: 'NotifyEviction' as const }
    const group = groupOf(out, notify, out, out)
    expect([0, 1, 2, 3].map((at) => purposeOf(group, at))).toEqual(['map', 'notify', 'unmap', 'unmap-pages'])
  })
})
