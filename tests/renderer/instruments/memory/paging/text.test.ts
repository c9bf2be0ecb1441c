/** What each paging operation is for, in a sentence that names its clause. */
import { describe, expect, it } from 'vitest'
import type { PagingOperationView } from '../../../../../preload/contract'
import { EVERY_OPERATION, groupWith, pagingGroups } from '../../../../../renderer/instruments/memory/paging/model'
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

const all = operationsOf(pageIn('Blur.main', 3), eviction('Blur.main', 2), pageIn('Grayscale.convert', 1))

const [step] = pageIn('A.a', 1)
/** One group of 4 MiB of A.a, each operation a page-in by itself but for what is said of it. */
const groupOf = (...steps: Partial<PagingOperationView>[]) =>
  pagingGroups(operationsOf(steps.map((own) => ({ ...step!, ...own }))), EVERY_OPERATION)[0]!
const sentence = (operation: Partial<PagingOperationView>) => explain(groupOf(operation), 0, null)

describe('an eviction from an aperture', () => {
  const group = groupWith(all, 4)!

  it('names what its updates of the page table are for', () => {
    expect([0, 1, 2, 12].map((at) => operationLabel(group, at))).toEqual([
      'UPDATE_PAGE_TABLE (map)',
      'NOTIFY_ALLOC',
      'UPDATE_PAGE_TABLE (unmap)',
      'UNMAP_APERTURE_SEGMENT',
    ])
    expect(groupLabel(group)).toBe('Page-out')
  })

  it.each([
    [0, ['Maps chunk 1 of 2, 4 MiB at offset 0 B', 'AN-02', 'AN-05']],
    [4, ['NOTIFY_ALLOC and NotifyEviction', 'chunk 2 of 2', 'decompress it', 'AN-14', '2 in all (AN-16)']],
    [5, ['Unmaps chunk 2 of 2', 'AN-02']],
    [6, ['Maps chunk 1 of 2', 'AN-03']],
    [7, ['NotifyIoMmuUnmap', 'must not touch', 'AN-04']],
    [12, ['aperture', 'AN-06']],
  ] as const)('is explained operation by operation: %d', (at, words) => {
    const said = explain(group, at, true)
    for (const word of words) expect(said).toContain(word)
  })

  it('says when there is nothing to decompress, and of new buffers only where there were some', () => {
    expect(explain(group, 1, false)).toContain('nothing to decompress')
    expect(explain(group, 1, null)).toContain('nothing to decompress')
    expect(explain(group, 7, true)).not.toContain('AN-16')
  })
})

describe('a transfer', () => {
  it('is explained in chunks of the VA space [AN-10]', () => {
    const said = explain(groupWith(all, 2)!, 1, false)
    for (const word of ['chunk 2 of 3', '4 MiB at offset 4 MiB', 'into its local segment', 'AN-10'])
      expect(said).toContain(word)
    expect(explain(groupWith(all, 17)!, 0, null)).toContain('all 4 MiB')
  })

  it('out of local memory says that nobody is notified [AN-06]', () => {
    expect(sentence({ direction: 'out' })).toMatch(
      /out of its local segment into system memory.*\(AN-10\).*\(AN-06\)\.$/,
    )
    expect(sentence({})).not.toContain('AN-06')
  })
})

describe('what else there is', () => {
  it('is told apart: new memory, and what is not transferred [AN-10]', () => {
    const fill = { operation: 'VIRTUAL_FILL' }
    expect([groupLabel(groupOf(fill, fill)), groupLabel(groupOf(fill, {}))]).toEqual(['New memory', 'Page-in'])
    expect(sentence(fill)).toContain('Zeroes all 4 MiB, of memory that is new to A.a')
    expect(sentence({ operation: 'DISCARD_CONTENT', direction: 'out' })).toContain('nothing of it is transferred')
  })

  it.each([
    ['MAP_APERTURE_SEGMENT', 'in', /^Maps A\.a into the aperture segment.*RS-05/],
    ['UNMAP_APERTURE_SEGMENT', 'out', /^Unmaps A\.a from the aperture segment.*AN-02, AN-06/],
  ] as const)('moves nothing where it is mapped: %s', (operation, direction, expected) => {
    expect(sentence({ operation, direction })).toMatch(expected)
  })

  it.each([
    ['in', /^Maps the pages of A\.a for the GPU.*AN-06/],
    ['out', /^Unmaps the pages of A\.a from the GPU: it leaves the implicit system memory segment.*AN-06/],
  ] as const)('is mapped in system memory: %s', (direction, expected) => {
    expect(sentence({ operation: 'UPDATE_PAGE_TABLE', segment: 'system', direction })).toMatch(expected)
  })

  it('is named as it is where it has no sentence of its own [AN-17]', () => {
    expect(sentence({ operation: 'SIGNAL_MONITORED_FENCE' })).toBe(
      'SIGNAL_MONITORED_FENCE on all 4 MiB, of A.a (AN-17).',
    )
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

it('fixed costs are shown as the device has them', () => {
  expect(costFacts(37, 140).map(({ value }) => value)).toEqual(['37 µs and its bytes', '140 µs'])
  expect(costFacts(null, 0).map(({ value }) => value)).toEqual(['by its bytes', 'nothing'])
})
