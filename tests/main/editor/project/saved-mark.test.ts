/** The mark of unsaved changes, against a model that knows only places in a history. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MOST_UNDO, Project } from '../../../../main/editor/project'
import type { Edit } from '../../../../main/editor/project/edit'
import { SavedMark } from '../../../../main/editor/project/saved-mark'

const apply = (effect: string): Edit => ({ kind: 'apply', effect, lane: null, wasThere: false })

describe('unsaved changes', () => {
  it('are there exactly while the project is at another place of its history than it was when it was saved', () => {
    const step = fc.constantFrom('edit', 'edit', 'undo', 'undo', 'redo', 'set', 'save', 'save late')
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const project = new Project()
        let [done, undone, settings, made]: [number[], number[], number, number] = [[], [], 0, 0]
        const place = (): string => `${done} ${settings}`
        let saved = place()
        let late = { revision: project.revision, place: saved }
        for (const kind of steps) {
          if (kind === 'edit') {
            project.record(apply(`effect ${++made}`))
            done.push(made)
            undone = []
          } else if (kind === 'set') {
            project.touch()
            settings++
          } else if (kind === 'save') {
            // the file is written later
            late = { revision: project.revision, place: place() }
            project.saved()
            saved = place()
          } else if (kind === 'save late') {
            project.saved(late.revision)
            saved = late.place
          } else {
            project.travelled(kind)
            const [from, to] = kind === 'undo' ? [done, undone] : [undone, done]
            to.push(...from.splice(-1))
          }
          expect(project.dirty).toBe(place() !== saved)
        }
      }),
    )
  })

  it('are gone at the place that was saved, also where no more can be taken back, and after a restart', () => {
    const project = new Project()
    for (let edit = 0; edit <= MOST_UNDO; edit++) project.record(apply(`effect ${edit}`))
    while (project.nextEdit('undo') !== null) project.travelled('undo')
    project.saved()
    project.travelled('redo')
    expect(project.dirty).toBe(true)
    project.travelled('undo')
    expect(project.dirty).toBe(false)
    project.record(apply('Blur'))
    project.forgetEdits()
    expect(project.dirty).toBe(true)
    project.saved()
    project.record(apply('Sepia'))
    project.travelled('undo')
    expect(project.dirty).toBe(false)
  })

  it('of a moment that was gone back to are those that it had, and another way from there has its own', () => {
    const began = new Project()
    began.follow(() => 0)
    const start = began.copy()
    for (const effect of ['Blur', 'Sepia']) began.record(apply(effect))
    began.saved()
    const back = Project.asOf(start, began.history.slice(0, 1), () => 0)
    expect(back.dirty).toBe(true)
    const again = Project.asOf(start, began.history, () => 0)
    expect(again.dirty).toBe(false)
    again.travelled('undo')
    again.travelled('redo')
    expect(again.dirty).toBe(false)
    back.record(apply('Sepia'))
    expect(back.dirty).toBe(true)
    back.travelled('undo')
    back.saved()
    again.travelled('undo')
    expect(again.dirty).toBe(false)
  })

  it('of a revision that another run had first are judged by its own state', () => {
    const mark = new SavedMark()
    const [saved, other] = [mark.next(), mark.next()]
    mark.note(saved, { edit: saved, touched: 0 })
    mark.note(saved, { edit: 0, touched: saved })
    mark.save(saved)
    expect(mark.isSaved(saved, { edit: 0, touched: saved })).toBe(true)
    expect(mark.isSaved(other, { edit: saved, touched: 0 })).toBe(true)
    expect(mark.isSaved(other, { edit: 0, touched: saved })).toBe(false)
  })
})
