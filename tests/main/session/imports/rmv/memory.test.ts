import { describe, expect, it } from 'vitest'
import type { ImportOptions } from '../../../../../main/session/imports/capture'
import { RmvMemory } from '../../../../../main/session/imports/rmv/memory'
import * as rmv from './tokens'

/** µs and token */
type Taken = readonly [at: number, token: Uint8Array]

function taken(tokens: readonly Taken[], options: ImportOptions = {}, version = 18) {
  const memory = new RmvMemory([{ heap: 0, base: 0, size: 2 ** 20 }], options)
  for (const [at, bytes] of tokens) memory.take({ type: (bytes[0] as number) & 15, bytes }, version, at)
  const { steps, uses, report } = memory.end(tokens.at(-1)?.[0] ?? 0)
  const lines = [...report.imported, ...report.derived, ...report.ignored]
  return { steps: steps.lines.map((line) => JSON.parse(line) as unknown), uses, lines, report }
}

/** The steps in short: `5 resource a`. */
const shortly = ({ steps }: ReturnType<typeof taken>): string[] =>
  (steps as { at: number; resource?: { name: string }; free?: { name: string }; use?: { set: string[] } }[]).map(
    ({ at, resource, free, use }) =>
      resource !== undefined
        ? `${at} ${resource.name}`
        : free !== undefined
          ? `${at} free ${free.name}`
          : `${at} use ${use?.set}`,
  )

describe('a virtual allocation is a resource [LB-19]', () => {
  it('from when it is made until it is freed, with the pages that it has', () => {
    const made = taken([
      [5, rmv.allocate(0x10_000, 3, [0])],
      [6, rmv.allocate(0x20_000, 16, [0])],
      [9, rmv.free(0x10_000)],
    ])
    expect(made.steps).toEqual([
      { at: 5, resource: { name: 'allocation 1', size: 12_288 } },
      { at: 6, resource: { name: 'allocation 2', size: 65_536 } },
      { at: 9, free: { name: 'allocation 1' } },
    ])
    // 3 pages of 4 KiB take 64 KiB
    expect(made.lines).toContain('2 allocations of 76 KiB, 1 of them freed, 0 named by the app')
    expect(made.lines).toContain('sizes are rounded up to 64 KiB: 52 KiB more in all')
  })

  it.each([
    ['local', [0], 1, 18, undefined],
    ['invisible', [1, 2], 2, 18, undefined],
    ['system', [2, 0], 2, 18, 'upload'],
    ['none, which is system', [3], 1, 18, 'upload'],
    ['one that does not count', [2], 0, 18, undefined],
    ['one that counts before 1.6', [2], 0, 15, 'upload'],
  ])('in the heap of its first preference: %s', (_name, preferences, count, version, heap) => {
    const [step] = taken([[0, rmv.allocate(0x1000, 1, preferences, { count })]], {}, version).steps
    expect((step as { resource: { heap?: string } }).resource.heap).toBe(heap)
  })

  it('whose addresses another one gets is freed then', () => {
    const over = taken([
      [1, rmv.allocate(0x1000, 4, [0])],
      [7, rmv.allocate(0x2000, 4, [0])],
      [8, rmv.free(0x9000)],
    ])
    expect(shortly(over)).toEqual(['1 allocation 1', '7 free allocation 1', '7 allocation 2'])
    expect(over.lines).toContain('1 allocation: over addresses that another had, which counts as freed then')
    expect(over.lines).toContain('1 free: of what the trace never saw made')
  })
})

describe('the name of an allocation [LB-19]', () => {
  const created = (id: number): Taken => [0, rmv.create(id, 1, new Uint8Array(11))]
  const bound = (va: number, id: number): Taken => [0, rmv.bind(va, 1, id)]

  it('is that of the only named resource in it, given before it was bound or after', () => {
    const { steps, lines } = taken([
      [0, rmv.allocate(0x10_000, 1, [0])],
      [0, rmv.allocate(0x20_000, 1, [0])],
      [0, rmv.allocate(0x30_000, 1, [0])],
      created(5),
      created(6),
      created(7),
      bound(0x10_000, 5),
      // one without a name beside it
      bound(0x10_000, 7),
      [0, rmv.named('terrain', 5)],
      [0, rmv.namedV2('sky', 6)],
      bound(0x20_000, 6),
      // two names
      bound(0x30_000, 5),
      bound(0x30_000, 6),
    ])
    expect(steps).toMatchObject([
      { resource: { name: 'terrain' } },
      { resource: { name: 'sky' } },
      { resource: { name: 'allocation 3' } },
    ])
    expect(lines).toContain('2 names: of resources; an allocation has that of the only one bound in it')
  })

  it('is not that of a resource that is gone, whose number another one has', () => {
    const { steps } = taken([
      [0, rmv.allocate(0x10_000, 1, [0])],
      created(5),
      bound(0x10_000, 5),
      [0, rmv.destroy(5)],
      created(5),
      [0, rmv.named('another', 5)],
    ])
    expect(steps).toMatchObject([{ resource: { name: 'allocation 1' } }])
  })

  it('is told apart by number where another has it, has no folders, and is none where that is asked for', () => {
    const tokens: Taken[] = [
      created(5),
      [0, rmv.named('C:\\Users\\jane\\mesh', 5)],
      [0, rmv.allocate(0x10_000, 1, [0])],
      [0, rmv.allocate(0x20_000, 1, [0])],
      bound(0x10_000, 5),
      bound(0x20_000, 5),
    ]
    expect(taken(tokens).steps).toMatchObject([{ resource: { name: 'mesh' } }, { resource: { name: 'mesh 2' } }])
    expect(JSON.stringify(taken(tokens, { anonymous: true }))).not.toContain('mesh')
  })
})

