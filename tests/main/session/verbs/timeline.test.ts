/** The timeline by hand: what each command changes, how it is taken back, what is saved and recorded of it. */
import { describe, expect, it } from 'vitest'
import { parseScenarioText, type Scenario } from '../../../../main/session/scenario'
import { MOST_TIMELINE, type SessionCommand, type TimelineEdit } from '../../../../preload/contract'
import { effects, type LiveRig, MIB, rig } from '../live-rig'

const s = 1_000_000
const edit = (change: TimelineEdit): SessionCommand => ({ kind: 'timeline', change })
const sea: Extract<SessionCommand, { kind: 'importClip' }> = {
  kind: 'importClip',
  name: 'sea',
  width: 64,
  height: 64,
  frames: 2,
  thumbnails: 0,
  track: 1,
}
const live = (): LiveRig => rig({ app: { effects: effects({ Blur: MIB, Sepia: MIB }) } })

const clips = (system: LiveRig): string[] =>
  system.shown.project.timeline.clips.map(({ id, start, length }) => `${id} ${start / s}-${(start + length) / s}`)
const lanes = (system: LiveRig): string[] =>
  system.shown.project.timeline.effects.map(
    ({ effect, enabled, spans }) => `${effect}${enabled ? '' : ' off'} ${spans.map(({ start }) => start / s).join()}`,
  )

function reread(text: string): Scenario {
  const parsed = parseScenarioText(text)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return parsed.scenario
}

/** Blur and Sepia are on the clip, and were rendered. */
function pressed(): LiveRig {
  const system = live()
  system.must({ kind: 'applyEffect', effect: 'Blur' }, { kind: 'applyEffect', effect: 'Sepia' })
  system.elapse(500)
  return system
}

describe('an edit of the timeline', () => {
  it('is shown, and Undo and Redo say what they do', () => {
    const system = live()
    expect(clips(system)).toEqual(['Harbour at dusk 0-10'])
    expect(system.shown.project.undoName).toBeNull()
    system.must(edit({ edit: 'split', at: 3 * s }), edit({ edit: 'remove', clip: 'Harbour at dusk', ripple: true }))
    expect(clips(system)).toEqual(['Harbour at dusk 2 0-7'])
    expect(system.shown.project.undoName).toBe('Ripple delete')
    system.must({ kind: 'undo' })
    expect(clips(system)).toEqual(['Harbour at dusk 0-3', 'Harbour at dusk 2 3-10'])
    expect(system.shown.project).toMatchObject({ undoName: 'Split clip', redoName: 'Ripple delete' })
    system.must({ kind: 'undo' })
    expect(clips(system)).toEqual(['Harbour at dusk 0-10'])
    system.must({ kind: 'redo' }, { kind: 'redo' })
    expect(clips(system)).toEqual(['Harbour at dusk 2 0-7'])
  })

  it('leaves the order in which effects work as it was, however they were pressed', () => {
    const system = live()
    system.must({ kind: 'applyEffect', effect: 'Sepia' }, { kind: 'applyEffect', effect: 'Blur' })
    const working = (): string[] => system.session.world.timeline.effectsAt(0).map(({ effect }) => effect.spec.name)
    const before = working()
    for (const enabled of [false, true]) system.must(edit({ edit: 'enable', effect: 'Blur', enabled }))
    expect(working()).toEqual(before)
    system.must({ kind: 'undo' }, { kind: 'undo' })
    expect(working()).toEqual(before)
  })

  it('leaves the playhead on the timeline, which may be shorter by then', () => {
    const system = live()
    system.must({ kind: 'seek', position: 9 * s })
    system.elapse(32)
    system.must(edit({ edit: 'trim', clip: 'Harbour at dusk', end: 2 * s }))
    system.elapse(32)
    const { position, picture } = system.shown.preview
    expect([position, picture?.position, picture?.footage]).toEqual([2 * s - 1, 2 * s - 1, { moment: 2 * s - 1 }])
  })

  it('that cannot be is refused in words, and nothing is recorded of it', () => {
    const system = live()
    const result = system.do(edit({ edit: 'split', at: 30 * s }))
    expect(result).toEqual({
      ok: false,
      message: 'The timeline was not changed: no clip is there that could be split.',
    })
    expect(system.session.dirty).toBe(false)
    expect(JSON.parse(system.session.toRecordingText()).steps).toEqual([])
  })

  it('of an effect is of no clip', () => {
    const system = live()
    system.must(sea)
    const result = system.do(edit({ edit: 'addSpan', effect: 'sea', start: 0 }))
    expect(result).toMatchObject({ ok: false, message: 'The timeline was not changed: there is no effect "sea".' })
  })

  it('is saved with the project, and opens as it was', () => {
    const system = pressed()
    system.must(
      sea,
      edit({ edit: 'split', at: 3 * s }),
      edit({ edit: 'setSpan', span: 'Blur', start: 2 * s, length: 3 * s }),
      edit({ edit: 'keyframe', span: 'Blur', constant: 'radius', at: 0, value: [3], ease: 'smooth' }),
      edit({ edit: 'keyframe', span: 'Blur', constant: 'radius', at: s, value: [9] }),
      edit({ edit: 'split', span: 'Blur', at: 2.5 * s }),
      edit({ edit: 'enable', effect: 'Sepia', enabled: false }),
    )
    const text = system.session.toScenarioText()
    const again = rig(JSON.parse(text))
    expect(again.shown.project.timeline).toEqual(system.shown.project.timeline)
    expect(again.session.toScenarioText()).toBe(text)
  })

  it('is recorded so that the recording gives the same', () => {
    const system = pressed()
    system.must(sea, edit({ edit: 'split', at: 3 * s }), { kind: 'undo' }, { kind: 'redo' })
    system.must(
      edit({ edit: 'reorder', effect: 'Sepia', place: 0 }),
      { kind: 'removeClip', clip: 'sea' },
      { kind: 'undo' },
    )
    system.elapse(50)
    const recording = reread(system.session.toRecordingText())
    const verbs = recording.steps.map(({ verb }) => verb)
    expect(verbs.filter((verb) => verb === 'timeline')).toHaveLength(6)
    const replayed = rig(JSON.parse(system.session.toRecordingText()))
    replayed.must({ kind: 'run' })
    replayed.elapse(2_000)
    expect(replayed.shown.project.timeline).toEqual(system.shown.project.timeline)
  })

  it('is not in what is saved where nobody has made one', () => {
    expect(JSON.parse(live().session.toScenarioText()).app).not.toHaveProperty('timeline')
  })
})

