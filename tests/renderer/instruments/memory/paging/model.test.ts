import { describe, expect, it } from 'vitest'
import type { PagingOperationView } from '../../../../../preload/contract'
import {
  EVERY_OPERATION,
  groupWith,
  notificationOf,
  pagingGroups,
  pagingRows,
  purposeOf,
} from '../../../../../renderer/instruments/memory/paging/model'
import {
  costFacts,
  explain,
  groupLabel,
  operationLabel,
  vaFacts,
  vaWarning,
} from '../../../../../renderer/instruments/memory/paging/text'
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
    expect(operationLabel(group, 0)).toBe('UPDATE_PAGE_TABLE (map)')
    expect(operationLabel(group, 2)).toBe('UPDATE_PAGE_TABLE (unmap)')
    expect(operationLabel(group, 12)).toBe('UNMAP_APERTURE_SEGMENT')
  })

  it.each([
    [0, ['Maps chunk 1 of 2, 4 MiB at offset 0 B', 'AN-02', 'AN-05']],
    [4, ['NOTIFY_ALLOC and NotifyEviction', 'chunk 2 of 2', 'decompress it', 'AN-14', '2 in all (AN-16)']],
    [5, ['Unmaps chunk 2 of 2', 'AN-02']],
    [6, ['Maps chunk 1 of 2', 'AN-03']],
    [7, ['NotifyIoMmuUnmap', 'must not touch', 'AN-04']],
    [12, ['aperture', 'AN-06']],
  ] as const)('is explained operation by operation: %d', (at, words) => {
    const sentence = explain(group, at, true)
    for (const word of words) expect(sentence).toContain(word)
  })

  it('says when there is nothing to decompress', () => {
    expect(explain(group, 1, false)).toContain('nothing to decompress')
  })

  it('is told apart also when its first operations are forgotten', () => {
    const rest = groupWith(all.slice(5), 6)!
    expect([purposeOf(rest, 0), purposeOf(rest, 1)]).toEqual(['unmap', 'map'])
    expect(purposeOf(groupWith(all.slice(4), 5)!, 1)).toBe('unmap')
  })
})

describe('a transfer', () => {
  it('is explained in chunks of the VA space [AN-10]', () => {
    const group = groupWith(all, 2)!
    const sentence = explain(group, 1, false)
    expect(sentence).toContain('chunk 2 of 3')
    expect(sentence).toContain('into its local segment')
    expect(sentence).toContain('AN-10')
    expect(explain(groupWith(all, 17)!, 0, null)).toContain('all 4 MiB')
  })
})

describe('the VA space', () => {
  const own = { vaSpace: 512 * MIB, ownSize: 512 * MIB, chosenBy: 'os', pageTables: 528_384 } as const

  it('is told with who chose it and what it costs [AN-08, AN-11]', () => {
    expect(vaFacts(own).map(({ value }) => value)).toEqual(['512 MiB', 'the OS', '512 MiB', '516 KiB'])
    expect(vaWarning(own)).toBeNull()
  })

  it('is warned of where it is larger than the OS would have it, and where there is none [AN-11, AN-13]', () => {
    expect(vaWarning({ ...own, chosenBy: 'driver', vaSpace: 1024 * MIB })).toContain('512 MiB more')
    expect(vaWarning({ ...own, chosenBy: 'driver', vaSpace: 64 * MIB })).toBeNull()
    const none = { vaSpace: 0, ownSize: 0, chosenBy: 'none', pageTables: 0 } as const
    expect(vaWarning(none)).toContain('AN-13')
    expect(vaFacts(none)[0]?.value).toBe('none')
  })
})

describe('new memory, discarded contents and the implicit system memory segment', () => {
  const [step] = pageIn('A.a', 1)
  const groupOf = (...steps: Partial<PagingOperationView>[]) =>
    pagingGroups(operationsOf(steps.map((own) => ({ ...step!, ...own }))), EVERY_OPERATION)[0]!

  it('a group of fills is new memory, one with a transfer a page-in [AN-10]', () => {
    const fill = { operation: 'VIRTUAL_FILL' }
    expect([groupLabel(groupOf(fill, fill)), purposeOf(groupOf(fill), 0)]).toEqual(['New memory', 'fill'])
    expect(groupLabel(groupOf(fill, {}))).toBe('Page-in')
    expect(explain(groupOf(fill), 0, null)).toContain('Zeroes all 4 MiB, of memory that is new to A.a')
  })

  it('a discard says that nothing is transferred [AN-10]', () => {
    const group = groupOf({ operation: 'DISCARD_CONTENT', direction: 'out' })
    expect(purposeOf(group, 0)).toBe('discard')
    expect(explain(group, 0, null)).toContain('nothing of it is transferred')
  })

  it('pages of system memory are mapped and unmapped beside the notification’s chunks [AN-06]', () => {
    const page = { operation: 'UPDATE_PAGE_TABLE', segment: 'system' }
    expect(purposeOf(groupOf(page), 0)).toBe('map-pages')
    const out = { ...page, direction: 'out' as const }
    const notify = { ...out, operation: 'NOTIFY_ALLOC', notify: 'NotifyEviction' as const }
    const group = groupOf(out, notify, out, out)
    expect([0, 1, 2, 3].map((at) => purposeOf(group, at))).toEqual(['map', 'notify', 'unmap', 'unmap-pages'])
    expect(explain(group, 3, null)).toContain('leaves the implicit system memory segment')
  })
})

it('fixed costs are shown as the device has them', () => {
  expect(costFacts(37, 140).map(({ value }) => value)).toEqual(['37 µs and its bytes', '140 µs'])
  expect(costFacts(null, 0).map(({ value }) => value)).toEqual(['by its bytes', 'nothing'])
})
