/** Taking back and doing again the edits of a project with many clips, a command each, as a person's key presses come. */
import { LiveSession } from '../../main/session/live-session'
import type { Scenario } from '../../main/session/scenario'
import type { SessionCommand, TimelineClip } from '../../preload/contract'
import { summary } from './measure'
import { type Row, timeRow } from './table'
import { systemWith } from './worlds'

const CLIPS = 300
const EDITS = 500
/** seconds that caches are kept of, as many as there can be */
const RENDERED = 600
const RUNS = 5
/** seconds: none may take longer */
const MOST = 0.1
/** µs of a clip on the timeline */
const LENGTH = 200_000

export function undo(): Row[] {
  const group = `Undo: ${EDITS} edits of a project of ${CLIPS} clips`
  const scenario = systemWith('creative-app', [])
  const clips = Array.from({ length: CLIPS }, (_, i) => {
    const id = `clip ${i}`
    return { id, track: 1, start: i * LENGTH, length: LENGTH, offset: 0 }
  })
  const { session, must } = sessionOf({
    ...scenario,
    app: { ...scenario.app, timeline: { clips, effects: [] } },
  })
  for (let i = 0; i < EDITS; i++) must(editOf(i, session.world.timeline.spec.clips))
  const back = Array.from({ length: EDITS }, () => must({ kind: 'undo' }))
  const again = Array.from({ length: EDITS }, () => must({ kind: 'redo' }))
  return [
    timeRow(group, summary('undo, command to published frame', back), { target: MOST }),
    timeRow(group, summary('redo, command to published frame', again), { target: MOST }),
    ...editsOfRendered(),
  ]
}

/** An edit after which hardly a rendered second is what it was: all clips but the first are cut from other footage. */
function editsOfRendered(): Row[] {
  const group = `Edits of ${CLIPS} clips with ${RENDERED} rendered seconds`
  const scenario = systemWith('creative-app', [])
  const clips = Array.from({ length: CLIPS }, (_, i) => {
    const id = `clip ${i}`
    return { id, track: 1, start: i * 2_000_000, length: 2_000_000, offset: ((i * 37) % 190) * 41_667 }
  })
  const system = { ...scenario.system, localMemory: 64 * 2 ** 30, budget: 64 * 2 ** 30 }
  const times = { ripple: [] as number[], undo: [] as number[] }
  for (let run = 0; run < RUNS; run++) {
    const { must, session } = sessionOf({
      ...scenario,
      system,
      app: { ...scenario.app, timeline: { clips, effects: [] } },
    })
    const render = { edit: 'render', from: 0, to: RENDERED * 1_000_000 } as const
    must({ kind: 'timeline', change: render })
    times.ripple.push(must({ kind: 'timeline', change: { edit: 'remove', clip: 'clip 4', ripple: true } }))
    if (session.world.renders.spans.length > RENDERED / 20) throw new Error('expected that hardly a second stays')
    must({ kind: 'timeline', change: render })
    times.undo.push(must({ kind: 'undo' }))
  }
  return [
    timeRow(group, summary('ripple delete, command to published frame', times.ripple), { target: MOST }),
    timeRow(group, summary('its undo, command to published frame', times.undo), { target: MOST }),
  ]
}

function sessionOf(scenario: Scenario): { session: LiveSession; must(command: SessionCommand): number } {
  const session = new LiveSession({
    scenario,
    wallMs: () => performance.now(),
    publish: () => {},
    document: { title: 'bench', path: null, recent: [], theme: 'system' },
  })
  const must = (command: SessionCommand): number => {
    const began = performance.now()
    const result = session.execute(command)
    session.publishFrame()
    if (!result.ok) throw new Error(`${command.kind}: ${result.message}`)
    return (performance.now() - began) / 1000
  }
  return { session, must }
}

/** Of what lies there by then: splits bring more clips, ripple deletes move all that follow. */
function editOf(i: number, clips: readonly TimelineClip[]): SessionCommand {
  const { id, start, length } = clips[(i * 7) % clips.length] as TimelineClip
  if (i % 3 === 0 && length > 100_000)
    return { kind: 'timeline', change: { edit: 'split', clip: id, at: start + length / 2 } }
  if (i % 3 === 1) return { kind: 'timeline', change: { edit: 'remove', clip: id, ripple: true } }
  return { kind: 'timeline', change: { edit: 'move', clip: id, to: (CLIPS + i) * LENGTH } }
}
