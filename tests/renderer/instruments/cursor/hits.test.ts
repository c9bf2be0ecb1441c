import { describe, expect, it } from 'vitest'
import { hitsOf } from '../../../../renderer/instruments/cursor/hits'
import { sumsFacts, sumsText } from '../../../../renderer/instruments/cursor/text'
import { effects, MIB, rig } from '../../../main/session/live-rig'

function session() {
  const live = rig({
    system: { periodicTrim: { idleAfter: '10h' } },
    app: { policy: 'fence-lru', effects: effects({ Blur: MIB, Glow: MIB }, false) },
  })
  live.must({ kind: 'applyEffect', effect: 'Blur' })
  live.elapse(200)
  live.must({ kind: 'periodicTrim' })
  live.elapse(200)
  return live.shown
}

describe('find by name', () => {
  it('has resources first, then records in order of time, whatever the case', () => {
    const { hits, isCut } = hitsOf(session(), ' blUR ')
    expect(isCut).toBe(false)
    expect(hits[0]).toMatchObject({ kind: 'resource', t: null, text: 'Blur.r' })
    const records = hits.slice(1)
    expect(new Set(records.map(({ kind }) => kind))).toEqual(new Set(['packet', 'paging']))
    const times = records.map(({ t }) => t ?? Number.NaN)
    expect(times).toEqual([...times].sort((a, b) => a - b))
    const own = records.filter(({ kind, text }) => kind === 'packet' && /^Blur of app at \d+\.\d{3,6} s$/.test(text))
    expect(own).toHaveLength(1)
  })

  it.each([
    [200, 200, false],
    [201, 200, true],
  ])('of %i resources of a name has %i, and says whether there are more: %s', (count, most, isCut) => {
    const resources = Array.from({ length: count }, (_, i) => ({ name: `r${i}`, size: MIB, resident: false }))
    const { shown } = rig({ system: { localMemory: 512 * MIB }, app: { effects: [{ name: 'Many', resources }] } })
    const found = hitsOf(shown, 'many.r')
    expect([found.hits.length, found.isCut]).toEqual([most, isCut])
  })

  it('has what Windows records by the name of its event, or its id [LB-17]', () => {
    const shown = session()
    const found = (name: string) => hitsOf(shown, name).hits.map((hit) => [hit.kind, 'etw' in hit ? hit.etw : ''])
    expect(found('VidMmTrimWnf')).toEqual([['notification', 'VidMmTrimWnfProcess']])
    const packets = found('dmapacketstart (175), 0')
    expect(packets.length).toBeGreaterThan(0)
    for (const hit of packets) expect(hit).toEqual(['packet', 'DmaPacketStart (175), 0 · DmaPacket (177), 1'])
    expect(found('PagingOpVirtualTransfer')).toContainEqual(['paging', 'PagingOpVirtualTransfer (306)'])
    expect(found('AttemptPreemption')).toEqual([])
  })

  it('has notifications by their flags, and nothing for nothing', () => {
    const shown = session()
    expect(hitsOf(shown, 'periodic').hits.map(({ kind }) => kind)).toEqual(['notification'])
    expect(hitsOf(shown, 'nowhere')).toEqual({ hits: [], isCut: false })
    expect(hitsOf(shown, '  ')).toEqual({ hits: [], isCut: false })
  })
})

describe('a range in words', () => {
  const sums = {
    pageIn: { count: 1, bytes: 64 * MIB },
    pageOut: { count: 2, bytes: 0 },
    evictions: { count: 1, bytes: MIB },
    engines: [{ engine: '3d', busy: 250_000 }],
    contexts: [{ context: 'app', busy: 250_000 }],
    isGone: false,
  } as const
  const range = { from: 1_000_000, to: 2_000_000 }
  const mutable = { ...sums, engines: [...sums.engines], contexts: [...sums.contexts] }

  it('is one line, and says when older records are gone', () => {
    expect(sumsText(mutable, range)).toBe('in 64 MiB · out 0 B · 1 eviction · busy 3d 25 %')
    expect(sumsText({ ...mutable, engines: [], isGone: true }, range)).toBe(
      'in 64 MiB · out 0 B · 1 eviction · older records are gone',
    )
  })

  it('is each sum by itself', () => {
    const { memory, engines, contexts } = sumsFacts(mutable, range)
    expect(memory.map(({ term, value }) => `${term}: ${value}`)).toEqual([
      'Paged in: 64 MiB in 1 transfer',
      'Paged out: 0 B in 2 transfers',
      'Evictions: 1, 1 MiB',
    ])
    expect(engines).toEqual([{ term: '3d', value: '250 ms, 25 %' }])
    expect(contexts).toEqual([{ term: 'app', value: '250 ms, 25 %' }])
  })
})
