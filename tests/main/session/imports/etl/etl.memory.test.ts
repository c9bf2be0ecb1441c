/** What the memory of an ETW log becomes: allocations, who has them, how large they are. */
import { describe, expect, it } from 'vitest'
import { everythingSaid, scenarioOf } from '../support'
import { fields } from '../writing'
import { at, C, context, imported, MiB, packet, steps } from './importing'
import * as etl from './logs'

describe('memory of an ETW log', () => {
  const made = (global: number, handle: number, size: number, time: number, more = {}): Uint8Array[] => [
    etl.event(33, etl.allocation(global, size, more), at(time, { version: 3 })),
    etl.event(36, etl.opened(handle, global), at(time)),
  ]
  const used = (handle: number, time: number): Uint8Array[] => [
    etl.event(338, etl.residentStart(), at(time)),
    etl.event(320, etl.resident(handle), at(time)),
    etl.event(339, etl.residentStop(0x103), at(time)),
  ]
  const work = [...context, ...packet(1, 1, 2, 3)]
  const first = { at: 1, use: { set: [], gpuTime: 1, context: 'context 1' } }

  it('is global allocations; what is made resident counts as used then, and a set is that of its DMA buffer [LB-19]', () => {
    const dma = 0xd3a
    const all = imported(
      etl.log([
        [
          ...work,
          ...made(0xa1, 0xb1, 65_536, 10),
          ...made(0xa2, 0xb2, 4096, 11),
          ...used(0xb1, 20),
          etl.event(43, etl.references(C, dma, 0xb2, 0, 0xb1, 0xb2), at(30)),
          etl.event(178, etl.queued(C, 2, { dma }), at(31)),
          etl.event(175, etl.started(C, 2, 2), at(32)),
          etl.event(177, etl.ended(C, 2, 2), at(40)),
          // its list was that of the submission before
          etl.event(178, etl.queued(C, 3, { dma }), at(50)),
          etl.event(175, etl.started(C, 3, 3), at(52)),
          etl.event(177, etl.ended(C, 3, 3), at(60)),
          etl.event(34, etl.allocation(0xa1, 65_536), at(70, { version: 3 })),
        ],
      ]),
    )
    expect(steps(all)).toEqual([
      first,
      { at: 10, resource: { name: 'allocation 1', size: 65_536 } },
      { at: 11, resource: { name: 'allocation 2', size: 4096 } },
      { at: 20, use: { set: ['allocation 1'], gpuTime: 1 } },
      { at: 31, use: { set: ['allocation 2', 'allocation 1'], gpuTime: 8, context: 'context 1' } },
      { at: 50, use: { set: [], gpuTime: 8, context: 'context 1' } },
      { at: 70, free: { name: 'allocation 1' } },
    ])
    expect(all.report.derived[0]).toContain('uses: 1 from MakeResident')
    expect(scenarioOf(all).derived).toEqual(all.report.derived)
  })

  it('keeps who has a handle now from who had it before [LB-19]', () => {
    const all = imported(
      etl.log([
        [
          ...work,
          ...made(0xa1, 0xb1, 65_536, 10),
          ...used(0xb1, 11),
          etl.event(37, etl.opened(0xb1, 0xa1), at(12)),
          etl.event(34, etl.allocation(0xa1, 65_536), at(12, { version: 3 })),
          ...made(0xa1, 0xb1, 8192, 20),
          ...used(0xb1, 21),
        ],
      ]),
    )
    expect(steps(all)).toEqual([
      first,
      { at: 10, resource: { name: 'allocation 1', size: 65_536 } },
      { at: 11, use: { set: ['allocation 1'], gpuTime: 1 } },
      { at: 12, free: { name: 'allocation 1' } },
      { at: 20, resource: { name: 'allocation 2', size: 8192 } },
      { at: 21, use: { set: ['allocation 2'], gpuTime: 1 } },
    ])
  })

  it('was there from the start where a rundown says so, even at the end of the log [LB-19]', () => {
    const all = imported(
      etl.log([
        [
          ...work,
          ...used(0xb1, 20),
          etl.event(38, etl.opened(0xb1, 0xa1), at(90, { process: 4 })),
          etl.event(35, etl.allocation(0xa1, MiB, { segment: 2 }), at(91, { process: 4, version: 4 })),
          etl.event(78, etl.segment(1, 512 * MiB, 0), at(92)),
          etl.event(78, etl.segment(2, 4096 * MiB, 1), at(92)),
        ],
      ]),
    )
    expect(steps(all)).toEqual([
      { at: 0, resource: { name: 'allocation 1', size: MiB, heap: 'upload' } },
      first,
      { at: 20, use: { set: ['allocation 1'], gpuTime: 1 } },
    ])
    expect(scenarioOf(all).system).toMatchObject({ localMemory: 512 * MiB, nonLocalMemory: 4096 * MiB })
  })

  it('was there from the start where a rundown or its end says so, used or not, if it is the app’s [LB-19]', () => {
    const all = imported(
      etl.log([
        [
          ...work,
          etl.event(35, etl.allocation(0xa1, MiB), at(1, { process: 4, version: 4 })),
          etl.event(35, etl.allocation(0xa2, MiB, { process: 200 }), at(1, { process: 4, version: 4 })),
          etl.event(35, etl.allocation(0xa3, 4096, { pageTable: 1 }), at(1, { process: 4, version: 4 })),
          etl.event(34, etl.allocation(0xa4, 65_536), at(20, { version: 3 })),
          etl.event(34, etl.allocation(0xa5, 65_536, { process: 200 }), at(20, { process: 200, version: 3 })),
          ...made(0xa6, 0xb6, 131_072, 30),
          // the rundown at the end names what was made meanwhile too
          etl.event(35, etl.allocation(0xa6, 131_072), at(40, { process: 4, version: 4 })),
        ],
      ]),
    )
    expect(steps(all)).toEqual([
      { at: 0, resource: { name: 'allocation 1', size: MiB } },
      { at: 0, resource: { name: 'allocation 2', size: 65_536 } },
      first,
      { at: 20, free: { name: 'allocation 2' } },
      { at: 30, resource: { name: 'allocation 3', size: 131_072 } },
    ])
    expect(everythingSaid(all)).toContain('1 page table: not imported')
  })

  it('of other processes is left out and counted: page tables, other allocations, and calls to MakeResident [LB-19]', () => {
    const all = imported(
      etl.log([
        [
          ...work,
          ...made(0xa1, 0xb1, 4096, 10, { process: 200, pageTable: 1 }),
          ...made(0xa3, 0xb3, 65_536, 10, { process: 200 }),
          ...made(0xa4, 0xb4, 65_536, 10, { process: 201 }),
          etl.event(320, etl.resident(0xb2), at(11, { process: 200 })),
        ],
      ]),
    )
    expect(steps(all)).toEqual([first])
    expect(everythingSaid(all)).toContain('1 page table: not imported')
    expect(everythingSaid(all)).toContain('2 allocations of other processes: not imported')
    expect(everythingSaid(all)).toContain('1 MakeResident of another process: not imported')
  })

  it('is left out where nothing says its size, unless one is assumed, which is said [LB-19]', () => {
    const file = etl.log([[...work, ...used(0xb1, 20), ...used(0xb1, 21), ...used(0xb2, 22)]])
    const all = imported(file)
    expect(steps(all)).toEqual([first])
    expect(all.report.ignored[0]).toBe(
      '2 allocations without a size: 3 uses ignored (the option unknown-size imports them)',
    )
    const assumed = imported(file, { unknownSize: MiB })
    expect(steps(assumed)[0]).toEqual({ at: 0, resource: { name: 'allocation 1 (size assumed)', size: MiB } })
    expect(assumed.steps).toHaveLength(6)
    expect(assumed.report.derived.join()).toContain('size: 1 MiB assumed for 2 allocations')
  })

  it('is no page table, and not what a failed call asked for [LB-19]', () => {
    const all = imported(
      etl.log([
        [
          ...work,
          ...made(0xa1, 0xb1, 4096, 10, { pageTable: 1 }),
          ...used(0xb1, 11),
          ...made(0xa2, 0xb2, 4096, 12),
          etl.event(338, etl.residentStart(), at(13)),
          etl.event(320, etl.resident(0xb2), at(13)),
          etl.event(339, etl.residentStop(0xc0000017), at(13)),
        ],
      ]),
    )
    expect(steps(all)).toEqual([first, { at: 12, resource: { name: 'allocation 1', size: 4096 } }])
    expect(everythingSaid(all)).toContain('1 page table: not imported')
    expect(everythingSaid(all)).toContain('1 call to MakeResident that failed: not imported')
  })

  it('of a 32-bit program has pointers of 4 bytes [LB-19]', () => {
    const narrow = (id: number, payload: Uint8Array, time: number): Uint8Array =>
      etl.event(id, payload, at(time, { narrow: true, version: 3 }))
    const all = imported(
      etl.log([
        [
          ...work,
          narrow(33, etl.allocation(0xa1, 12_345, { pointer: 4 }), 10),
          narrow(36, etl.opened(0xb1, 0xa1, 4), 10),
          narrow(320, fields([4, 0xb1], [4, 1]), 11),
        ],
      ]),
    )
    expect(steps(all).slice(1)).toEqual([
      { at: 10, resource: { name: 'allocation 1', size: 12_345 } },
      { at: 11, use: { set: ['allocation 1'], gpuTime: 1 } },
    ])
  })
})
