/**
 * Undo and Redo against a model that knows nothing of edits: a list of what Save would have written after each step. Whatever
 * is done, Undo gives what was written before it, and Redo what was written after it, to the letter.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EASES, type SessionCommand, type TimelineEdit } from '../../../../preload/contract'
import { type LiveRig, MIB, rig } from '../live-rig'

const s = 1_000_000

/** The radius that a Blur has which says nothing of it. */
const RADIUS = [8]

interface Written {
  app: {
    effects: { name: string; constants?: Record<string, number[]> }[]
    timeline?: { clips: object[]; effects: { spans: object[] }[] }
  }
  steps: { apply?: string }[]
}

/** With what works at some moments of it. */
interface Seen {
  project: Written
}

const SAMPLE = [{ id: 'Harbour at dusk', track: 1, start: 0, length: 10 * s, offset: 0 }]

/**
 * What Save would write. A radius that is the effect's own is the same whether it is said or not, and so are a track on
 * which nothing lies, and a timeline that has what every project begins with.
 */
function written(live: LiveRig): string {
  const project = JSON.parse(live.session.toScenarioText()) as Written
  for (const effect of project.app.effects) effect.constants = { radius: RADIUS, ...effect.constants }
  const { app } = project
  if (app.timeline !== undefined) {
    const effects = app.timeline.effects.filter(({ spans }) => spans.length > 0)
    app.timeline = { ...app.timeline, effects }
    if (effects.length === 0 && JSON.stringify(app.timeline.clips) === JSON.stringify(SAMPLE)) delete app.timeline
  }
  const { timeline } = live.session.world
  const drawn = [0, 2.5, 5, 7.5].map((at) =>
    timeline.effectsAt(at * s).map(({ effect: { spec }, values }) => [spec.name, values]),
  )
  return JSON.stringify({ project, drawn }, null, 1)
}

const at = fc.integer({ min: 0, max: 300 }).map((frames) => Math.round((frames * s) / 24))
const length = fc.integer({ min: 1, max: 120 }).map((frames) => Math.round((frames * s) / 24))
const track = fc.integer({ min: 1, max: 3 })
const effect = fc.constantFrom('Blur', 'Sepia', 'Sharpen', 'Invert')
const media = fc.constantFrom('sea', 'hill')
/** Which of those that are there by then. */
const nth = fc.nat(20)

type Ask = (live: LiveRig) => SessionCommand

function clipIds(live: LiveRig): string[] {
  return live.session.world.timeline.spec.clips.map(({ id }) => id)
}

function spanIds(live: LiveRig): string[] {
  return live.session.world.timeline.spec.effects.flatMap(({ spans }) => spans.map(({ id }) => id))
}

const pick = (names: readonly string[], place: number): string => names[place % Math.max(1, names.length)] ?? 'Blur'
const edit = (change: TimelineEdit): SessionCommand => ({ kind: 'timeline', change })

const onClips = fc
  .tuple(nth, at, length, track, fc.boolean(), fc.option(media, { nil: undefined }), fc.nat(4))
  .map(([n, to, long, on, flag, of, kind]): Ask => {
    return (live) => {
      const clip = pick(clipIds(live), n)
      const changes: TimelineEdit[] = [
        { edit: 'insert', ...(of === undefined ? {} : { media: of }), track: on, at: to, length: long },
        { edit: 'move', clip, to, track: on },
        { edit: 'trim', clip, ...(flag ? { start: to } : { end: to }) },
        { edit: 'remove', clip, ripple: flag },
        { edit: 'split', at: to, ...(flag ? { clip } : {}) },
      ]
      return edit(changes[kind] as TimelineEdit)
    }
  })

const onLanes = fc
  .tuple(nth, at, at, length, effect, fc.boolean(), fc.constantFrom(...EASES), fc.nat(9))
  .map(([n, from, to, long, name, flag, ease, kind]): Ask => {
    return (live) => {
      const span = pick(spanIds(live), n)
      const keys = live.session.world.timeline.spec.effects.flatMap(({ spans }) => spans).find(({ id }) => id === span)
        ?.keyframes?.radius
      const key = keys?.[n % keys.length]?.at ?? from
      const changes: TimelineEdit[] = [
        { edit: 'enable', effect: name, enabled: flag },
        { edit: 'reorder', effect: name, place: n % 4 },
        { edit: 'addSpan', effect: name, start: from, length: long },
        { edit: 'setSpan', span, start: from, length: long, keyframesStay: flag },
        { edit: 'removeSpan', span },
        { edit: 'takeOff', effect: name },
        { edit: 'keyframe', span, constant: 'radius', at: from, value: [n], ease },
        { edit: 'removeKeyframe', span, constant: 'radius', at: key },
        { edit: 'moveKeyframe', span, constant: 'radius', at: key, to },
        { edit: 'split', span, at: to },
      ]
      return edit(changes[kind] as TimelineEdit)
    }
  })

