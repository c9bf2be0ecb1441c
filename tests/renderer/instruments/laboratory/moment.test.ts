/** From what was compared to its moment in the session, where that is the run that the session did. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Command, CommandResult, VariantComparisonView } from '../../../../preload/contract'
import { openMoment } from '../../../../renderer/instruments/laboratory/moment'
import { emptyState } from '../../../../renderer/store/model'
import { applyFrames, useStore } from '../../../../renderer/store/store'
import { variantComparison } from '../../../support/variant-row'
import { frame } from '../../store/support/frames'

const FIRST = useStore.getState()
const NOW = 10_000_000
let sent: Command[] = []
/** what is unsaved */
let keeps = false

const comparison = (branch: number | null): VariantComparisonView => variantComparison([], { branch, until: NOW })

/** The session does what it is asked to: at once it is there, of a run of `NOW`. */
function begins(branch: number | null): void {
  const view = emptyState()
  const branches = { ...view.branches, shown: 1 }
  const clock = { now: NOW, running: true, speed: 1 } as const
  useStore.setState({ ...FIRST, view: { ...view, clock, branches, variants: comparison(branch) } }, true)
  let seq = 0
  const send = (command: Command): Promise<CommandResult> => {
    sent.push(command)
    if (command.kind === 'openCompared') {
      if (keeps) return Promise.resolve({ ok: false, message: '', cancelled: true })
      setTimeout(() => applyFrames([frame(++seq, { clock, variants: comparison(1) })]), 1)
    }
    if (command.kind !== 'goTo' && command.kind !== 'openRun') return Promise.resolve({ ok: true })
    if (command.time > NOW) return Promise.resolve({ ok: false, message: 'the branch ends before that' })
    const shown = command.kind === 'openRun' ? 2 : (command.branch ?? 1)
    const there = { clock: { ...clock, now: command.time, running: false }, branches: { ...branches, shown, end: NOW } }
    setTimeout(() => applyFrames([frame(++seq, there)]), 1)
    return Promise.resolve({ ok: true })
  }
  vi.stubGlobal('window', { trimline: { send } })
}

beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  keeps = false
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  useStore.setState(FIRST, true)
})

const OWN = { label: 'fence-lru', isInput: true }

async function opened(run: typeof OWN, t: number): Promise<void> {
  void openMoment(run, t)
  await vi.advanceTimersByTimeAsync(500)
}

const told = (): string =>
  useStore
    .getState()
    .toasts.map(({ text }) => text)
    .join()

describe('opening a moment of a run', () => {
  it('goes there in the branch that was compared, with the cursor at it [LB-06, LB-02]', async () => {
    begins(3)
    await opened(OWN, 4_000_000)
    expect(sent).toEqual([{ kind: 'goTo', time: 4_000_000, branch: 3 }])
    expect(useStore.getState().moment).toBe(4_000_000)
    // and to a later one, which has not come yet where one looks
    await opened(OWN, 7_000_000)
    expect(useStore.getState().moment).toBe(7_000_000)
  })

  it('of a run that the session did not do, takes the session there: it is a branch of it [LB-06, LB-02]', async () => {
    begins(1)
    const { view } = useStore.getState()
    const rows = [{ label: 'fence-lru' }, { label: 'none' }] as VariantComparisonView['rows']
    useStore.setState({ view: { ...view, variants: { ...comparison(1), rows } } })
    await opened({ label: 'none', isInput: false }, 4_000_000)
    expect(sent).toEqual([{ kind: 'openRun', row: 1, time: 4_000_000 }])
    expect(useStore.getState().view.branches.shown).toBe(2)
    expect(useStore.getState().moment).toBe(4_000_000)
    await opened({ label: 'none', isInput: false }, NOW + 1)
    expect(useStore.getState().moment).toBe(4_000_000)
    expect(told()).toBe('the branch ends before that')
  })

  it('of what was compared on a file, goes there when that is the session [LB-06, LB-02]', async () => {
    begins(null)
    await opened(OWN, 4_000_000)
    expect(sent).toEqual([{ kind: 'openCompared' }, { kind: 'goTo', time: 4_000_000, branch: 1 }])
    expect(useStore.getState().moment).toBe(4_000_000)
  })

  it('goes nowhere where the person keeps what is unsaved, or gives up on the way [LB-06]', async () => {
    begins(null)
    keeps = true
    await opened(OWN, 4_000_000)
    expect(sent).toEqual([{ kind: 'openCompared' }])
    expect(useStore.getState().moment).toBeNull()
  })

  it('sets no cursor where it could not go: what was yet to be played is no moment of the run [LB-02]', async () => {
    begins(1)
    await opened(OWN, NOW + 1)
    expect(useStore.getState().moment).toBeNull()
    expect(told()).toBe('the branch ends before that')
  })
})
