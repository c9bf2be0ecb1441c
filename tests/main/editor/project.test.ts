/** Undo and redo, what is on the clip, and when there is something to save. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clipEffect } from '../../../main/editor/media'
import { MOST_UNDO, Project } from '../../../main/editor/project'
import type { Edit } from '../../../main/editor/project/edit'
import { difference } from '../../../main/editor/timeline/difference'

const apply = (effect: string): Edit => ({ kind: 'apply', effect, lane: null, wasThere: false })

/** Takes back or carries out again what is next. */
function travel(project: Project, way: 'undo' | 'redo'): Edit | null {
  const edit = project.nextEdit(way)
  project.travelled(way)
  return edit
}

describe('the clip', () => {
  it('has each effect once, in the order of first presses', () => {
    const project = new Project()
    for (const effect of ['Blur', 'Grayscale', 'Blur']) project.record(apply(effect))
    expect(project.stack(false)).toEqual(['Blur', 'Grayscale'])
  })

  it('shows what the GPU has finished', () => {
    const project = new Project()
    project.record(apply('Blur'))
    project.record(apply('Grayscale'))
    project.finished('Grayscale')
    expect(project.stack(true)).toEqual(['Grayscale'])
    project.finished('Blur')
    expect(project.stack(true)).toEqual(['Blur', 'Grayscale'])
    project.forgetFinished()
    expect(project.stack(true)).toEqual([])
    expect(project.stack(false)).toEqual(['Blur', 'Grayscale'])
  })

  it('loses what is taken off; put back, it is not finished any more', () => {
    const project = new Project()
    project.put('Blur')
    project.finished('Blur')
    project.takeOff('Blur')
    expect(project.put('Blur')).toBe(true)
    expect(project.stack(true)).toEqual([])
    expect(project.put('Blur')).toBe(false)
  })

  it('takes an effect back to the place where it was', () => {
    const project = new Project()
    for (const effect of ['Blur', 'Grayscale', 'Sepia']) project.put(effect)
    const place = project.placeOf('Grayscale')
    project.takeOff('Grayscale')
    expect(project.placeOf('Grayscale')).toBe(-1)
    project.put('Grayscale', place)
    expect(project.stack(false)).toEqual(['Blur', 'Grayscale', 'Sepia'])
  })

  it('is empty, with nothing to undo, once edits are forgotten', () => {
    const project = new Project()
    project.record(apply('Blur'))
    project.record(apply('Sepia'))
    travel(project, 'undo')
    project.forgetEdits()
    expect([project.canUndo, project.canRedo, project.stack(false)]).toEqual([false, false, []])
  })
})