describe('an edit that says how it shall be', () => {
  const at = (id: string, start: number, length: number, media?: string) => ({
    id,
    ...(media === undefined ? {} : { media }),
    track: 1,
    start,
    length,
    offset: 0,
  })
  const two = { clips: [at('A', 0, 3 * s), at('B', 5 * s, 4 * s)], effects: [] }
  const span = { id: 'x', start: 0, length: s }

  it.each<[string, Extract<TimelineEdit, { edit: 'set' }>, string]>([
    [
      'clips over each other',
      { edit: 'set', clips: [at('A', 0, 10 * s)] },
      '"A" and "B" would lie over each other on track 1',
    ],
    [
      'two clips of a name',
      { edit: 'set', clips: [at('C', 20 * s, s), at('C', 30 * s, s)] },
      'two clips would be called "C"',
    ],
    [
      'media that are not there',
      { edit: 'set', clips: [at('C', 20 * s, s, 'sea')] },
      'there is no clip "sea" among the media',
    ],
    [
      'spans over each other',
      { edit: 'set', effects: [{ effect: 'Blur', enabled: true, spans: [span, { id: 'y', start: s / 2 }] }] },
      '"y" would begin before the span before it has ended',
    ],
    [
      'two spans of a name',
      {
        edit: 'set',
        effects: [
          { effect: 'Blur', enabled: true, spans: [span] },
          { effect: 'Sepia', enabled: true, spans: [span] },
        ],
      },
      'two spans would be called "x"',
    ],
    [
      'two tracks of an effect',
      {
        edit: 'set',
        effects: [
          { effect: 'Blur', enabled: true, spans: [] },
          { effect: 'Blur', enabled: true, spans: [] },
        ],
      },
      'Blur would have two tracks',
    ],
    [
      'an effect that is not there',
      { edit: 'set', effects: [{ effect: 'Bloom', enabled: true, spans: [] }] },
      'there is no effect "Bloom"',
    ],
  ])('is refused where it gives %s: the project opens again [SC-02]', (_what, change, words) => {
    const system = rig({ app: { effects: effects({ Blur: MIB, Sepia: MIB }), timeline: two } })
    expect(system.do(edit(change))).toEqual({ ok: false, message: `The timeline was not changed: ${words}.` })
    expect(clips(system)).toEqual(['A 0-3', 'B 5-9'])
    expect(reread(system.session.toScenarioText()).app.timeline).toEqual(two)
  })

  const running = (steps: object[], first: object): LiveRig => {
    const system = rig({
      app: {
        effects: effects({ Blur: MIB }),
        clips: [{ name: 'sea', width: 64, height: 64, frames: 2, thumbnails: 0 }],
        timeline: first,
      },
      steps,
    })
    return system
  }

  it('is refused as Undo where a step has put a clip there, and can be tried later', () => {
    const step = { at: '1s', timeline: { edit: 'insert', at: '4s', length: '2s' } }
    const system = running([step], { clips: [at('A', 0, 10 * s)] })
    system.must(edit({ edit: 'trim', clip: 'A', end: 3 * s }), { kind: 'run' })
    system.elapse(1_500)
    expect(clips(system)).toEqual(['A 0-3', 'Harbour at dusk 4-6'])
    expect(system.do({ kind: 'undo' })).toEqual({
      ok: false,
      message: '"Trim clip" was not taken back: "A" and "Harbour at dusk" would lie over each other on track 1.',
    })
    expect(clips(system)).toEqual(['A 0-3', 'Harbour at dusk 4-6'])
    expect(system.shown.project.undoName).toBe('Trim clip')
    reread(system.session.toScenarioText())
    system.session.world.timeline.edit({ edit: 'remove', clip: 'Harbour at dusk' })
    system.must({ kind: 'undo' })
    expect(clips(system)).toEqual(['A 0-10'])
  })

  it('is refused as Redo where a step has put a clip there', () => {
    const step = { at: '1s', timeline: { edit: 'insert', at: '4s', length: '2s' } }
    const system = running([step], { clips: [at('A', 0, 3 * s)] })
    system.must(edit({ edit: 'trim', clip: 'A', end: 10 * s }), { kind: 'undo' }, { kind: 'run' })
    system.elapse(1_500)
    expect(system.do({ kind: 'redo' })).toEqual({
      ok: false,
      message: '"Trim clip" was not done again: "A" and "Harbour at dusk" would lie over each other on track 1.',
    })
    expect(clips(system)).toEqual(['A 0-3', 'Harbour at dusk 4-6'])
    expect(system.shown.project.redoName).toBe('Trim clip')
  })

  it('is refused as Undo of a removal as a whole: the clip comes back with its place, or not yet', () => {
    const step = { at: '1s', timeline: { edit: 'insert', at: '4s', length: '2s' } }
    const system = running([step], { clips: [at('A', 0, 10 * s, 'sea')] })
    system.must({ kind: 'removeClip', clip: 'sea' }, { kind: 'run' })
    system.elapse(1_500)
    expect(system.do({ kind: 'undo' })).toEqual({
      ok: false,
      message: '"sea" was not brought back: "A" and "Harbour at dusk" would lie over each other on track 1.',
    })
    expect(system.shown.effects.map(({ name }) => name)).not.toContain('sea')
    system.session.world.timeline.edit({ edit: 'remove', clip: 'Harbour at dusk' })
    system.must({ kind: 'undo' })
    expect(clips(system)).toEqual(['A 0-10'])
  })
})

