/** A live session on a wall clock that says how many slices a pump has. */
import { LiveSession } from '../../../../main/session/live-session'
import { runScenario } from '../../../../main/session/run/runner'
import { type Scenario, validateScenario } from '../../../../main/session/scenario'
import { traceLine } from '../../../../main/sim/trace-lines'
import type { Frame } from '../../../../preload/contract'

export function scenarioOf(file: object): Scenario {
  const parsed = validateScenario({ trimline: 1, ...file })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return parsed.scenario
}

export const resources = (count: number) => Array.from({ length: count }, (_, i) => ({ name: `r${i}`, size: '64KiB' }))
export const busy = scenarioOf({
  system: { localMemory: '512MiB', nonLocalMemory: '1GiB' },
  app: {
    effects: [{ name: 'E', resources: resources(300) }],
    clips: [{ name: 'C', width: 64, height: 64, thumbnails: 200 }],
  },
  steps: [
    { at: 0, allocate: { name: 'g', size: { min: '64KiB', max: '1MiB' }, count: 500 } },
    { at: 1000, addEffect: { name: 'F', resources: resources(200) } },
    { at: 2000, apply: 'F' },
    { at: 3000, free: { name: 'g', share: 0.5 } },
    { at: 4000, allocation: 'placed' },
    { at: 5000, project: { width: 1920, height: 1080 } },
    { at: 6000, recreateDevice: true },
    { at: 7000, removeEffect: 'E' },
    {
      at: 8000,
      layout: { pools: [{ name: 'L', committed: resources(100).map(({ name }) => ({ name, size: 65536 })) }] },
    },
    { at: 9000, free: { name: 'g' } },
  ],
  until: '1s',
})

export interface Rig {
  session: LiveSession
  frames: Frame[]
  /** of the trace */
  lines: string[]
  advance: (ms: number) => void
  /** from now on each look takes so many ms */
  slow: (perLook: number) => void
}

/** A wall clock on which each look takes `perLook` ms: so many slices come between two ends of a pump. */
export function rigOf(scenario: Scenario, perLook: number): Rig {
  let wall = 0
  const frames: Frame[] = []
  const lines: string[] = []
  const session = new LiveSession({
    scenario,
    writer: (record) => lines.push(traceLine(record)),
    wallMs: () => {
      wall += perLook
      return wall
    },
    publish: (frame) => frames.push(frame),
    document: { title: 't', path: null, recent: [], theme: 'dark' },
  })
  return {
    session,
    frames,
    lines,
    advance: (ms) => {
      wall += ms
    },
    slow: (ms) => {
      perLook = ms
    },
  }
}

export async function traceOfRun(scenario: Scenario): Promise<string> {
  let text = ''
  await runScenario(scenario, { sink: (chunk) => (text += chunk) })
  return text
}
