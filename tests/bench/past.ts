/**
 * Going back in half an hour of editing with 200 allocations, command to published frame (LB-02: at most 1 s), in processor
 * time: what else the machine does is not what is measured.
 */
import { LiveSession } from '../../main/session/live-session'
import type { Frame, SessionCommand } from '../../preload/contract'
import { summary } from './measure'
import { type Row, timeRow } from './table'
import { PAGE, scenario } from './worlds'

const MINUTES = 30
/** s between two presses */
const PRESS_EVERY = 3
const EFFECTS = 20
const RESOURCES = 10
/** seconds */
const MOST = 1
const TIMES = 5

export function past(): Row[] {
  const group = `Going back: ${MINUTES} minutes of editing, a press every ${PRESS_EVERY} s, ${EFFECTS * RESOURCES} allocations`
  const effects = Array.from({ length: EFFECTS }, (_, effect) => ({
    name: `E${effect}`,
    gpuTime: 400,
    resources: Array.from({ length: RESOURCES }, (_, i) => ({ name: `r${i}`, size: 64 * PAGE, resident: false })),
  }))
  let wall = 0
  let frame: Frame | null = null
  const session = new LiveSession({
    scenario: scenario({
      system: { localMemory: '1GiB', budget: '600MiB' },
      app: { policy: 'creative-app-fixed', effects },
    }),
    wallMs: () => wall + performance.now(),
    publish: (published) => {
      frame = published
    },
    document: { title: 'bench', path: null, recent: [], theme: 'system' },
  })
  const must = (command: SessionCommand): void => {
    const result = session.execute(command)
    if (!result.ok) throw new Error(`${command.kind}: ${result.message}`)
  }
  for (let second = 0; second < MINUTES * 60; second += PRESS_EVERY) {
    must({ kind: 'applyEffect', effect: `E${((second / PRESS_EVERY) * 7) % EFFECTS}` })
    for (let quarter = 0; quarter < PRESS_EVERY * 4; quarter++) {
      wall += 250
      while (session.pump()) {}
    }
  }
  must({ kind: 'pause' })
  const end = session.world.sim.now
  const travel = (command: SessionCommand, to: number): number => {
    const began = process.cpuUsage()
    must(command)
    while (session.world.sim.now !== to) session.pump()
    session.publishFrame()
    if (frame?.clock.now !== to) throw new Error(`went to ${frame?.clock.now} µs, expected ${to}`)
    const { user, system } = process.cpuUsage(began)
    return (user + system) / 1e6
  }
  const back: number[] = []
  const again: number[] = []
  for (let i = 0; i < TIMES; i++) {
    back.push(travel({ kind: 'goTo', time: end - 1_000_000 - i }, end - 1_000_000 - i))
    again.push(travel({ kind: 'returnTo', branch: 1 }, end))
  }
  return [
    timeRow(group, summary('to a second before the end', back), { target: MOST }),
    timeRow(group, summary('back to the end of the branch', again), { target: MOST }),
  ]
}
