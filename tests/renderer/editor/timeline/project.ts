/** A project whose timeline holds some of everything, for tests of what a person does with it, and what is sent then. */
import { vi } from 'vitest'
import type { Command, TimelineEdit, TimelineView } from '../../../../preload/contract'
import { emptyState } from '../../../../renderer/store/model'
import { useStore } from '../../../../renderer/store/store'
import { FIRST_TIMELINE_TAB, type TimelineTab } from '../../../../renderer/store/tabs/timeline'

export const s = 1_000_000

/** `Vignette` is everywhere: it is on the clip, and has no track. */
export const TIMELINE: TimelineView = {
  clips: [
    { id: 'a', track: 1, start: 0, length: 4 * s, offset: 0 },
    { id: 'b', media: 'sea', track: 2, start: 2 * s, length: 3 * s, offset: 500_000 },
  ],
  effects: [
    {
      effect: 'Blur',
      enabled: true,
      spans: [
        { id: 's1', start: s, length: 2 * s, keyframes: { radius: [{ at: 0, value: [1] }] } },
        { id: 's2', start: 4 * s },
      ],
    },
    { effect: 'Sepia', enabled: true, spans: [{ id: 's3', start: 0 }] },
  ],
  length: 5 * s,
}

export interface Sent {
  /** since the last look */
  commands(): Command[]
  /** those of them that change the timeline */
  edits(): TimelineEdit[]
}

/** Opens that project; the session takes everything. Needs fake timers, and `vi.unstubAllGlobals` at the end. */
export function openTimeline(tab: Partial<TimelineTab> = {}, playhead = 0): Sent {
  let sent: Command[] = []
  vi.stubGlobal('window', {
    trimline: {
      send: (command: Command) => {
        sent.push(command)
        return Promise.resolve({ ok: true })
      },
    },
  })
  const view = emptyState()
  useStore.setState({
    view: { ...view, project: { ...view.project, stack: ['Blur', 'Sepia', 'Vignette'], timeline: TIMELINE } },
    timelineTab: { ...FIRST_TIMELINE_TAB, ...tab },
    playhead,
    wantsTransport: null,
    toasts: [],
  })
  const commands = (): Command[] => {
    const found = sent
    sent = []
    return found
  }
  return { commands, edits: () => commands().flatMap((one) => (one.kind === 'timeline' ? [one.change] : [])) }
}
