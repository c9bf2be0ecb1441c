/** What a timeline costs the simulated GPU and memory, by hand from what lies on it (item "A timeline that edits"). */
import { describe, expect, it, vi } from 'vitest'
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
  for (const change of edits) system.must({ kind: 'timeline', change })
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
    system.must({ kind: 'timeline', change: { edit: 'enable', effect: 'Blur', enabled: false } })
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
    system.must({ kind: 'timeline', change: { edit: 'removeKeyframe', span: 'Blur', constant: 'radius', at: 0 } })
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
    system.must({ kind: 'timeline', change: { edit: 'split', at: 5 * s } })
    expect(rendered(system)).toEqual(['1', '2'])
    system.must({ kind: 'timeline', change: { edit: 'trim', clip: 'Harbour at dusk', end: 2.5 * s } })
    expect(rendered(system)).toEqual(['1'])
    system.must({ kind: 'setConstants', effect: 'Blur', constants: { radius: [3] } })
    expect(rendered(system)).toEqual([])
    expect(system.session.world.editor.find('render 1 s')).toBeUndefined()
  })

  it('is another where a span begins within its second, or a keyframe has another value in it', () => {
    const system = edited({ edit: 'setSpan', span: 'Blur', start: 0, length: 9 * s }, render)
    system.elapse(2_000)
    expect(rendered(system)).toEqual(['1', '2'])
    system.must({ kind: 'timeline', change: { edit: 'setSpan', span: 'Blur', start: 1.5 * s } })
    expect(rendered(system)).toEqual(['2'])
    // 1.2 s after the start of the span: it holds before, so that all of it is another
    system.must({
      kind: 'timeline',
      change: { edit: 'keyframe', span: 'Blur', constant: 'radius', at: 1.2 * s, value: [8] },
    })
    system.must({ kind: 'timeline', change: render })
    system.elapse(2_000)
    expect(rendered(system)).toEqual(['1', '2'])
    system.must({
      kind: 'timeline',
      change: { edit: 'keyframe', span: 'Blur', constant: 'radius', at: 1.4 * s, value: [20] },
    })
    expect(rendered(system)).toEqual(['1'])
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
    const start = Number(name.split(' ')[1]) * s
    const shown = () => system.shown.preview.rendered.find((span) => span.start === start)
    expect(shown()).toMatchObject({ isReady: true, isListed: false })
    expect(resources(played(system, start + 100_000, 300))).toContain(name)
    expect(shown()).toMatchObject({ isListed: true, isInSegment: true })
  })

  it('is no more over the ruler when a trim pages it out at once (RS-03)', () => {
    const system = edited(render)
    system.elapse(2_000)
    played(system, 5 * s, 300)
    system.must({ kind: 'setEvictionMode', mode: 'eager' }, { kind: 'trimToBudget', bytes: 200 * MIB })
    system.elapse(500)
    const { rendered: caches } = system.shown.preview
    expect(caches.map(({ isReady, isInSegment }) => [isReady, isInSegment])).toEqual([
      [true, false],
      [true, false],
    ])
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
    system.must({ kind: 'setTdr', delay: 100_000 }, { kind: 'inject', fault: 'hang', engine: '3d' })
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
    system.must({ kind: 'timeline', change: { edit: 'dropRenders' } })
    expect(rendered(system)).toEqual([])
    expect(system.session.world.editor.find('render 1 s')).toBeUndefined()
  })

  describe('that does not fit', () => {
    const caches = (system: LiveRig): string[] =>
      Array.from({ length: 10 }, (_, index) => `render ${index} s`).filter(
        (name) => system.session.world.editor.find(name) !== undefined,
      )
    /** 4K: a cache has 24 frames of 960 × 540, 47.5 MiB. The effect is on the timeline from 0 to 2 s. */
    function tight(memory: number, effect: number): LiveRig {
      const system = rig({
        system: { localMemory: memory },
        app: {
          effects: effects({ Blur: effect }),
          project: { width: 3840, height: 2160 },
        },
      })
      system.must({ kind: 'applyEffect', effect: 'Blur' })
      system.must({ kind: 'timeline', change: { edit: 'setSpan', span: 'Blur', start: 0, length: 2 * s } })
      system.elapse(500)
      return system
    }

    it('is left out, and what comes after it is rendered: no memory is kept for what never will be', () => {
      const system = tight(700 * MIB, 670 * MIB)
      system.must({ kind: 'timeline', change: { edit: 'render', from: 0, to: 4 * s } })
      system.elapse(8_000)
      expect(rendered(system)).toEqual(['2', '3'])
      expect(caches(system)).toEqual(['render 2 s', 'render 3 s'])
    })
  })

  it('is not kept in parts where one of its seconds could not be created, and is rendered when it can', () => {
    const system = edited()
    const { editor } = system.session.world
    expect(editor.createResource({ name: 'render 2 s', size: MIB, resident: true })).toBe('S_OK')
    const result = system.do({ kind: 'timeline', change: { edit: 'render', from: 0, to: 4 * s } })
    expect(result.ok).toBe(false)
    expect(rendered(system)).toEqual([])
    expect(editor.find('render 0 s')).toBeUndefined()
    expect(editor.find('render 1 s')).toBeUndefined()
    expect(editor.free('render 2 s')).toBe('S_OK')
    system.must({ kind: 'timeline', change: { edit: 'render', from: 0, to: 4 * s } })
    system.elapse(4_000)
    expect(rendered(system)).toEqual(['0', '1', '2', '3'])
  })

  it('that is given back and asked for again while it is rendered is rendered whole', () => {
    const system = edited(render)
    system.must(
      { kind: 'timeline', change: { edit: 'dropRenders' } },
      { kind: 'timeline', change: { edit: 'render', from: 4 * s, to: 5 * s } },
      { kind: 'timeline', change: render },
    )
    const before = system.records.length
    system.elapse(4_000)
    const of = (name: string): number =>
      system.records.slice(before).filter((record) => record.type === 'apply' && record.resources?.includes(name))
        .length
    expect(rendered(system)).toEqual(['1', '2', '4'])
    expect(['render 1 s', 'render 2 s'].map(of)).toEqual([24, 24])
  })

  it('is looked at again only where something has changed', () => {
    const system = edited({ edit: 'render', from: 0, to: 6 * s })
    system.elapse(5_000)
    const { timeline, renders } = system.session.world
    const looks = vi.spyOn(timeline, 'effectsAt')
    const looked = (): number => {
      looks.mockClear()
      renders.check()
      return looks.mock.calls.length
    }
    expect(looked()).toBe(0)
    timeline.edit({ edit: 'split', at: 5.5 * s })
    expect(timeline.edit({ edit: 'setSpan', span: 'Blur', start: 0, length: 9 * s })).toBeNull()
    looked()
    expect(rendered(system)).toEqual(['0', '1', '2', '3', '4', '5'])
    expect(looked()).toBe(0)
    timeline.edit({ edit: 'addSpan', effect: 'Blur', start: 9.5 * s, length: 0.4 * s })
    expect(looked()).toBe(0)
    timeline.edit({ edit: 'split', at: 2.5 * s })
    // both parts are other clips than before, and show what was there: every second, whose effects are the same all through
    expect(looked()).toBe(6)
    timeline.edit({ edit: 'trim', clip: 'Harbour at dusk 2', end: 5.6 * s })
    // from 5.5 s on it is the second part
    expect(looked()).toBe(1)
    expect(rendered(system)).toEqual(['0', '1', '2', '3', '4'])
    looks.mockRestore()
  })
})