describe('what belongs to media and effects', () => {
  it('has nothing of an import that the timeline cannot have there: it is refused as a whole', () => {
    const system = live()
    const before = system.session.toScenarioText()
    expect(system.do({ ...sea, at: MOST_TIMELINE })).toEqual({
      ok: false,
      message: '"sea" was not imported: the timeline is at most a day long.',
    })
    expect([system.shown.project.canUndo, system.session.toScenarioText()]).toEqual([false, before])
  })

  it('an imported clip lies at the end of its track, in one step', () => {
    const system = live()
    system.must(sea)
    expect(clips(system)).toEqual(['Harbour at dusk 0-10', 'sea 10-20'])
    expect(system.shown.project.undoName).toBe('Import sea')
    system.must({ kind: 'undo' })
    expect(clips(system)).toEqual(['Harbour at dusk 0-10'])
    expect(system.shown.effects.map(({ name }) => name)).not.toContain('sea')
    system.must({ kind: 'redo' })
    expect(clips(system)).toEqual(['Harbour at dusk 0-10', 'sea 10-20'])
  })

  it('goes with a clip that is removed, and comes back with it', () => {
    const system = live()
    system.must(sea, edit({ edit: 'split', at: 12 * s }), edit({ edit: 'move', clip: 'sea 2', to: 0, track: 2 }))
    const before = clips(system)
    system.must({ kind: 'removeClip', clip: 'sea' })
    expect(clips(system)).toEqual(['Harbour at dusk 0-10'])
    system.must({ kind: 'undo' })
    expect(clips(system)).toEqual(before)
  })

  it('goes with an effect that is removed, and comes back with its place, spans, keyframes and parameters', () => {
    const system = pressed()
    system.must(
      { kind: 'setConstants', effect: 'Blur', constants: { radius: [5] } },
      edit({ edit: 'setSpan', span: 'Blur', start: 2 * s, length: 3 * s }),
      edit({ edit: 'keyframe', span: 'Blur', constant: 'radius', at: 0, value: [3] }),
    )
    const before = system.shown.project.timeline
    system.must({ kind: 'removeEffect', effect: 'Blur' })
    expect(lanes(system)).toEqual(['Sepia 0'])
    system.must({ kind: 'undo' })
    expect(system.shown.project.timeline).toEqual(before)
    expect(system.session.world.editor.effect('Blur')?.spec.constants).toEqual({ radius: [5] })
  })

  it('an effect that is taken off by Undo is nowhere, and everywhere when it is pressed again', () => {
    const system = pressed()
    const { timeline } = system.session.world
    const names = (): string[] => timeline.effectsAt(0).map(({ effect }) => effect.spec.name)
    expect(names()).toEqual(['Blur', 'Sepia'])
    system.must({ kind: 'undo' })
    expect(names()).toEqual(['Blur'])
    system.must({ kind: 'redo' })
    system.elapse(100)
    expect(names()).toEqual(['Blur', 'Sepia'])
    system.must(edit({ edit: 'takeOff', effect: 'Blur' }))
    expect(system.shown.project.stack).toEqual(['Sepia'])
    expect(names()).toEqual(['Sepia'])
    system.must({ kind: 'undo' })
    expect(system.shown.project.stack).toEqual(['Blur', 'Sepia'])
    expect(names()).toEqual(['Blur', 'Sepia'])
  })
})

