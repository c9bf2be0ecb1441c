import { expect, test } from 'vitest'
import { ALGORITHMS } from '../../../../main/d3d12ma/defragmentation/definitions'
import { runTrial } from '../../../../main/d3d12ma/defragmentation/trial'
import { runTrialOf, trialOf } from '../../../../main/session/laboratory/defragmentation-comparison'
import { MIB, type TestWorld, worldOf } from '../../support/world'

/** Every other one of a group is gone. */
function scattered(): TestWorld {
  const world = worldOf({
    app: {
      pools: [
        { name: 'P', blockSize: '4MiB' },
        { name: 'L', blockSize: '4MiB', algorithm: 'linear' },
      ],
    },
  })
  for (const pool of ['P', 'L'])
    world.do({ verb: 'allocate', value: { name: pool.toLowerCase(), size: MIB, count: 16, pool } })
  world.do({ verb: 'free', value: { name: 'p', every: 2 } })
  return world
}

test('every algorithm runs to its end on the same state [DF-16]', () => {
  const world = scattered()
  const trial = trialOf(world.editor.memory, 0, 2)
  const before = [...world.editor.memory.all].map(({ name, handle }) => `${name} ${handle}`)
  const rows = ALGORITHMS.map((algorithm) => runTrialOf(trial, algorithm))
  expect(rows.map(({ algorithm }) => algorithm)).toEqual(ALGORITHMS)
  // 8 MiB in four blocks of 4: two are freed, two moves a pass
  for (const row of rows)
    expect(row).toMatchObject({ blocksNeeded: 2, blocksLeft: 2, heapsFreed: 2, bytesMoved: 4 * MIB, passes: 2 })
  expect([...world.editor.memory.all].map(({ name, handle }) => `${name} ${handle}`)).toEqual(before)
})

test('is of the state without what a pass that is under way has reserved [DF-08, DF-16]', () => {
  const world = scattered()
  const before = ALGORITHMS.map((algorithm) => runTrialOf(trialOf(world.editor.memory, 0, 2), algorithm))
  const none = { maxBytesPerPass: 0, timePerFrame: 0, bytesPerFrame: 0, ignore: [], destroy: [] }
  const desc = { algorithm: 'full', pool: 'P', maxAllocationsPerPass: 2, evicted: 'skip', ...none } as const
  expect(world.do({ verb: 'defragmentation', value: { call: 'begin', desc } })).toBe('S_OK')
  expect(world.do({ verb: 'defragmentation', value: { call: 'beginPass' } })).toBe('S_FALSE')
  expect(world.editor.defragmenter.moves).toHaveLength(2)
  const meanwhile = ALGORITHMS.map((algorithm) => runTrialOf(trialOf(world.editor.memory, 0, 2), algorithm))
  expect(meanwhile).toEqual(before)
})

test('what cannot be defragmented is left out, and the limits go along [DF-06, DF-07]', () => {
  const trial = trialOf(scattered().editor.memory, 3 * MIB, 5)
  expect(trial.pools.map(({ name }) => name)).not.toContain('L')
  expect(trial.pools.map(({ name }) => name)).toContain('P')
  expect(trial).toMatchObject({ maxBytesPerPass: 3 * MIB, maxAllocationsPerPass: 5 })
})

test('a state goes to another process and back as it is [DF-16]', () => {
  const trial = trialOf(scattered().editor.memory, 0, 0)
  const first = (pools: typeof trial.pools) => {
    const run = runTrial(pools, { algorithm: 'full' })
    let step = run.next()
    while (step.done !== true) step = run.next()
    return step.value
  }
  expect(first(structuredClone(trial).pools)).toEqual(first(trial.pools))
})