describe('uses [LB-19]', () => {
  const evidence: Taken[] = [
    [1, rmv.allocate(0x1000, 1, [0])],
    [2, rmv.residency(0x1000, 0)],
    [3, rmv.cpuMap(0x1000, 0)],
    [4, rmv.cpuMap(0x1000, 1)],
    [5, rmv.bind(0x1000, 1, 9)],
    [6, rmv.pageTable(0x1000, 0, 1)],
    [7, rmv.pageTable(0x1000, 0, 1, { unmap: 1 })],
    [8, rmv.residency(0x1000, 1)],
  ]

  it('are residency references that were added; on request also maps and binds', () => {
    const few = taken(evidence)
    expect(shortly(few)).toEqual(['1 allocation 1', '2 use allocation 1'])
    expect(few.uses).toBe('1 from residency references added')
    const all = taken(evidence, { uses: { kind: 'evidence' } })
    expect(shortly(all).slice(1)).toEqual([2, 3, 5, 6].map((at) => `${at} use allocation 1`))
    expect(all.uses).toBe('1 from residency references added, 1 from CPU maps, 1 from binds, 1 from page-table maps')
    expect(taken([]).uses).toBe('none: no allocation of what was imported has residency references added')
    expect(taken([], { uses: { kind: 'evidence' } }).uses).toBe(
      'none: no allocation of what was imported has residency references added, CPU maps, binds or page-table maps',
    )
  })

  it('at regular times are of all that is there, and none where nothing is', () => {
    const regular = taken(
      [
        [15, rmv.allocate(0x1000, 1, [0])],
        [22, rmv.allocate(0x9000, 1, [0])],
        [30, rmv.free(0x1000)],
        [45, rmv.free(0x9000)],
        [60, rmv.cpuMap(0x1000, 1)],
      ],
      { uses: { kind: 'every', interval: 10 } },
    )
    // at 10 nothing is there; at 30 both still are; after 45 nothing
    expect(shortly(regular).filter((step) => step.includes('use'))).toEqual([
      '20 use allocation 1',
      '30 use allocation 1,allocation 2',
      '40 use allocation 2',
    ])
    expect(regular.uses).toBe('3 synthetic, every 10 µs')
  })

  it('outside of every allocation are counted, and nothing else', () => {
    const outside = taken([
      [1, rmv.residency(0x1000, 0)],
      [2, rmv.cpuMap(0x1000, 0)],
      [3, rmv.pageTable(0x1000, 0, 1)],
      [4, rmv.bind(0x1000, 1, 1)],
    ])
    expect(outside.steps).toEqual([])
    expect(outside.lines).toContain('3 references, maps or updates: outside of every allocation')
    expect(outside.lines).toContain('1 bind: outside of every allocation')
  })
})

describe('of what came before the part that is asked for [LB-19]', () => {
  it('counts what is there then', () => {
    const part = taken(
      [
        [1, rmv.allocate(0x1000, 1, [0])],
        [2, rmv.allocate(0x9000, 1, [0])],
        [3, rmv.residency(0x9000, 0)],
        [4, rmv.free(0x1000)],
        [110, rmv.residency(0x9000, 0)],
        [120, rmv.free(0x9000)],
      ],
      { from: 100 },
    )
    // the part begins at 0
    expect(shortly(part)).toEqual(['0 allocation 2', '10 use allocation 2', '20 free allocation 2'])
  })
})

it('what a scenario has no place for is counted [LB-19]', () => {
  const { steps, lines } = taken([
    [1, rmv.other(1, 14)],
    [2, rmv.other(5, 2)],
    [2, rmv.other(5, 2)],
    [3, rmv.userData(3, new Uint8Array(20))],
    // too short for a name and its number
    [3, rmv.userData(0, new Uint8Array(3))],
    [4, rmv.timestamp(0n)],
    [5, rmv.delta(0, 0)],
  ])
  expect(steps).toEqual([])
  expect(lines).toEqual(
    expect.arrayContaining([
      '1 resource update: not imported',
      '2 graphics submissions: not imported',
      '2 other user data: not imported',
    ]),
  )
  expect(lines.join()).not.toContain('token')
})

it('what the driver did is counted by its kind, and submissions are not said to be missing where there are some [LB-19]', () => {
  const event = (kind: number): Uint8Array => Uint8Array.of(5, kind)
  const kinds = [1, 2, 2, 3, 3, 4, 5, 5, 6, 9]
  const { report } = taken(kinds.map((kind): Taken => [kind, event(kind)]))
  expect(report.ignored).toEqual([
    '1 compute submission: not imported',
    '2 copy submissions: not imported',
    '2 presents: not imported',
    '1 invalidation of caches: not imported',
    '2 flushes of caches: not imported',
    '1 request of the OS to trim: not imported',
    '1 other driver event: not imported',
  ])
  const [uses, gpuTime] = report.derived
  expect(uses).toMatch(/; of submissions the trace does not say what they use$/)
  expect(gpuTime).toMatch(/; the trace does not say how long GPU work takes$/)
  // those of another part of the trace are of the trace, too
  const part = taken([[1, event(0)]], { from: 5 }).report
  expect([part.ignored, part.derived]).toEqual([[], [uses, gpuTime]])
  expect(taken([[1, event(3)]]).report.derived.join()).toContain('the trace has no submissions')
})
