/** The one list of what can be done at the time cursor. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Command, CommandResult, ProjectView } from '../../../../preload/contract'
import { compareFrom, MOMENT_ACTIONS } from '../../../../renderer/store/cursor/moment-actions'
import { emptyState } from '../../../../renderer/store/model'
import { useStore } from '../../../../renderer/store/store'

const FIRST = useStore.getState()
const NOW = 10_000_000

/** At `NOW`. */
function is(opening: ProjectView['opening'] = null): void {
  const view = emptyState()
  const project = { ...view.project, opening }
  useStore.setState({ ...FIRST, view: { ...view, project, clock: { now: NOW, running: true, speed: 1 } } }, true)
}

const offeredAt = (t: number): string[] =>
  MOMENT_ACTIONS.filter(({ isOffered }) => isOffered?.(useStore.getState(), t) !== false).map(({ id }) => id)

let sent: Command[] = []

beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  const send = (command: Command): Promise<CommandResult> => {
    sent.push(command)
    return Promise.resolve({ ok: true })
  }
  vi.stubGlobal('window', { trimline: { send } })
  is()
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  useStore.setState(FIRST, true)
})

describe('going back from the time cursor', () => {
  it('stands beside Why late?, each with a name and rule of its own [LB-02, LB-08]', () => {
    expect(MOMENT_ACTIONS.map(({ id }) => id)).toEqual(['why', 'go-back'])
    expect(new Set(MOMENT_ACTIONS.map(({ label }) => label)).size).toBe(MOMENT_ACTIONS.length)
    expect(MOMENT_ACTIONS.find(({ id }) => id === 'go-back')?.title).toContain('LB-02')
  })

  it('is offered before now alone: at now one is there already [LB-02]', () => {
    expect(offeredAt(0)).toContain('go-back')
    expect(offeredAt(NOW - 1)).toContain('go-back')
    expect(offeredAt(NOW)).toEqual(['why'])
  })

  it('is not offered while the session is on its way, or opens another file [LB-02]', () => {
    for (const stage of ['going', 'looking', 'building'] as const) {
      is({ title: 'long', stage, done: 1, total: 2 })
      expect(offeredAt(NOW / 2)).toEqual(['why'])
    }
  })

  it('goes to the moment of the cursor in the branch that is shown [LB-02]', async () => {
    MOMENT_ACTIONS.find(({ id }) => id === 'go-back')?.run(4_200_000)
    await vi.advanceTimersByTimeAsync(500)
    expect(sent).toEqual([{ kind: 'goTo', time: 4_200_000 }])
  })
})

describe('comparing from a moment on', () => {
  it('opens the Laboratory with that moment as where the runs part [LB-03]', () => {
    compareFrom(4_200_000)
    const { tab, moment, laboratoryTab } = useStore.getState()
    expect([tab, moment, laboratoryTab.input, laboratoryTab.isOpen]).toEqual(['laboratory', 4_200_000, 'here', true])
    expect(sent).toEqual([])
  })
})
