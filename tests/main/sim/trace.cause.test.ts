/** `cause`: records carry the step that led to them, also where its work waited behind that of another. */
import { describe, expect, it } from 'vitest'
import { appPackets, ofType, play } from '../policies/support/play'

const causes = (lines: Awaited<ReturnType<typeof play>>['lines'], type: string) =>
  ofType(lines, type).map((line) => line.cause)

describe('cause', () => {
  it('of packets that wait behind others is their own press', async () => {
    const steps = ['Blur', 'Grayscale', 'Blur'].map((apply) => ({ at: '1s', apply }))
    const { lines } = await play({ steps })
    expect(causes(lines, 'apply')).toEqual([1, 2, 3])
    expect(appPackets(lines).map((line) => line.cause)).toEqual([1, 2, 3])
  })

  it('of transfers that wait behind others is their own press', async () => {
    const effect = (name: string) => ({ name, resources: [{ name: 'r', size: '64MiB', resident: false }] })
    const app = { effects: [effect('A'), effect('B')] }
    const steps = [
      { at: '1s', apply: 'A' },
      { at: '1s', apply: 'B' },
    ]
    const { lines } = await play({ app, steps })
    expect(ofType(lines, 'page-in').map((line) => [line.resource, line.cause])).toEqual([
      ['A.r', 1],
      ['B.r', 2],
    ])
    // of both the transfer's packets and those that waited for them
    expect(appPackets(lines).map((line) => line.cause)).toEqual([1, 2])
    const paging = ofType(lines, 'packet').filter((line) => line.kind === 'paging')
    expect(paging.map((line) => [line.command, line.cause])).toEqual([
      ['A.r', 1],
      ['B.r', 2],
    ])
  })

  it('of a notification that waits for another is the step that made it', async () => {
    const steps = [
      { at: '1s', inject: { fault: 'callback-takes', duration: '5s' } },
      { at: '2s', periodicTrim: true },
      { at: '3s', restartPeriodicTrim: true },
    ]
    const { lines } = await play({ steps, until: '10s' })
    expect(ofType(lines, 'notification').map((line) => [line.t, line.cause])).toEqual([
      [2_000_000, 2],
      [7_000_000, 3],
    ])
    expect(causes(lines, 'callback')).toEqual([2, 3])
  })

  it('is absent where the system acts by itself: the cadence, the repeated demand', async () => {
    const steps = [
      { at: '1s', idle: true },
      { at: '12s', budget: '1MiB' },
    ]
    const { lines } = await play({ steps, until: '13s' })
    expect(ofType(lines, 'notification').map((line) => [line.t, line.cause])).toEqual([
      [1_000_000, 1],
      [11_000_000, undefined],
      [12_000_000, 2],
      [13_000_000, undefined],
    ])
  })
})
