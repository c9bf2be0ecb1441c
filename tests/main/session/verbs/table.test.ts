/** The table of verbs: the ones that stand in it whole, and that each of the others is there. */
import { describe, expect, test } from 'vitest'
import { stepSchema } from '../../../../main/session/scenario/format/steps'
import { VERBS } from '../../../../main/session/verbs/table'
import { MIB, MS, S, type TestWorld, worldOf } from '../../support/world'

const EFFECT = { name: 'Grayscale', gpuTime: '2ms', resources: [{ name: 'r', size: MIB }] }
const world = (app: object = {}): TestWorld => worldOf({ app: { effects: [EFFECT], ...app } })

test('has every verb of the grammar but the one that changes nothing', () => {
  const fields = Object.keys(stepSchema.in.shape).filter((field) => field !== 'at' && field !== 'expect')
  expect(Object.keys(VERBS).sort()).toEqual(fields.sort())
})

describe('an effect or a clip', () => {
  test('is removed with its place on the timeline, or refused', () => {
    const w = world({ clips: [{ name: 'C', width: 64, height: 64 }] })
    w.do({ verb: 'timeline', value: { edit: 'insert', media: 'C', track: 2, at: 0, length: S } })
    const onTimeline = (): boolean => w.timeline.spec.clips.some(({ media }) => media === 'C')
    expect(onTimeline()).toBe(true)
    expect(w.do({ verb: 'removeClip', value: 'C' })).toBe('S_OK')
    expect([w.editor.effect('C'), onTimeline()]).toEqual([undefined, false])
    expect(w.do({ verb: 'removeEffect', value: 'Grayscale' })).toBe('S_OK')
    expect(w.editor.effects).toEqual([])
    expect(w.do({ verb: 'removeEffect', value: 'Grayscale' })).toBe('E_INVALIDARG')
  })
})

test('a policy is built anew, with the app’s resources [TN-20]', () => {
  const w = world()
  expect(w.do({ verb: 'policy', value: 'fence-lru' })).toBe('S_OK')
  expect(w.editor.policy.name).toBe('fence-lru')
})

describe('Play', () => {
  test('starts and stops, is put elsewhere, and plays as it is told', () => {
    const w = world()
    w.do({ verb: 'play', value: true })
    w.wait(S)
    expect(w.player.isPlaying).toBe(true)
    expect(w.player.played).toBeGreaterThan(10)
    w.do({ verb: 'play', value: false })
    w.wait(S)
    const { played } = w.player
    w.wait(S)
    expect(w.player.played).toBe(played)
    w.do({ verb: 'seek', value: 2 * S })
    expect(w.player.isFollowing).toBe(true)
    expect(w.player.transport.position).toBe(2 * S)
    w.do({ verb: 'transport', value: { rate: 2 } })
    expect(w.player.transport.settings.rate).toBe(2)
  })

  test('renders so many frames, one after another', () => {
    const w = world()
    w.do({ verb: 'frames', value: { count: 3 } })
    w.wait(S)
    expect(w.player.played).toBe(3)
  })
})

test('a guided run is begun with the limit that it was given, and can be ended [BP-17]', () => {
  const w = world()
  w.do({ verb: 'apply', value: 'Grayscale' })
  w.wait(100 * MS)
  w.do({ verb: 'workflow', value: { name: 'prime-benchmark', maxPasses: 2 } })
  expect(w.workflows.view).toMatchObject({ name: 'prime-benchmark', state: 'running' })
  w.do({ verb: 'cancelWorkflow', value: true })
  expect(w.workflows.view?.state).toBe('cancelled')
})

test.each([
  ['suspend', 'resume'],
  ['lock', 'unlock'],
] as const)('%s stops the cadence of an idle system, and %s restarts it [TN-23]', (away, back) => {
  const w = world()
  const flags = (): number[] => w.of('notification').map((record) => record.flags)
  w.do({ verb: 'idle', value: true })
  w.wait(0)
  expect(flags()).toEqual([1])
  w.do({ verb: away, value: true })
  w.wait(away === 'suspend' ? 60 * S : 0)
  const before = flags().length
  w.do({ verb: back, value: true })
  w.wait(0)
  expect(flags().slice(before)).toEqual([2])
})

test('one flag alone is sent without bytes, TRIM_TO_BUDGET with its own [TN-21]', () => {
  const w = world()
  w.do({ verb: 'periodicTrim', value: true })
  w.do({ verb: 'restartPeriodicTrim', value: true })
  w.do({ verb: 'trimToBudget', value: 7 })
  expect(w.of('notification').map(({ flags, bytesToTrim }) => [flags, bytesToTrim])).toEqual([
    [1, 0],
    [2, 0],
    [4, 7],
  ])
})
