/** Dawn's manager without its faults, where both would do the same (PL-36). Each fault beside its absence: dawn.test.ts. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isAppPacket, ofType, play } from '../support/play'
import { effect } from './support/worked'

const NAMES = ['A', 'B', 'C', 'D']

it('with one group, no reservation, no failure and nothing mapped it does what the published one does, and no packet finds anything missing [PL-36]', async () => {
  let evicted = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('10MiB', '30MiB!', '50MiB', '20MiB!'), { minLength: 4, maxLength: 4 }),
      fc.array(fc.tuple(fc.constantFrom(0, 1_000, 700_000, 3_000_000), fc.constantFrom(...NAMES)), {
        minLength: 3,
        maxLength: 20,
      }),
      fc.constantFrom('40MiB', '70MiB', '100MiB'),
      async (sizes, list, budget) => {
        const effects = NAMES.map((name, i) => effect(name, i % 2 === 0 ? '2ms' : '900ms', sizes[i] ?? '1MiB', '1MiB'))
        let at = 0
        const steps = list.map(([after, apply]) => {
          at += after
          return { at, apply }
        })
        const file = { system: { localMemory: '256MiB', budget }, app: { effects }, steps, until: at + 60_000_000 }
        const published = await play(file, { policy: 'dawn' })
        const mended = await play(file, { policy: 'dawn-fixed' })
        expect(mended.text.replaceAll('dawn-fixed', 'dawn')).toBe(published.text)
        expect(ofType(mended.lines, 'device-removed')).toEqual([])
        expect(mended.lines.filter(isAppPacket)).toHaveLength(steps.length)
        evicted += ofType(mended.lines, 'evict').length
      },
    ),
    { numRuns: 60 },
  )
  expect(evicted).toBeGreaterThan(50)
})
