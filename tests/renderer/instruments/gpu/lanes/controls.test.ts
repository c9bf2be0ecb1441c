/** Packets selected by keys and clicks on the GPU's lanes. Times in µs. */
import { beforeEach, describe, expect, it } from 'vitest'
import { gpuControls, gpuPointing, selectPacket } from '../../../../../renderer/instruments/gpu/lanes/controls'
import type { Pointed } from '../../../../../renderer/instruments/gpu/lanes/view'
import { emptyState } from '../../../../../renderer/store/model'
import { setGpuTab } from '../../../../../renderer/store/store'
import { historyOf } from '../../../store/support/gpu-frames'
import { sending } from '../../../store/support/sending'

const page = sending()

/** Three packets on 3D, one on Copy beside the second; the last two are long past. */
const gpuHistory = historyOf([
  { start: 1_000, end: 2_000 },
  { start: 3_000, end: 4_000 },
  { start: 3_100, end: 3_900, engine: 'copy' },
  { start: 90_000, end: 91_000 },
])

const selected = () => page.state.gpuTab.selectedId
const press = (key: string, ctrlKey = false) => gpuControls.key({ key, ctrlKey, altKey: false, shiftKey: false })

beforeEach(() => {
  page.shows({ gpuHistory, clock: { ...emptyState().clock, now: 100_000 } })
  setGpuTab({ selectedId: null, shown: { span: 10_000, end: 10_000 } })
})

describe('a packet', () => {
  it('that is selected is brought into view; one that is gone is none', () => {
    selectPacket(3)
    const { span, end } = page.state.gpuTab.shown
    const to = end ?? 100_000
    expect([selected(), to >= 91_000, to - span <= 90_000]).toEqual([3, true, true])
    selectPacket(99)
    expect(selected()).toBeNull()
  })

  it('is led to from the one that is selected, along its engine and across engines', () => {
    selectPacket(0)
    press('ArrowRight', true)
    expect(selected()).toBe(1)
    press('ArrowDown')
    expect(selected()).toBe(2)
    press('ArrowUp')
    expect(selected()).toBe(1)
    press('ArrowLeft', true)
    press('ArrowLeft', true)
    expect(selected()).toBe(0)
    press('Escape')
    expect(selected()).toBeNull()
  })

  it('is the newest in the time that is shown where none is selected', () => {
    press('ArrowRight', true)
    expect(selected()).toBe(1)
  })
})

describe('a click', () => {
  it('selects the packet under it, and clears the selection beside one', () => {
    expect([gpuPointing.click({ kind: 'packet', id: 2 }), selected()]).toEqual([null, 2])
    expect([gpuPointing.click(null), selected()]).toEqual([null, null])
  })

  it('on a mark goes to its moment; of a blank that was missed it asks why', () => {
    const mark = (kind: string) =>
      ({ kind: 'mark', placed: { mark: { id: 0, t: 2_500, kind, engine: '', text: '' } } }) as unknown as Pointed
    selectPacket(1)
    expect([gpuPointing.click(mark('tear')), selected(), page.state.tab]).toEqual([2_500, 1, page.state.tab])
    expect(page.sent).toEqual([])
    expect(gpuPointing.click(mark('missed-vertical-blank'))).toBe(2_500)
    expect([page.state.tab, page.state.moment]).toEqual(['delays', 2_500])
  })
})

it('the time from the oldest packet on is all that is kept', () => {
  gpuControls.fitAll()
  const { span, end } = page.state.gpuTab.shown
  expect([span >= 99_000, end === null || end >= 100_000]).toEqual([true, true])
})
