/** What is opened beside a session that runs: in slices, with how far it is, and given up by the person. */
import { describe, expect, it } from 'vitest'
import { buildWorld } from '../../../main/session/world/build'
import { busy, resources, rigOf, scenarioOf } from './verbs/slices-rig'

describe('Opening a scenario with very many objects', () => {
  const many = scenarioOf({
    system: { localMemory: '4GiB' },
    app: { effects: Array.from({ length: 10 }, (_, i) => ({ name: `E${i}`, resources: resources(500) })) },
  })

  it('is done in slices beside what runs, with how far it is, and gives the system that was built', () => {
    const rig = rigOf(busy, 3)
    rig.session.pump()
    let opened: unknown
    rig.session.opening.open('many', many, (running) => {
      opened = running
    })
    let pumps = 0
    const seen: number[] = []
    while (opened === undefined) {
      expect(rig.session.pump()).toBe(true)
      rig.session.publishFrame()
      const opening = rig.frames.at(-1)?.project?.opening
      if (opening != null) {
        expect(opening).toMatchObject({ title: 'many', stage: 'building', total: 5000 })
        seen.push(opening.done)
      }
      expect(++pumps).toBeLessThan(1000)
    }
    expect(seen.length).toBeGreaterThan(10)
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    const names = buildWorld(many).vidmm.residency.table.names
    expect(
      (opened as { world: { vidmm: { residency: { table: { names: string[] } } } } }).world.vidmm.residency.table.names,
    ).toEqual(names)
  })

  it('is given up by the person: what ran before goes on as if nothing had been', () => {
    const rig = rigOf(busy, 3)
    rig.advance(16)
    while (rig.session.pump());
    const before = rig.session.recording().until
    let ended: unknown = 'not yet'
    rig.session.opening.open('many', many, (running) => {
      ended = running
    })
    rig.session.pump()
    expect(rig.session.execute({ kind: 'applyEffect', effect: 'E' })).toMatchObject({
      ok: false,
      message: '“many” is being opened. Wait for it, or cancel it.',
    })
    expect(rig.session.recording().until).toBe(before)
    expect(rig.session.execute({ kind: 'cancelOpening' })).toEqual({ ok: true })
    expect(ended).toBeNull()
    expect(rig.session.execute({ kind: 'cancelOpening' })).toMatchObject({ ok: false })
    rig.advance(16)
    rig.session.pump()
    expect(rig.session.recording().until).toBeGreaterThan(before)
  })

  it('is shown from the moment at which its file is being read; the person gives up, or it ends by itself', () => {
    const rig = rigOf(busy, 3)
    let cancelled = 0
    rig.session.opening.showReading('many', () => cancelled++)
    rig.advance(16)
    expect(rig.session.pump()).toBe(false)
    rig.session.publishFrame()
    const shown = () => rig.frames.flatMap(({ project }) => (project === undefined ? [] : [project.opening])).at(-1)
    expect(shown()).toEqual({ title: 'many', stage: 'reading', done: 0, total: 0 })
    expect(rig.session.execute({ kind: 'cancelOpening' })).toEqual({ ok: true })
    expect(cancelled).toBe(1)
    rig.session.opening.showReading('many', () => cancelled++)
    rig.session.opening.end()
    rig.advance(16)
    rig.session.pump()
    rig.session.publishFrame()
    expect([shown(), cancelled]).toEqual([null, 1])
    expect(rig.session.execute({ kind: 'cancelOpening' })).toMatchObject({ ok: false })
  })

  it('is how a large project starts anew', () => {
    const rig = rigOf(many, 3)
    rig.advance(100)
    while (rig.session.pump());
    expect(rig.session.execute({ kind: 'restartSimulation' })).toEqual({ ok: true })
    expect(rig.session.recording().until).toBeGreaterThan(0)
    let pumps = 0
    while (rig.session.recording().until > 0) {
      rig.session.pump()
      expect(++pumps).toBeLessThan(1000)
    }
    expect(pumps).toBeGreaterThan(10)
  })
})