describe('undo and redo', () => {
  it('take edits back in reverse order and bring them again', () => {
    const project = new Project()
    project.record(apply('Blur'))
    project.record(apply('Grayscale'))
    expect([project.canUndo, project.canRedo]).toEqual([true, false])
    expect(travel(project, 'undo')).toEqual(apply('Grayscale'))
    expect(travel(project, 'undo')).toEqual(apply('Blur'))
    expect([project.canUndo, project.canRedo]).toEqual([false, true])
    expect(travel(project, 'undo')).toBeNull()
    expect(travel(project, 'redo')).toEqual(apply('Blur'))
    expect(travel(project, 'redo')).toEqual(apply('Grayscale'))
    expect(travel(project, 'redo')).toBeNull()
  })

  it('a new edit ends what could be redone; a second press of the same effect is no edit', () => {
    const project = new Project()
    project.record(apply('Blur'))
    project.record(apply('Grayscale'))
    travel(project, 'undo')
    project.record(apply('Blur'))
    expect(project.canRedo).toBe(true)
    project.record(apply('Sepia'))
    expect(project.canRedo).toBe(false)
    expect(travel(project, 'undo')).toEqual(apply('Sepia'))
  })

  it('what is next stays next until it was carried out', () => {
    const project = new Project()
    project.record(apply('Blur'))
    expect(project.nextEdit('undo')).toEqual(apply('Blur'))
    expect(project.nextEdit('undo')).toEqual(apply('Blur'))
    expect([project.canUndo, project.canRedo]).toEqual([true, false])
  })

  it('go back 500 edits; what was added before stays added, and can still be removed', () => {
    const project = new Project()
    const format = { width: 1920, height: 1080, format: 'R8G8B8A8_UNORM' } as const
    const add = (name: string): Edit => ({ kind: 'add', effect: { name, gpuTime: 1, resources: [] }, format })
    for (let n = 1; n <= MOST_UNDO + 2; n++) project.record(add(`Effect ${n}`))
    expect(MOST_UNDO).toBe(500)
    expect(project.addedEffects()).toHaveLength(502)
    project.record({ ...add('Effect 1'), kind: 'remove', place: -1 } as Edit)
    expect(project.addedEffects().map(({ name }) => name)).not.toContain('Effect 1')
    let steps = 0
    while (travel(project, 'undo') !== null) steps++
    expect(steps).toBe(500)
    expect(project.addedEffects().map(({ name }) => name)).toEqual(['Effect 1', 'Effect 2', 'Effect 3'])
  })

  it('know what they have changed of the timeline, each no more than that, and nothing that was taken back', () => {
    const project = new Project()
    const spans = Array.from({ length: 400 }, (_, i) => ({ id: `span ${i}`, start: i * 10, length: 5 }))
    let timeline = { clips: [], effects: [{ effect: 'Blur', enabled: true, spans }] }
    for (let n = 1; n <= MOST_UNDO + 2; n++) {
      const [lane] = timeline.effects
      const [first] = lane?.spans ?? []
      if (lane === undefined || first === undefined) throw new Error('there is no span')
      const next = { clips: [], effects: [{ ...lane, spans: lane.spans.with(0, { ...first, length: 5 + (n % 5) }) }] }
      const [before, after] = [difference(next, timeline), difference(timeline, next)]
      project.record({ kind: 'timeline', name: 'Move span', before, after })
      timeline = next
    }
    const changes = project.changesOfTimeline()
    expect(changes).toHaveLength(MOST_UNDO + 2)
    for (const change of changes) expect(JSON.stringify(change).length).toBeLessThan(250)
    expect(project.copy().changesOfTimeline()).toEqual(changes)
    while (travel(project, 'undo') !== null) {}
    expect(project.changesOfTimeline()).toEqual(changes.slice(0, 2))
    travel(project, 'redo')
    expect(project.changesOfTimeline()).toEqual(changes.slice(0, 3))
    project.forgetEdits()
    expect(project.changesOfTimeline()).toEqual([])
  })

  it('know a second press of what is on the clip where nothing of it lay on its track', () => {
    const project = new Project()
    project.put('Blur')
    const lane = { effect: 'Blur', enabled: true, spans: [{ id: 'Blur', start: 0 }] }
    project.record({ kind: 'apply', effect: 'Blur', lane, wasThere: true })
    expect([project.canUndo, project.dirty]).toEqual([false, false])
    project.record({ kind: 'apply', effect: 'Blur', lane, wasThere: false })
    expect([project.canUndo, project.dirty, project.stack(false)]).toEqual([true, true, ['Blur']])
    expect(project.changesOfTimeline()).toMatchObject([{ made: { lanes: [{ effect: 'Blur', spans: lane.spans }] } }])
  })

  it('know a clip by what it is, not by the dozens of resources that follow from that', () => {
    const project = new Project()
    const format = { width: 1920, height: 1080, format: 'R8G8B8A8_UNORM' } as const
    const effect = clipEffect({ name: 'holiday', width: 1280, height: 720, thumbnails: 100 }, format)
    project.record({ kind: 'add', effect, format })
    expect(JSON.stringify(project.nextEdit('undo')).length).toBeLessThan(400)
    expect(project.addedEffects()).toMatchObject([
      { name: 'holiday', clip: { width: 1280, height: 720, thumbnails: 100 } },
    ])
  })

  it('any mix of them keeps every edit on one side or the other', () => {
    const move = fc.constantFrom('undo', 'redo', 'record')
    fc.assert(
      fc.property(fc.array(move, { maxLength: 50 }), (moves) => {
        const project = new Project()
        const done: string[] = []
        let undone: string[] = []
        for (const [index, kind] of moves.entries()) {
          if (kind === 'record') {
            project.record(apply(`e${index}`))
            done.push(`e${index}`)
            undone = []
          } else {
            const [from, to] = kind === 'undo' ? [done, undone] : [undone, done]
            const expected = from.pop()
            if (expected !== undefined) to.push(expected)
            expect(travel(project, kind)).toEqual(expected === undefined ? null : apply(expected))
          }
          expect([project.canUndo, project.canRedo]).toEqual([done.length > 0, undone.length > 0])
        }
      }),
    )
  })
})

