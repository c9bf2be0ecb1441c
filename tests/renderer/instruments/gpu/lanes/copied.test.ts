/** What is copied of the GPU's lanes: rows of cells, as they are pasted into a table. */
import { describe, expect, it } from 'vitest'
import { copiedOf } from '../../../../../renderer/instruments/gpu/lanes/copied'
import type { Pointed } from '../../../../../renderer/instruments/gpu/lanes/view'
import { setGpuTab } from '../../../../../renderer/store/store'
import { historyOf } from '../../../store/support/gpu-frames'
import { sending } from '../../../store/support/sending'

const page = sending()

const gpuHistory = historyOf([
  { start: 1_000, end: 3_500, submitted: 500 },
  { start: 4_000, end: 4_250, engine: 'copy', context: 1, command: 1, kind: 'present', outcome: 'preempted' },
])

describe('what is copied of the lanes', () => {
  it('is a packet as its row of the table: of what is pointed at, else of what is selected', () => {
    page.shows({ gpuHistory })
    const row = ['0.001 s', '3D', 'Standard', 'app', 'app', '2.5 ms', '3 ms', 'completed']
    expect(copiedOf({ kind: 'packet', id: 0 })).toEqual([row])
    expect(copiedOf(null)).toEqual([])
    setGpuTab({ selectedId: 1 })
    expect(copiedOf(null)[0]?.slice(0, 2)).toEqual(['0.004 s', 'Copy'])
    // that is not in the ring any more
    expect(copiedOf({ kind: 'packet', id: 99 })).toEqual([])
  })

  it('is a mark with its moment, its name and its words', () => {
    page.shows({ gpuHistory })
    const mark = { id: 0, t: 2_000, kind: 'tear' as const, engine: '' as const, text: 'a flip outside a blank' }
    const pointed = { kind: 'mark', placed: { mark } } as unknown as Pointed
    expect(copiedOf(pointed)).toEqual([['0.002 s', 'Tearing', 'a flip outside a blank']])
  })
})
