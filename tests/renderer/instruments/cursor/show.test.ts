/** Where what was found is shown: in its instrument, at its moment. */
import { describe, expect, it } from 'vitest'
import type { RecordHit } from '../../../../renderer/instruments/cursor/hits'
import { showHit } from '../../../../renderer/instruments/cursor/show'
import { setInterface, setMemoryTab } from '../../../../renderer/store/store'
import { sending } from '../../store/support/sending'

const page = sending()

const hit = (kind: RecordHit['kind'], id = 7): RecordHit => ({ kind, id, t: 5_000, text: '', of: '', etw: '' })

describe('what was found is shown', () => {
  it.each([
    ['packet', 'gpu'],
    ['paging', 'memory'],
    ['notification', 'notifications'],
    ['finding', 'findings'],
    ['delay', 'delays'],
    ['hitch', 'delays'],
    ['dropped', 'delays'],
  ] as const)('a %s in the tab %s, at its moment', (kind, tab) => {
    setInterface({ tab: kind === 'packet' ? 'memory' : 'gpu' })
    showHit(hit(kind))
    expect([page.state.tab, page.state.moment]).toEqual([tab, 5_000])
  })

  it('a packet and an operation are selected there', () => {
    showHit(hit('packet', 12))
    expect(page.state.gpuTab.selectedId).toBe(12)
    showHit(hit('paging', 13))
    expect(page.state.memoryTab).toMatchObject({ view: 'paging', operationId: 13 })
  })

  it('a resource in the map, which has no moment: the cursor stays', () => {
    setMemoryTab({ view: 'paging' })
    setInterface({ tab: 'gpu' })
    showHit({ kind: 'resource', id: 3, t: null, text: 'A.r' })
    expect([page.state.tab, page.state.memoryTab.view, page.state.selectedId, page.state.moment]).toEqual([
      'memory',
      'map',
      3,
      null,
    ])
    expect(page.sent).toEqual([{ kind: 'selectResource', id: 3 }])
  })

  it('a delay is chosen in the session; what was dropped shows the frames that were', () => {
    showHit(hit('delay', 4))
    expect(page.sent).toEqual([{ kind: 'selectDelay', id: 4 }])
    showHit(hit('dropped'))
    expect(page.state.delaysTab.what).toBe('dropped')
  })
})
