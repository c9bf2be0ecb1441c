/** The legacy JSON form, read as a viewer does (SC-10). */
import { describe, expect, it } from 'vitest'
import { JsonForm } from '../../../../main/session/perfetto/json-form'
import { PerfettoRecorder } from '../../../../main/session/perfetto/recorder'
import { shipped, traced } from '../../../golden/scenarios'

interface Event {
  ph: string
  name: string
  cat?: string
  pid: number
  tid: number
  ts?: number
  dur?: number
  id?: number
  bp?: string
  s?: string
  args?: Record<string, unknown>
}

async function eventsOf(name: string): Promise<{ events: Event[]; about: unknown }> {
  let text = ''
  const about = { name, policy: 'p', seed: 3 }
  const follower = new PerfettoRecorder('json', (piece) => (text += String(piece)), about)
  await traced(shipped(name), { follower, atEnd: ({ sim }) => follower.end(sim.now) })
  const file = JSON.parse(text) as { traceEvents: Event[]; otherData: unknown }
  return { events: file.traceEvents, about: file.otherData }
}

describe.each(['gpu-playback', 'over-commit', 'gpu-hang', 'bp-smt', 'profile-linked'])('%s as JSON', (name) => {
  it('has named processes and threads, slices that never overlap, and whole microseconds [SC-10]', async () => {
    const { events, about } = await eventsOf(name)
    expect(about).toEqual({ name, policy: 'p', seed: 3 })
    const named = new Set(events.filter(({ ph }) => ph === 'M').map(({ name, pid, tid }) => `${name} ${pid} ${tid}`))
    const last = new Map<number, Event>()
    const slices = events.filter(({ ph }) => ph === 'X').toSorted((a, b) => a.ts! - b.ts! || a.dur! - b.dur!)
    expect(slices.length).toBeGreaterThan(10)
    for (const slice of slices) {
      const { pid, tid, ts, dur } = slice
      expect(named).toContain(`process_name ${pid} ${pid}`)
      expect(named).toContain(`thread_name ${pid} ${tid}`)
      expect(Number.isInteger(ts) && Number.isInteger(dur) && dur! >= 0).toBe(true)
      const before = last.get(tid)
      // one that takes no time may stand at the end of another
      if (before !== undefined)
        expect(ts, JSON.stringify([before, slice])).toBeGreaterThanOrEqual(before.ts! + before.dur!)
      last.set(tid, slice)
    }
    for (const { pid, tid } of events) expect(pid >= 1 && tid >= 1).toBe(true)
    for (const { s } of events.filter(({ ph }) => ph === 'i')) expect(s).toBe('t')
    for (const { args } of events.filter(({ ph }) => ph === 'C')) expect(Object.keys(args ?? {})).toEqual(['bytes'])
  })
})

it('leads each delay from s over t to f, and straight from its beginning to the late frame, each within a slice of its thread [SC-10] [LB-10] [LB-17]', async () => {
  const { events } = await eventsOf('over-commit')
  const flows = new Map<number | undefined, Event[]>()
  for (const event of events.filter(({ ph }) => 'stf'.includes(ph)))
    flows.set(event.id, [...(flows.get(event.id) ?? []), event])
  const shapes = [...flows.values()].map((steps) => steps.map(({ ph }) => ph).join(''))
  expect(shapes.filter((shape) => /^st+f$/.test(shape))).toHaveLength(5)
  expect(shapes.filter((shape) => shape === 'sf')).toHaveLength(5)
  expect(shapes).toHaveLength(5 + 5)
  for (const [, steps] of flows) {
    for (const [i, { ts, bp }] of steps.entries()) {
      expect(bp).toBe('e')
      if (i > 0) expect(ts).toBeGreaterThanOrEqual(steps[i - 1]!.ts!)
    }
    for (const { tid, ts } of steps) {
      const within = events.some(
        (one) => one.ph === 'X' && one.tid === tid && one.ts! <= ts! && ts! < one.ts! + one.dur!,
      )
      expect(within).toBe(true)
    }
  }
})

it('counts the budget of each segment, and what other processes use [SC-10]', async () => {
  const { events } = await eventsOf('game-in-front')
  const values = (counter: string) =>
    events.filter(({ ph, name }) => ph === 'C' && name === counter).map(({ args }) => args?.bytes)
  expect(values('non-local budget')).toHaveLength(1)
  expect(values('non-local budget')[0]).toBeGreaterThan(0)
  const others = values('local usage of other processes')
  expect(others[0]).toBe(0)
  expect(others.length).toBeGreaterThan(1)
})

it('has no half of a character, for which viewers refuse the whole file, and all others as they are [LB-17]', () => {
  let text = ''
  const form = new JsonForm((piece) => (text += String(piece)), { name: '\ud83d' })
  const process = { id: 1, name: 'p \udc00' }
  form.process(process)
  const fields = { list: ['\ud800x', '\\ud8 🎬'], effect: 'x\udfff' }
  form.instant({ id: 2, process, name: 't' }, { name: 'a\ud800', category: 'c', at: 1, fields })
  form.end()
  const { otherData, traceEvents } = JSON.parse(text) as {
    otherData: unknown
    traceEvents: { name: string; args: unknown }[]
  }
  expect(text).not.toMatch(/(?<!\\)\\ud/)
  expect(otherData).toEqual({ name: '\ufffd' })
  expect(traceEvents[0]?.args).toEqual({ name: 'p \ufffd' })
  expect(traceEvents.at(-1)).toMatchObject({
    name: 'a\ufffd',
    args: { list: ['\ufffdx', '\\ud8 🎬'], effect: 'x\ufffd' },
  })
})
