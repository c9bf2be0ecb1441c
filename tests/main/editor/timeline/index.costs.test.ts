/** What a timeline costs the simulated GPU and memory, by hand from what lies on it (item "A timeline that edits"). */
import { describe, expect, it } from 'vitest'
import type { TraceRecord } from '../../../../main/sim/trace-records'
import type { TimelineEdit } from '../../../../preload/contract'
import { effects, type LiveRig, MIB, rig } from '../../session/live-rig'

const s = 1_000_000

/** A second of sea after a second of the sample; Blur is on the clip. */
function edited(...edits: TimelineEdit[]): LiveRig {
  const system = rig({
    app: {
      effects: effects({ Blur: MIB }),
      clips: [{ name: 'sea', width: 1920, height: 1080, frames: 4, thumbnails: 0, length: '4s' }],
      project: { width: 1920, height: 1080 },
    },
  })
  system.must({ kind: 'applyEffect', effect: 'Blur' })
  for (const change of edits) system.must({ kind: 'editTimeline', change })
  system.elapse(200)
  return system
}

const trimmed: TimelineEdit = { edit: 'trim', clip: 'Harbour at dusk', end: 2 * s }
const sea: TimelineEdit = { edit: 'insert', media: 'sea' }

type Applied = Extract<TraceRecord, { type: 'apply' }>

/** Submissions from now on while it plays for so many ms. */
function played(system: LiveRig, from: number, ms: number): Applied[] {
  system.must({ kind: 'seek', position: from })
  system.elapse(200)
  const before = system.records.length
  system.must({ kind: 'play', playing: true })
  system.elapse(ms)
  system.must({ kind: 'play', playing: false })
  return system.records.slice(before).filter((record): record is Applied => record.type === 'apply')
}

const ofEffect = (applied: readonly Applied[]): number => applied.filter(({ effect }) => effect === 'Blur').length
const resources = (applied: readonly Applied[]): Set<string> =>
  new Set(applied.flatMap((record) => record.resources ?? []))

describe('footage', () => {
  it('of the sample is nobody’s memory', () => {
    expect(resources(played(edited(), 0, 300))).toEqual(new Set())
  })

  it('of a clip under the playhead is decoded into its frames, in turn', () => {
    const used = resources(played(edited(trimmed, sea), 3 * s, 600))
    expect([...used].sort()).toEqual(['sea.frame 1', 'sea.frame 2', 'sea.frame 3', 'sea.frame 4'])
  })

  it('of the clip that comes next is brought in during the second before, and not earlier', () => {
    const system = edited(trimmed, sea)
    expect(resources(played(system, 0, 600))).toEqual(new Set())
    expect([...resources(played(system, 1.1 * s, 600))].sort()).toEqual([
      'sea.frame 1',
      'sea.frame 2',
      'sea.frame 3',
      'sea.frame 4',
    ])
  })

  it('is a proxy while the playhead is dragged', () => {
    const system = edited(trimmed, sea)
    const before = system.records.length
    system.must({ kind: 'seek', position: 3 * s })
    system.elapse(200)
    const applied = system.records.slice(before).filter((record): record is Applied => record.type === 'apply')
    expect(resources(applied)).toEqual(new Set(['sea.proxy 1:4']))
  })

  it('that is not there is nothing to work on: in a gap no effect is submitted', () => {
    const system = edited(trimmed, { edit: 'insert', media: 'sea', at: 4 * s })
    expect(played(system, 2.1 * s, 300)).toEqual([])
  })
})

describe('an effect', () => {
  const span: TimelineEdit = { edit: 'setSpan', span: 'Blur', start: 4 * s, length: 2 * s }

  it('outside its span, or hidden, submits nothing', () => {
    const system = edited(span)
    expect(ofEffect(played(system, 1 * s, 500))).toBe(0)
    expect(ofEffect(played(system, 4.5 * s, 500))).toBeGreaterThan(5)
    system.must({ kind: 'editTimeline', change: { edit: 'enable', effect: 'Blur', enabled: false } })
    expect(ofEffect(played(system, 4.5 * s, 500))).toBe(0)
  })

  it('draws what its keyframes say where the playhead is, whole where its shader takes whole numbers', () => {
    const system = edited(
      span,
      { edit: 'keyframe', span: 'Blur', constant: 'radius', at: 0, value: [2] },
      { edit: 'keyframe', span: 'Blur', constant: 'radius', at: 2 * s, value: [10] },
    )
    const radiusAt = (position: number): readonly number[] | undefined => {
      system.must({ kind: 'seek', position })
      system.elapse(200)
      return system.shown.preview.picture?.effects.find(({ name }) => name === 'Blur')?.constants.radius
    }
    expect([4, 5, 5.3, 5.9].map((at) => radiusAt(at * s))).toEqual([[2], [6], [7], [10]])
    expect(radiusAt(1 * s)).toBeUndefined()
  })

  it('has its own values again when its keyframes are gone', () => {
    const system = edited({ edit: 'keyframe', span: 'Blur', constant: 'radius', at: 0, value: [3] })
    const { editor } = system.session.world
    const radius = (): number[] | undefined => {
      system.must({ kind: 'seek', position: 1 * s })
      system.elapse(200)
      const state = editor.effect('Blur')
      return state === undefined ? undefined : editor.draws.constantsOf(state).radius
    }
    const state = editor.effect('Blur')
    const own = state === undefined ? [] : editor.draws.ownConstantsOf(state).radius
    expect(radius()).toEqual([3])
    system.must({ kind: 'editTimeline', change: { edit: 'removeKeyframe', span: 'Blur', constant: 'radius', at: 0 } })
    expect(radius()).toEqual(own)
  })
})

