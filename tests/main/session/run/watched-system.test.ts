/** One system with what watches it: what happens in it is known to those who show it. */
import { describe, expect, test } from 'vitest'
import { Project } from '../../../../main/editor/project'
import { WatchedSystem } from '../../../../main/session/run/watched-system'
import { perform } from '../../../../main/session/verbs/steps'
import type { TraceRecord } from '../../../../main/sim/trace-records'
import { MIB, ofType, S, scenarioOf } from '../../support/world'
import { rig } from '../live-rig'

const EFFECT = {
  name: 'A',
  gpuTime: '1ms',
  resources: [
    { name: 'main', size: MIB },
    { name: 'kernel', size: MIB },
  ],
}
const quiet = { compositor: { enabled: false } }

function watched(draft: Parameters<typeof scenarioOf>[0] = {}, writer?: (record: TraceRecord) => void): WatchedSystem {
  const app = { policy: 'none', effects: [EFFECT], ...draft.app }
  return WatchedSystem.of(
    scenarioOf({ ...draft, system: { ...quiet, ...draft.system }, app }),
    undefined,
    undefined,
    writer,
  )
}

const handleOf = ({ world }: WatchedSystem, name: string): number => {
  const resource = world.editor.find(name)
  if (resource === undefined) throw new Error(`there is no ${name}`)
  return resource.handle
}

describe('an allocation', () => {
  test('is known by its effect, and its own name within it', () => {
    const running = watched()
    const kernel = handleOf(running, 'A.kernel')
    expect([running.effectOf(kernel), running.nameInEffect(kernel)]).toEqual(['A', 'kernel'])
    expect(running.lastUsed(kernel)).toBe(-1)
    running.world.sim.advanceTo(S)
    perform(running.world, { verb: 'apply', value: 'A' })
    expect(running.lastUsed(kernel)).toBe(S)
  })

  test('of no effect has its whole name', () => {
    const running = watched()
    perform(running.world, { verb: 'resource', value: { name: 'own', size: MIB, resident: true } })
    const own = handleOf(running, 'own')
    expect([running.effectOf(own), running.nameInEffect(own)]).toEqual(['', 'own'])
  })

  test('that is selected has its history until it is gone: its number may name another then', () => {
    const running = watched()
    const main = handleOf(running, 'A.main')
    expect(running.select(main)).toBe(true)
    expect(running.selection?.id).toBe(main)
    perform(running.world, { verb: 'removeEffect', value: 'A' })
    running.world.sim.advanceTo(S)
    expect(running.selection).toBeNull()
    expect(running.effectOf(main)).toBe('')
    expect(running.select(9_999)).toBe(false)
    expect(running.select(null)).toBe(true)
  })
})

describe('records', () => {
  test('come to whoever listens from the first, and findings to their log with the allocation that they are of', () => {
    const records: TraceRecord[] = []
    const running = watched({}, (record) => records.push(record))
    expect(ofType(records, 'create').map(({ resource }) => resource)).toEqual(['A.main', 'A.kernel'])
    const finding = { rule: 'X', resource: 'A.kernel', message: 'a\u202eb' }
    running.world.sim.trace.write('finding', finding)
    running.world.sim.trace.write('finding', { rule: 'Y', message: 'of nothing' })
    const [first, second] = running.log.findings.all()
    expect(first).toMatchObject({ id: 1, rule: 'X', resource: 'A.kernel', allocation: handleOf(running, 'A.kernel') })
    expect(first?.message).not.toContain('\u202e')
    expect(second).toMatchObject({ id: 2, rule: 'Y' })
    expect(second).not.toHaveProperty('allocation')
    expect(running.statistics.findings).toBe(2)
  })

  test('that come by the dozen for each blank are kept by the lanes, not by the ring of the trace', () => {
    const running = watched()
    perform(running.world, { verb: 'apply', value: 'A' })
    running.world.sim.advanceTo(S)
    expect([...running.world.sim.trace.records()].some(({ type }) => type === 'packet')).toBe(false)
    expect(running.gpuLog.take(true)?.packets.ends.length).toBeGreaterThan(0)
  })
})