const constants = fc.tuple(effect, fc.integer({ min: 1, max: 20 }), fc.nat(3)).map(([name, radius, gesture]): Ask => {
  return () => ({ kind: 'setConstants', effect: name, constants: { radius: [radius] }, gesture })
})

const made = fc.tuple(effect, media, track, fc.option(at, { nil: undefined }), fc.nat(5)).map(
  ([name, clip, on, where, kind]): Ask =>
    () => {
      const commands: SessionCommand[] = [
        { kind: 'applyEffect', effect: name },
        { kind: 'removeEffect', effect: name },
        {
          kind: 'addEffect',
          effect: { name, gpuTime: 100, resources: [{ name: 'lut', size: MIB, resident: true }], shader: 'Blur' },
        },
        { kind: 'removeClip', clip },
        { kind: 'importClip', name: clip, width: 64, height: 64, frames: 2, thumbnails: 0, length: 4 * s },
        {
          kind: 'importClip',
          name: clip,
          width: 64,
          height: 64,
          frames: 2,
          thumbnails: 0,
          length: 4 * s,
          track: on,
          ...(where === undefined ? {} : { at: where }),
        },
      ]
      return commands[kind] as SessionCommand
    },
)

type Walk = 'undo' | 'redo' | 'save' | Ask
const walk: fc.Arbitrary<Walk[]> = fc.array(
  fc.oneof(
    { arbitrary: onClips, weight: 4 },
    { arbitrary: onLanes, weight: 4 },
    { arbitrary: made, weight: 3 },
    { arbitrary: constants, weight: 2 },
    { arbitrary: fc.constant<Walk>('undo'), weight: 4 },
    { arbitrary: fc.constant<Walk>('redo'), weight: 3 },
    { arbitrary: fc.constant<Walk>('save'), weight: 1 },
  ),
  // long walks in few worlds: a world costs as much as several steps
  { minLength: 20, maxLength: 60 },
)

const start = () =>
  rig({
    system: { periodicTrim: { idleAfter: '10h' } },
    app: {
      effects: ['Blur', 'Sepia', 'Sharpen'].map((name) => ({
        name,
        shader: 'Blur',
        resources: [{ name: 'r', size: MIB }],
      })),
    },
  })

/** What was written before each step, with what that step was asked for. */
interface Step {
  readonly before: string
  readonly command: SessionCommand
  /** as the menu had it then */
  readonly name: string | null
}

/** A drag goes on with the parameter that it began with. */
function goesOn(last: Step | undefined, command: SessionCommand): boolean {
  if (last?.command.kind !== 'setConstants' || command.kind !== 'setConstants') return false
  return last.command.effect === command.effect && last.command.gesture === command.gesture
}

/** All of it: of an effect that is not on the clip the file has nothing. */
const timelineOf = (live: LiveRig): string => JSON.stringify(live.session.world.timeline.spec)

const onClip = (text: string): string[] => (JSON.parse(text) as Seen).project.steps.flatMap(({ apply }) => apply ?? [])

