import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useStore } from '../../../../renderer/store/store'
import { applyAloud, say, travel } from '../../../../renderer/store/wishes/said'

const start = useStore.getState()
let answer: { ok: boolean; message?: string }

beforeEach(() => {
  answer = { ok: true }
  vi.stubGlobal('window', { trimline: { send: () => Promise.resolve(answer) } })
})
afterEach(() => {
  vi.unstubAllGlobals()
  useStore.setState(start, true)
})

const said = (): string => useStore.getState().said.text

/** @param completed submissions of Blur that the GPU has finished */
function shows(completed: number | null): void {
  const blur = { name: 'Blur', completed } as never
  useStore.setState(({ view }) => ({ view: { ...view, effects: completed === null ? [] : [blur] } }))
}

describe('what is said', () => {
  it('is something new each time, also the same once more', () => {
    say('a')
    const { id } = useStore.getState().said
    say('a')
    expect(useStore.getState().said).toEqual({ id: id + 1, text: 'a' })
  })

  it('is which change was taken back or made again, and nothing where none was', async () => {
    useStore.setState(({ view }) => ({
      view: { ...view, project: { ...view.project, undoName: 'Blur radius', redoName: null } },
    }))
    await travel('undo')
    expect(said()).toBe('Undone: Blur radius')
    // no frame has told yet what can be done again: it is what could be taken back
    await travel('redo')
    expect(said()).toBe('Done again: Blur radius')
    // nor what can be taken back, until one comes
    useStore.setState(({ view }) => ({
      view: { ...view, project: { ...view.project, undoName: null, redoName: null } },
    }))
    const undone = travel('undo')
    await Promise.resolve()
    useStore.setState(({ view }) => ({
      view: { ...view, project: { ...view.project, redoName: 'Add Blur' } },
    }))
    await undone
    expect(said()).toBe('Undone: Add Blur')
    say('')
    answer = { ok: false, message: 'nothing to undo' }
    await travel('undo')
    expect(said()).toBe('')
    expect(useStore.getState().toasts.at(-1)).toMatchObject({ tone: 'info', text: 'nothing to undo' })
  })

  it('is once of all presses that the GPU is done with together', async () => {
    shows(3)
    const { id } = useStore.getState().said
    for (let press = 0; press < 5; press++) await applyAloud('Blur')
    shows(4)
    expect(useStore.getState().said).toEqual({ id: id + 1, text: 'Blur is applied' })
    // and anew of the next one
    await applyAloud('Blur')
    shows(5)
    expect(useStore.getState().said.id).toBe(id + 2)
  })

  it('is that an effect is applied, once, when the GPU is done with it', async () => {
    shows(3)
    await applyAloud('Blur')
    expect(said()).toBe('')
    shows(3)
    expect(said()).toBe('')
    shows(4)
    expect(said()).toBe('Blur is applied')
    say('')
    shows(5)
    expect(said()).toBe('')
  })

  it('is nothing of one that was refused, or whose project is another one since', async () => {
    shows(3)
    answer = { ok: false, message: 'no device' }
    await applyAloud('Blur')
    shows(4)
    expect(said()).toBe('')
    answer = { ok: true }
    await applyAloud('Blur')
    shows(0)
    shows(5)
    expect(said()).toBe('')
  })
})