describe('a scenario', () => {
  const steps = [
    { at: '1s', apply: 'A' },
    { at: '2s', expect: { evictions: 0 } },
    { at: '2s', expect: { evictions: 5 } },
  ]

  test('is played into the recording, its conditions by the numbers there, and counted', () => {
    const running = watched({ steps })
    const { playback, world } = running
    while (playback.nextTime < Number.POSITIVE_INFINITY) {
      world.sim.advanceTo(playback.nextTime)
      playback.runNext()
    }
    expect(running.journal.map(({ verb, at }) => [verb, at])).toEqual([
      ['apply', S],
      ['expect', 2 * S],
      ['expect', 2 * S],
    ])
    expect(playback.view()).toMatchObject({ passed: 1, failed: 1 })
    expect(running.project.stack(false)).toEqual(['A'])
    expect(running.totals.most).toBe(2)
  })

  test('says whether the OS is idle while it plays; then the person’s input does', () => {
    const running = watched({
      steps: [
        { at: 0, apply: 'A' },
        { at: '1s', idle: true },
      ],
      until: '2s',
    })
    expect(running.idleRule.scripted).toBe(true)
    running.world.sim.advanceTo(2 * S)
    running.playback.runNext()
    running.playback.runNext()
    running.followPlayback()
    expect(running.idleRule.scripted).toBe(false)
  })
})

describe('calm', () => {
  test('is when only the display goes on', () => {
    const live = rig({ system: quiet, app: { policy: 'none', effects: [EFFECT] } })
    // what it begins with is to be shown
    expect(live.session.isCalm).toBe(false)
    live.elapse(100)
    live.session.publishFrame()
    expect(live.session.isCalm).toBe(true)
    live.must({ kind: 'applyEffect', effect: 'A' })
    live.session.publishFrame()
    expect(live.session.isCalm).toBe(false)
    live.elapse(100)
    live.session.publishFrame()
    expect(live.session.isCalm).toBe(true)
  })

  test('is not while a press waits for the thread of its policy alone: what the Preview says of it goes on [LB-08]', () => {
    const live = rig({ system: quiet, app: { policy: 'creative-app-fixed', effects: [EFFECT] } })
    live.elapse(100)
    live.session.world.faults.inject('callback-takes', 1, 2 * S)
    live.must({ kind: 'periodicTrim' })
    live.elapse(100)
    live.must({ kind: 'applyEffect', effect: 'A' })
    live.elapse(500)
    live.session.publishFrame()
    expect(live.shown.preview.waiting).toMatchObject({ kind: 'policy-wait' })
    expect(live.session.isCalm).toBe(false)
    live.elapse(2_000)
    live.session.publishFrame()
    expect(live.shown.preview.waiting).toBeNull()
    expect(live.session.isCalm).toBe(true)
  })
})

test('what is on the clip of a project is there before it is rendered, and again in the next system of the project', () => {
  const project = new Project()
  const scenario = scenarioOf({
    system: quiet,
    app: { policy: 'none', effects: [EFFECT] },
    steps: [{ at: 0, apply: 'A' }],
  })
  const first = WatchedSystem.of(scenario, project)
  expect(first.project.stack(false)).toEqual(['A'])
  expect(WatchedSystem.of(scenario, project).project).toBe(project)
})

test('a new device has nobody registered but its policy, and its heaps are sent anew', () => {
  const running = watched({ app: { policy: 'fence-lru' } })
  const before = running.registrations
  const hr = perform(running.world, { verb: 'recreateDevice', value: true })
  running.performed({ verb: 'recreateDevice', value: true }, hr)
  expect(running.registrations).not.toBe(before)
  expect(running.heapLog.take(running.world, false).heapMap).toBeDefined()
  perform(running.world, { verb: 'recreateDevice', value: true })
  const known = running.registrations
  running.performed({ verb: 'recreateDevice', value: true }, 'E_FAIL')
  expect(running.registrations).toBe(known)
})