describe('a history', () => {
  it('is taken back and done again to the letter of what Save writes, whatever was done', () => {
    fc.assert(
      fc.property(walk, (steps) => {
        const live = start()
        // the playhead is where effects are: each change is rendered
        live.must({ kind: 'seek', position: 5 * s })
        let now = written(live)
        let saved = now
        let past: Step[] = []
        let future: (Omit<Step, 'before'> & { after: string })[] = []
        for (const step of steps) {
          // what is said to be saved is what the file has
          if (!live.session.dirty) expect(now).toBe(saved)
          if (step === 'save') {
            live.session.markSaved()
            saved = now
            continue
          }
          if (step === 'undo' || step === 'redo') {
            const isThere = step === 'undo' ? past.length > 0 : future.length > 0
            const { ok } = live.do({ kind: step })
            expect(ok).toBe(isThere)
            live.elapse(32)
            if (step === 'undo') {
              const last = past.at(-1)
              if (last === undefined) continue
              past = past.slice(0, -1)
              const { before, ...own } = last
              future = [...future, { ...own, after: now }]
              now = before
            } else {
              const next = future.at(-1)
              if (next === undefined) continue
              future = future.slice(0, -1)
              const { after, ...own } = next
              past = [...past, { ...own, before: now }]
              now = after
            }
            expect(written(live)).toBe(now)
            const { canUndo, canRedo, undoName, redoName } = live.shown.project
            expect([canUndo, canRedo]).toEqual([past.length > 0, future.length > 0])
            expect([undoName, redoName]).toEqual([past.at(-1)?.name ?? null, future.at(-1)?.name ?? null])
            continue
          }
          const command = step(live)
          const timeline = timelineOf(live)
          const { ok } = live.do(command)
          live.elapse(32)
          const after = written(live)
          if (!ok) {
            expect(after).toBe(now)
            continue
          }
          const isPressedAgain = command.kind === 'applyEffect' && onClip(now).includes(command.effect)
          // what is put back where it was is no edit
          const isNothing = isPressedAgain || (command.kind === 'timeline' && timelineOf(live) === timeline)
          if (isNothing) expect(after).toBe(now)
          else {
            if (future.length > 0 || !goesOn(past.at(-1), command)) {
              const name = live.shown.project.undoName
              expect(name).not.toBeNull()
              past = [...past, { before: now, command, name }]
            }
            future = []
          }
          now = after
        }
      }),
      { numRuns: 80 },
    )
  })
})

describe('what is not an edit', () => {
  interface Saved {
    app: { effects: { name: string; resources: { priority?: string }[] }[] }
  }
  const saved = (live: LiveRig): Saved['app']['effects'] =>
    (JSON.parse(live.session.toScenarioText()) as Saved).app.effects
  const lut = { name: 'lut', size: MIB, resident: true }
  const glow: SessionCommand = { kind: 'addEffect', effect: { name: 'Glow', gpuTime: 100, resources: [lut] } }
  const first = (live: LiveRig, name: string) =>
    ({ kind: 'setResidencyPriority', id: live.id(name), priority: 'high' }) as const

  it('comes back with the effect: a priority that was set after it was added, or before it is removed again [RS-10]', () => {
    const live = start()
    live.must(glow)
    live.must({ kind: 'removeEffect', effect: 'Sepia' }, { kind: 'undo' })
    live.elapse(32)
    live.must(first(live, 'Glow.lut'), first(live, 'Sepia.r'))
    live.session.markSaved()
    const before = saved(live)
    live.must({ kind: 'redo' }, { kind: 'undo' }, { kind: 'undo' }, { kind: 'redo' })
    expect(live.session.dirty).toBe(false)
    expect(saved(live)).toEqual(before)
    const priorities = before.flatMap(({ name, resources }) => resources.map(({ priority }) => [name, priority]))
    expect(priorities).toContainEqual(['Glow', 'high'])
    expect(priorities).toContainEqual(['Sepia', 'high'])
  })

  it('leaves what was brought back where it stood: a new device has the effects in the order of the project [RS-07]', () => {
    const live = start()
    live.must({ kind: 'removeEffect', effect: 'Blur' }, { kind: 'undo' })
    live.session.markSaved()
    live.must({ kind: 'recreateDevice' })
    live.elapse(32)
    expect(live.session.dirty).toBe(false)
    expect(saved(live).map(({ name }) => name)).toEqual(['Blur', 'Sepia', 'Sharpen'])
  })
})

it('takes off the clip an effect on whose track nothing lies, though the timeline stays as it is', () => {
  const live = rig()
  const empty = { effect: 'Blur', enabled: true, spans: [] }
  live.must(
    { kind: 'applyEffect', effect: 'Blur' },
    { kind: 'timeline', change: { edit: 'set', effects: [empty] } },
    { kind: 'timeline', change: { edit: 'takeOff', effect: 'Blur' } },
  )
  expect(live.shown.project.undoName).toBe('Take Blur off')
  live.must({ kind: 'timeline', change: { edit: 'takeOff', effect: 'Blur' } }, { kind: 'undo' })
  expect(live.shown.project.undoName).not.toBe('Take Blur off')
})