describe('a rendered span', () => {
  const rendered = (system: LiveRig) =>
    system.shown.preview.rendered.map(({ start, isReady }) => `${start / s}${isReady ? '' : ' …'}`)
  const render: TimelineEdit = { edit: 'render', from: 1 * s, to: 2.5 * s }

  it('lives in GPU memory, as whole seconds, and is there when every frame of it was rendered', () => {
    const system = edited(render)
    system.elapse(100)
    expect(rendered(system)[0]).toMatch(/^1/)
    system.elapse(2_000)
    expect(rendered(system)).toEqual(['1', '2'])
    // 24 frames of 480 × 270, 4 bytes each, in whole 64 KiB
    const bytes = Math.ceil((24 * 480 * 270 * 4) / 65_536) * 65_536
    expect(system.session.world.editor.find('render 1 s')?.size).toBe(bytes)
  })

  it('is copied when it is played: nothing is decoded, no effect is submitted, and the picture is the same', () => {
    const system = edited({ edit: 'setSpan', span: 'Blur', start: 0, length: 9 * s }, render)
    system.elapse(2_000)
    const applied = played(system, 1.1 * s, 500)
    expect(ofEffect(applied)).toBe(0)
    expect(resources(applied)).toEqual(new Set(['render 1 s']))
    expect(system.shown.preview.picture?.effects.map(({ name }) => name)).toEqual(['Blur'])
    expect(ofEffect(played(system, 4 * s, 500))).toBeGreaterThan(5)
  })

  it('goes when what it shows changes, and no other does', () => {
    const system = edited(render)
    system.elapse(2_000)
    system.must({ kind: 'editTimeline', change: { edit: 'split', at: 5 * s } })
    expect(rendered(system)).toEqual(['1', '2'])
    system.must({ kind: 'editTimeline', change: { edit: 'trim', clip: 'Harbour at dusk', end: 2.5 * s } })
    expect(rendered(system)).toEqual(['1'])
    system.must({ kind: 'setConstants', effect: 'Blur', constants: { radius: [3] } })
    expect(rendered(system)).toEqual([])
    expect(system.session.world.editor.find('render 1 s')).toBeUndefined()
  })

  it('is what a trim takes first while something else is played, and is brought back when it is played', () => {
    const system = edited(render)
    system.elapse(2_000)
    const before = system.records.length
    played(system, 5 * s, 300)
    system.must({ kind: 'trimToBudget', bytes: 65_536 })
    system.elapse(50)
    const evicted = system.records.slice(before).flatMap((record) => (record.type === 'evict' ? [record.resource] : []))
    expect(evicted[0]).toMatch(/^render /)
    const name = String(evicted[0])
    expect(resources(played(system, Number(name.split(' ')[1]) * s + 100_000, 300))).toContain(name)
  })

  it('goes with the device, before another is made: nothing is allocated for it once more (RS-07)', () => {
    const system = edited(render)
    system.elapse(2_000)
    expect(rendered(system)).toEqual(['1', '2'])
    const before = system.records.length
    system.must({ kind: 'recreateDevice' })
    system.elapse(200)
    expect(rendered(system)).toEqual([])
    expect(system.session.world.editor.find('render 1 s')).toBeUndefined()
    const made = system.records
      .slice(before)
      .flatMap((record) => (record.type === 'create' || record.type === 'allocate' ? [record.resource] : []))
    expect(made).toContain('Blur.r')
    expect(made.filter((name) => name.startsWith('render '))).toEqual([])
  })

  it('goes with a device that was removed, too (RS-07)', () => {
    const system = edited(render)
    system.elapse(2_000)
    system.must({ kind: 'setTdr', delay: 100_000 }, { kind: 'hang', duration: null, engine: '3d' })
    system.must({ kind: 'seek', position: 5 * s })
    system.elapse(1_000)
    expect(system.shown.device.removed).not.toBeNull()
    system.must({ kind: 'recreateDevice' })
    system.elapse(200)
    expect(rendered(system)).toEqual([])
    expect(system.session.world.editor.unmade).toEqual([])
    expect(system.session.world.editor.find('render 1 s')).toBeUndefined()
    // what it was given up by is not made by the device after it either
    system.must({ kind: 'recreateDevice' })
    system.elapse(200)
    expect(system.session.world.editor.find('render 1 s')).toBeUndefined()
  })

  it('is given back', () => {
    const system = edited(render)
    system.elapse(2_000)
    system.must({ kind: 'editTimeline', change: { edit: 'dropRenders' } })
    expect(rendered(system)).toEqual([])
    expect(system.session.world.editor.find('render 1 s')).toBeUndefined()
  })
})