describe('parameters', () => {
  const radius = (system: LiveRig): number | undefined => {
    const { editor } = system.session.world
    const state = editor.effect('Blur')
    return state === undefined ? undefined : editor.draws.constantsOf(state).radius?.[0]
  }
  const set = (value: number, gesture?: number): SessionCommand => ({
    kind: 'setConstants',
    effect: 'Blur',
    constants: { radius: [value] },
    ...(gesture === undefined ? {} : { gesture }),
  })

  it('are taken back: a drag is one step, which the menu names', () => {
    const system = live()
    const first = radius(system)
    system.must(set(5), set(6, 1), set(7, 1), set(8, 1), set(9, 2))
    expect(system.shown.project.undoName).toBe('Blur radius')
    const back: (number | undefined)[] = []
    while (system.shown.project.canUndo) {
      system.must({ kind: 'undo' })
      back.push(radius(system))
    }
    expect(back).toEqual([8, 5, first])
    system.must({ kind: 'redo' }, { kind: 'redo' }, { kind: 'redo' })
    expect(radius(system)).toBe(9)
  })

  it('that are refused leave nothing to take back', () => {
    const system = live()
    expect(system.do(set(10_000)).ok).toBe(false)
    expect(system.shown.project.canUndo).toBe(false)
  })
})