describe('unsaved changes', () => {
  it('come from edits, undo, redo and settings, and go when saved', () => {
    const project = new Project()
    expect(project.dirty).toBe(false)
    const changes = [
      () => project.record(apply('Blur')),
      () => project.record(apply('Gray')),
      () => travel(project, 'undo'),
      () => travel(project, 'redo'),
      () => project.touch(),
    ]
    for (const change of changes) {
      change()
      expect(project.dirty).toBe(true)
      project.saved()
      expect(project.dirty).toBe(false)
    }
  })

  it('do not come from what changes nothing', () => {
    const project = new Project()
    travel(project, 'undo')
    travel(project, 'redo')
    project.put('Blur')
    project.record(apply('Blur'))
    project.finished('Blur')
    expect(project.dirty).toBe(false)
  })
})

it('each Undo and Redo of a history says which change of a person recorded what it is of; of one from before it none did', () => {
  const project = new Project()
  const drag = (before: number, after: number): Edit => ({
    kind: 'constants',
    effect: 'Blur',
    before: { radius: [before] },
    after: { radius: [after] },
    gesture: 1,
  })
  const [earlier, blur, first, second, gray] = [apply('Sepia'), apply('Blur'), drag(1, 2), drag(2, 3), apply('Gray')]
  project.record(earlier)
  project.follow(() => 0)
  for (const edit of [blur, first, second]) {
    project.ofRun((of) => of.put(`of the run before ${edit.kind}`))
    project.record(edit)
  }
  for (const way of ['undo', 'undo', 'redo'] as const) project.travelled(way)
  // what was taken back and not done again is forgotten
  project.record(gray)
  for (const way of ['undo', 'redo', 'undo', 'undo', 'undo'] as const) project.travelled(way)
  const recordedBy = project.changedByHand.flatMap((noted) =>
    noted.change.kind === 'travelled' ? [noted.recordedBy] : [],
  )
  const recorded = (place: number | undefined): unknown =>
    place === undefined ? undefined : project.changedByHand[place]?.change.with[0]
  expect(recordedBy.map(recorded)).toEqual([second, blur, blur, gray, gray, gray, blur, undefined])
})

it('what came to nothing in another run is a revision there, and no step that can be taken back', () => {
  const [began, other] = [new Project(), new Project()]
  began.follow(() => 7)
  began.record(apply('Blur'))
  began.travelled('undo')
  for (const noted of began.history) other.again({ ...noted, cameToNothing: true })
  expect([other.canUndo, other.canRedo, other.stack(false)]).toEqual([false, false, []])
  expect(other.revision).toBe(began.revision)
  // a project that is made of that history is the same
  const made = Project.asOf(new Project(), other.history, () => 7)
  expect([made.canUndo, made.canRedo, made.stack(false), made.revision]).toEqual([false, false, [], began.revision])
})
