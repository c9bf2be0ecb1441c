/** What makes very many calls goes on in slices where the machine is slow, and comes to what it comes to at once. */
import { describe, expect, it } from 'vitest'
import { effectName, fullName } from '../../../../renderer/store/allocations'
import { type LiveRig, rig } from '../live-rig'

/** A look at the wall clock takes as long as what a person waits for, so that it goes on in slices at once. */
const slowly = (live: LiveRig, command: Parameters<LiveRig['do']>[0]) => {
  live.costOfLook = 60
  const result = live.do(command)
  live.costOfLook = 0
  return result
}

describe('a pass of very many moves', () => {
  const withPass = (): LiveRig => {
    const live = rig({
      app: { policy: 'none', effects: [], pools: [{ name: 'P', blockSize: '4MiB' }] },
      steps: [
        { at: 0, allocate: { name: 'a', size: '64KiB', count: 600, pool: 'P' } },
        { at: '1ms', free: { name: 'a', every: 2 } },
      ],
    })
    live.elapse(50)
    live.must({ kind: 'pause' }, { kind: 'beginDefragmentation', algorithm: 'full', pool: 'P' })
    return live
  }
  const toTheEnd = (live: LiveRig) => {
    live.must({ kind: 'run' })
    live.elapse(500)
    return live.records
  }

  it.each([
    ['endPass', { kind: 'endPass' }],
    ['runDefragmentation', { kind: 'runDefragmentation' }],
  ] as const)('is carried out in slices, and gives the same as at once: %s [DF-10]', (_, command) => {
    const [live, atOnce] = [withPass(), withPass()]
    for (const one of [live, atOnce]) one.must({ kind: 'beginPass' })
    expect(live.session.world.editor.defragmenter.moves.length).toBeGreaterThan(64)
    expect(slowly(live, command)).toEqual({ ok: true })
    expect(live.do({ kind: 'endDefragmentation' })).toMatchObject({
      ok: false,
      message: expect.stringMatching(/being carried out/),
    })
    live.elapse(16)
    atOnce.must(command)
    expect(live.records).toEqual(atOnce.records)
    expect(toTheEnd(live)).toEqual(toTheEnd(atOnce))
    expect(live.session.world.editor.defragmenter.totals.allocationsMoved).toBeGreaterThan(64)
  })
})

describe('a device recreated in slices', () => {
  const recreated = (live: LiveRig): LiveRig => {
    expect(slowly(live, { kind: 'recreateDevice' })).toEqual({ ok: true })
    expect(live.do({ kind: 'undo' })).toMatchObject({ ok: false, message: expect.stringMatching(/being carried out/) })
    live.elapse(100)
    return live
  }

  it('leaves a saved project saved: nothing of it has changed [RS-07]', () => {
    const live = recreated(rig())
    expect([live.session.dirty, live.shown.project.dirty]).toEqual([false, false])
    expect(live.session.keptText()).toBe(rig().session.keptText())
  })

  it('leaves an unsaved project to the Save that is under way: what that wrote is all there is [RS-07]', () => {
    const live = rig()
    live.must({ kind: 'removeEffect', effect: 'Blur' })
    const [text, { revision }] = [live.session.toScenarioText(), live.session]
    recreated(live)
    live.session.markSaved(revision)
    expect([live.session.dirty, live.shown.project.dirty]).toEqual([false, false])
    expect(live.session.toScenarioText()).toBe(text)
  })
})

describe('an effect of very many resources that is made anew in slices', () => {
  const many = (): LiveRig => {
    const resources = Array.from({ length: 200 }, (_, i) => ({ name: `r${i}`, size: '64KiB', resident: true }))
    const live = rig({ app: { effects: [{ name: 'Many', gpuTime: 1000, resources }] } })
    live.must({ kind: 'pause' })
    return live
  }
  /** Names of its allocations, each with whose it is said to be. */
  const table = ({ shown: { allocations } }: LiveRig) =>
    allocations.ids.map((id) => [fullName(allocations, id), effectName(allocations, id)])
  const ofNobody = (live: LiveRig) => table(live).filter(([, effect]) => effect === '').length

  it('has what is kept of the project kept once more at its end, as the effects were those before meanwhile', () => {
    const live = many()
    const kept = () => JSON.parse(live.session.keptText()).app.allocation
    expect(slowly(live, { kind: 'setAllocation', mode: 'placed' })).toEqual({ ok: true })
    const { revision } = live.session
    expect([kept(), live.session.dirty]).toEqual(['committed', true])
    live.elapse(100)
    expect([kept(), live.session.dirty]).toEqual(['placed', true])
    expect(live.session.revision).toBeGreaterThan(revision)
  })

  it('has its name in each row of the table, though a frame came before all of it was there', () => {
    const live = many()
    const before = table(live)
    slowly(live, { kind: 'recreateDevice' })
    let most = 0
    live.costOfLook = 60
    while (live.session.pump()) most = Math.max(most, ofNobody(live))
    expect(most).toBeGreaterThan(60)
    expect(before).toContainEqual(['Many.r199', 'Many'])
    expect(table(live)).toEqual(before)
    live.fresh()
    expect(table(live).toSorted()).toEqual(before.toSorted())
  })

  it('is gone from the table when it is removed before a frame could say whose it is', () => {
    const live = many()
    slowly(live, { kind: 'recreateDevice' })
    live.costOfLook = 60
    while (ofNobody(live) === 0) live.session.pump()
    live.costOfLook = 0
    while (live.session.pump()) {}
    live.must({ kind: 'removeEffect', effect: 'Many' })
    expect(table(live)).toEqual([])
  })
})

