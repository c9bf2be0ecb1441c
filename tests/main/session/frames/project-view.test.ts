/** The project as the page shows it: what is saved of it, what can be taken back, and what could not be made. */
import { describe, expect, it } from 'vitest'
import { projectView } from '../../../../main/session/frames/project-view'
import { WatchedSystem } from '../../../../main/session/run/watched-system'
import { perform } from '../../../../main/session/verbs/steps'
import { effects, MIB, scenario } from '../live-rig'

const DOCUMENT = { title: 'My edit', path: '/x/my.json', recent: ['/x/a.json'], theme: 'dark' as const }

const systemOf = (file: Record<string, unknown>) => WatchedSystem.of(scenario(file))
const viewOf = (system: WatchedSystem) => projectView(system, DOCUMENT, null)

describe('the project', () => {
  it('is a file’s: where it lies, and whether it is saved; the picture has the clip’s format', () => {
    const system = systemOf({ app: { effects: effects({ A: MIB }), project: { width: 1280, height: 720 } } })
    expect(viewOf(system)).toMatchObject({ ...DOCUMENT, width: 1280, height: 720, dirty: false, opening: null })
    system.project.touch()
    expect(viewOf(system).dirty).toBe(true)
    system.project.saved()
    expect(viewOf(system).dirty).toBe(false)
  })

  it('can be taken back edit by edit, each by its name', () => {
    const system = systemOf({ app: { effects: effects({ A: MIB, B: MIB }) } })
    expect(viewOf(system)).toMatchObject({ canUndo: false, canRedo: false, undoName: null, redoName: null })
    for (const effect of ['A', 'B']) system.project.record({ kind: 'apply', effect, lane: null, wasThere: false })
    system.project.travelled('undo')
    const view = viewOf(system)
    expect([view.canUndo, view.canRedo, view.undoForgotten]).toEqual([true, true, 0])
    expect([view.undoName, view.redoName]).toEqual(['Apply A', 'Apply B'])
  })

  it('shows on the clip what the GPU has rendered', () => {
    const system = systemOf({ app: { effects: effects({ A: MIB, B: MIB }) } })
    for (const effect of ['A', 'B']) system.project.put(effect)
    system.project.finished('B')
    expect(viewOf(system).stack).toEqual(['B'])
  })

  it('names what could not be made, with the result: the editor goes on without it', () => {
    const system = systemOf({ app: { effects: effects({ A: MIB, B: MIB }) } })
    perform(system.world, { verb: 'inject', value: { fault: 'allocation-fails', count: 1 } })
    perform(system.world, { verb: 'recreateDevice', value: true })
    expect(viewOf(system).unmade).toEqual([{ name: 'A', kind: 'effect', hresult: 'E_OUTOFMEMORY' }])
  })
})
