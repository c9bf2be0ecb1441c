/** The page without its app: what is sent is kept, and answered as a test says. */
import { beforeEach, vi } from 'vitest'
import type { Command, CommandResult } from '../../../../preload/contract'
import { emptyState, type InterfaceState } from '../../../../renderer/store/model'
import { useStore } from '../../../../renderer/store/store'

const FIRST = useStore.getState()

/** Nothing but that it is late, µs: no moment lies after now. */
function nothing(): InterfaceState {
  const view = emptyState()
  return { ...view, clock: { ...view.clock, now: 1_000_000_000 } }
}

/** What is shown before each test is nothing; after it the store is as it was. */
export function sending() {
  const page = {
    sent: [] as Command[],
    answer: { ok: true } as CommandResult,
    /** From now on this is shown. */
    shows(view: Partial<InterfaceState>): void {
      useStore.setState({ view: { ...nothing(), ...view } })
    },
    get state() {
      return useStore.getState()
    },
  }
  beforeEach(() => {
    page.sent = []
    page.answer = { ok: true }
    const send = (command: Command): Promise<CommandResult> => {
      page.sent.push(command)
      return Promise.resolve(page.answer)
    }
    // in a page of its own the window is there, and what is global is its
    if (typeof document === 'undefined') vi.stubGlobal('window', { trimline: { send }, setTimeout, clearTimeout })
    else vi.stubGlobal('trimline', { send })
    useStore.setState({ ...FIRST, view: nothing() }, true)
    // after whatever a test ends: no component is there any more that would draw the store as it was
    return () => {
      vi.unstubAllGlobals()
      useStore.setState(FIRST, true)
    }
  })
  return page
}
