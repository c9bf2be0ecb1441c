/** The library's policies against an oracle that shares no code with them, over random programs in small memories. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PolicyName } from '../../../../../preload/contract'
import { ofType, play } from '../../support/play'
import { type Faults, FIXED, Library, PUBLISHED } from './oracle'
import { observed, predict, programs, quietPrograms } from './programs'

const RUNS = 300

/** How often each of the rarer things happened in all the runs together. */
async function compare(policy: PolicyName, faults: Faults): Promise<Record<string, number>> {
  const happened: Record<string, number> = {}
  const count = (what: string, times: number) => {
    happened[what] = (happened[what] ?? 0) + times
  }
  await fc.assert(
    fc.asyncProperty(programs(), async (program) => {
      const { lines } = await play(program.file, { policy })
      const library = new Library(faults)
      const predicted = predict(lines, program, library)
      const did = observed(lines)
      // a removal comes in the middle of what one event leads to
      const removed = ofType(lines, 'device-removed').length > 0
      expect(did).toEqual(removed ? predicted.slice(0, did.length) : predicted)
      for (const [what, times] of Object.entries(library.seen)) count(what, times)
      for (const line of did) if (line.startsWith('finding')) count(line.split(' ')[1] as string, 1)
      count('removed', removed ? 1 : 0)
    }),
    { numRuns: RUNS },
  )
  return happened
}

describe('random presses, notifications, budgets and removals in small memories', () => {
  it('the published library evicts, makes resident and finds what the clause says, in its order [TN-38] [TN-39]', async () => {
    const happened = await compare('d3dx12-residency', PUBLISHED)
    for (const what of ['waits', 'batches', 'overBudget', 'aged', 'TN-39a', 'TN-39b', 'TN-39c', 'TN-39d'])
      expect(happened[what], what).toBeGreaterThan(0)
  }, 120_000)

  it('the mended one differs in the four points only, finds nothing and loses no device [TN-38] [TN-39]', async () => {
    const happened = await compare('d3dx12-residency-fixed', FIXED)
    for (const what of ['waits', 'batches', 'overBudget', 'aged']) expect(happened[what], what).toBeGreaterThan(0)
    expect(Object.keys(happened).filter((what) => what.startsWith('TN-39'))).toEqual([])
    expect(happened.removed).toBe(0)
  }, 120_000)

  it('where no fault can show, both give the same trace [TN-39]', () =>
    fc.assert(
      fc.asyncProperty(quietPrograms(), async ({ file }) => {
        const published = await play(file, { policy: 'd3dx12-residency' })
        const mended = await play(file, { policy: 'd3dx12-residency-fixed' })
        expect(published.text).toBe(mended.text.replaceAll('d3dx12-residency-fixed', 'd3dx12-residency'))
        expect(published.summary.findings).toEqual([])
      }),
      { numRuns: 40 },
    ))
})