describe('a clip of very many resources', () => {
  const sea = { kind: 'importClip', name: 'sea', width: 64, height: 64, frames: 1, thumbnails: 500, track: 1 } as const
  const clips = (live: LiveRig) => live.shown.project.timeline.clips.map(({ media }) => media)
  const media = (live: LiveRig) => live.shown.effects.filter(({ clip }) => clip !== undefined).map(({ name }) => name)
  const history = (live: LiveRig) => [live.shown.project.undoName, live.session.dirty]

  it('is imported in slices; it is there, on the timeline and to be undone when it has ended, as it is at once', () => {
    const still = () => {
      const one = rig()
      one.must({ kind: 'pause' })
      return one
    }
    const live = still()
    const before = { clips: clips(live), media: media(live), history: history(live) }
    expect(slowly(live, sea)).toEqual({ ok: true })
    expect({ clips: clips(live), media: media(live), history: history(live) }).toEqual(before)
    expect(live.do({ kind: 'undo' })).toMatchObject({ ok: false, message: expect.stringMatching(/being carried out/) })
    const kept = live.session.keptText()
    live.elapse(100)
    const atOnce = still()
    atOnce.must(sea)
    expect([media(live), clips(live)]).toEqual([['sea'], [...before.clips, 'sea']])
    expect(history(live)).toEqual(history(atOnce))
    expect(live.records).toEqual(atOnce.records)
    expect(live.session.toScenarioText()).toBe(atOnce.session.toScenarioText())
    expect(live.session.toRecordingText()).toBe(atOnce.session.toRecordingText())
    // an autosave in between has nothing of it
    expect(kept).toBe(rig().session.keptText())
  })

  it('is taken back and done again in slices', () => {
    const live = rig()
    live.must(sea)
    const there = { clips: clips(live), media: media(live) }
    expect(slowly(live, { kind: 'undo' })).toEqual({ ok: true })
    expect(live.do({ kind: 'redo' })).toMatchObject({ ok: false })
    live.elapse(100)
    expect({ clips: clips(live), media: media(live), undo: history(live)[0] }).toEqual({
      clips: clips(rig()),
      media: [],
      undo: null,
    })
    expect(slowly(live, { kind: 'redo' })).toEqual({ ok: true })
    live.elapse(100)
    expect({ clips: clips(live), media: media(live) }).toEqual(there)
  })

  it('that finds no room leaves nothing behind; why it does not is a finding [DF-03]', () => {
    const pools = [{ name: 'P', blockSize: '4MiB', maxBlocks: 1 }]
    const live = rig({ app: { effects: [], pools, pool: 'P', project: { width: 640, height: 360 } } })
    const before = [clips(live), media(live), history(live)]
    const one = { ...sea, frames: 100, thumbnails: 0, width: 640, height: 360 } as const
    expect(live.do(one)).toMatchObject({ ok: false, hresult: { name: 'E_OUTOFMEMORY' } })
    expect(slowly(live, { ...sea, width: 4096, height: 1, thumbnails: 5_000 })).toEqual({ ok: true })
    live.elapse(200)
    expect([clips(live), media(live), history(live)]).toEqual(before)
    expect([...live.session.world.editor.memory.all]).toEqual([])
    expect(live.shown.findings.items).toContainEqual(
      expect.objectContaining({
        rule: 'DF-03',
        message: expect.stringMatching(/clip sea was not imported: .*all 1 blocks/),
      }),
    )
  })
})
