/** What all policies from research keep to, whatever their algorithm, and that a scan does not flush those that resist it. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RESEARCH_POLICIES } from '../../../../preload/contract'
import { evictions, findings, ofType, play } from '../support/play'
import { programs } from '../support/programs'
import { pressed } from './presses'

const HOT = 'a b a a b b c d e a b'
const SCAN = 'f g h i j k l m n o p q'

describe('a scan of what is used once', () => {
  it.each(['2q', 'arc', 's3-fifo', 'lirs', 'w-tinylfu'] as const)('does not flush %s', async (policy) => {
    // 2q keeps what came back as a ghost
    const hot = policy === '2q' ? 'a b c d e f a b a b' : HOT
    const before = (await pressed(policy, hot)).in
    const after = (await pressed(policy, `${hot} ${SCAN.replace(policy === '2q' ? 'f ' : '', '')} a b`)).in
    // what is hot is not brought in again
    expect(after.endsWith('q')).toBe(true)
    expect(after.startsWith(before)).toBe(true)
  })

  it('flushes what is least recently used', async () => {
    expect((await pressed('mapping-layer', `${HOT} ${SCAN} a b`)).in.endsWith('q a b')).toBe(true)
  })
})

describe.each(RESEARCH_POLICIES)('%s', (policy) => {
  it('never evicts what is in use, reports nothing, keeps its device and decides alike for the same trace [TN-19] [RS-07] [SC-01]', async () => {
    await fc.assert(
      fc.asyncProperty(programs(), async (file) => {
        const played = await play(file, { policy })
        expect(findings(played)).toEqual([])
        expect(ofType(played.lines, 'device-removed')).toEqual([])
        expect((await play(file, { policy })).summary.traceSha256).toBe(played.summary.traceSha256)
      }),
      { numRuns: 3 },
    )
  })

  it('passes over what is in flight, and goes over its budget rather than wait [TN-19]', async () => {
    const { lines } = await pressed(policy, 'a b c d e f', { gpuTime: '60s' })
    // what is over the budget goes by notifications once the first of them are done
    const first = Number(ofType(lines, 'evict')[0]?.t)
    expect(first).toBeGreaterThan(61_000_000)
    expect(ofType(lines, 'apply').map(({ t }) => Number(t) / 1_000_000)).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('frees what it is told to, and what nothing used between two periodic trims [TN-17] [TN-18] [TN-19]', async () => {
    const told = await pressed(policy, 'a b c d', { steps: [{ at: '10s', trimToBudget: '15MiB' }] })
    expect(told.out.split(' ')).toHaveLength(2)
    const trim = (at: string) => ({ at, periodicTrim: true })
    const unused = await pressed(policy, 'a b c d', { steps: [trim('10s'), { at: '20s', apply: 'a' }, trim('30s')] })
    expect(unused.out.split(' ').sort()).toEqual(['b', 'c', 'd'])
    // a restart counts from its moment: a, used before it, goes too
    const restart = { at: '25s', restartPeriodicTrim: true }
    const restarted = await pressed(policy, 'a b c d', { steps: [{ at: '20s', apply: 'a' }, restart, trim('30s')] })
    expect(restarted.out.split(' ').sort()).toEqual(['a', 'b', 'c', 'd'])
  })

  it('makes a whole set resident at once, and evicts none of it', async () => {
    const resources = ['x', 'y', 'z'].map((name) => ({ name, size: '15MiB', resident: false }))
    const effects = [
      { name: 'Set', resources },
      { name: 'One', resources: [{ name: 'r', size: '30MiB', resident: false }] },
    ]
    const steps = ['One', 'Set', 'Set', 'One'].map((apply, index) => ({ at: `${index + 1}s`, apply }))
    const system = { localMemory: '256MiB', budget: '40MiB', trimNotifications: false }
    const played = await play({ system, app: { policy, effects }, steps })
    // the set has 45 MiB of 40: One goes, then all of the set comes in; for One two of it would leave 45 - 30 + 30 > 40
    expect(evictions(played).sort()).toEqual([
      '2000000 One.r budget',
      '4000000 Set.x budget',
      '4000000 Set.y budget',
      '4000000 Set.z budget',
    ])
    expect(ofType(played.lines, 'make-resident').map(({ resources: made }) => made)).toEqual([
      ['One.r'],
      ['Set.x', 'Set.y', 'Set.z'],
      ['One.r'],
    ])
  })

  it.each([
    ['A', 'B', 'C'],
    ['B', 'A', 'C'],
  ])(
    'counts the first use of what is created resident as the one that brings it in: %s %s %s [TN-19]',
    async (...presses) => {
      const resource = { name: 'r', size: '40MiB' }
      const effects = ['A', 'B', 'C'].map((name) => ({ name, resources: [{ ...resource, resident: name === 'A' }] }))
      const steps = presses.map((apply, index) => ({ at: `${index + 1}s`, apply }))
      const system = { localMemory: '256MiB', budget: '100MiB', trimNotifications: false }
      const played = await play({ system, app: { policy, effects }, steps })
      // all were used once: what was used first goes
      expect(evictions(played)).toEqual([`3000000 ${presses[0]}.r budget`])
    },
  )

  it('leaves system memory alone', async () => {
    const upload = { name: 'U', resources: [{ name: 'r', size: '30MiB', resident: false, heap: 'upload' }] }
    const one = { name: 'A', resources: [{ name: 'r', size: '30MiB', resident: false }] }
    const steps = ['U', 'A', 'B'].map((apply, index) => ({ at: `${index + 1}s`, apply }))
    const played = await play({
      system: { localMemory: '256MiB', nonLocalMemory: '64MiB', budget: '40MiB' },
      app: { policy, effects: [upload, one, { ...one, name: 'B' }] },
      steps,
    })
    expect(evictions(played)).toEqual(['3000000 A.r budget'])
  })
})
