/** Where context switches are drawn, also those after which nothing ran (GP-06). Driver: 10 µs to save at a packet's end. */
import { expect, it } from 'vitest'
import { PerfettoRecorder } from '../../../../main/session/perfetto/recorder'
import { runScenario } from '../../../../main/session/run/runner'
import { parseScenario } from '../../../../main/session/scenario'

interface Event {
  ph: string
  name: string
  tid: number
  ts: number
  dur: number
  args: { context?: string }
}

const SAVES = { 'dma-buffer': 10, primitive: 10, triangle: 10, pixel: 10, shader: 10 }

/** "c2 1100–1110", all that were drawn. */
async function switchesOf(steps: object[]): Promise<string[]> {
  const system = { driver: { contextSave: SAVES } }
  const parsed = parseScenario(new TextEncoder().encode(JSON.stringify({ trimline: 1, system, steps })))
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  let text = ''
  const follower = new PerfettoRecorder('json', (piece) => (text += String(piece)), {
    name: 'switches',
    policy: 'none',
    seed: 1,
  })
  await runScenario(parsed.scenario, { breathe: async () => {}, follower })
  follower.end(1_000_000)
  return drawnIn(text)
}

function drawnIn(text: string): string[] {
  const { traceEvents } = JSON.parse(text) as { traceEvents: Event[] }
  return traceEvents
    .filter(({ ph, name }) => ph === 'X' && name === 'context switch')
    .map(({ ts, dur, args }) => `${args.context} ${ts}–${ts + dur}`)
}

const submit = (at: number, context: string, more: object = {}): object => ({
  at,
  submit: { engine: '3d', context, gpuTime: '1ms', ...more },
})

it('draws a switch at whose end the engine was asked to preempt before the save [LB-17] [SC-10]', async () => {
  const steps = [submit(100, 'c1'), submit(100, 'c2'), submit(1100, 'c3', { priority: 'realtime' })]
  const drawn = await switchesOf(steps)
  expect(drawn).toContain('c2 1100–1110')
  expect(drawn).not.toContain('c2 1110–1120')
})

it.each(['device-removed', 'preempted'])(
  'draws a switch cut short (%s) from the end of what ran [LB-17] [SC-10]',
  (outcome) => {
    let text = ''
    const recorder = new PerfettoRecorder('json', (piece) => (text += String(piece)), {
      name: 'switches',
      policy: 'none',
      seed: 1,
    })
    const packet = { type: 'packet', engine: '3d', kind: 'render', fence: 1, submitted: 100, command: 'work' } as const
    recorder.record({ ...packet, t: 1100, context: 'c1', start: 100, end: 1100, outcome: 'completed' })
    recorder.record({ ...packet, t: 1104, context: 'c2', start: 1104, end: 1104, outcome, switch: 10 })
    recorder.end(2000)
    expect(drawnIn(text)).toEqual(['c2 1100–1104'])
  },
)
