/** A log that is longer than a scenario, in parts (LB-19). */
import { describe, expect, it } from 'vitest'
import type { Imported } from '../../../../../main/session/imports/capture'
import { importEtl } from '../../../../../main/session/imports/etl/etl'
import type { StepLimits } from '../../../../../main/session/imports/steps'
import { captureOf, finished } from '../support'
import { fields } from '../writing'
import { at, C, context, packet, steps } from './importing'
import * as etl from './logs'

const usage = (time: number, bytes: number) => etl.event(367, etl.usage(bytes, 5, 777, 0), at(time, { process: 0 }))
const unknown = (time: number) => etl.event(9999, fields([4, 0]), at(time))
const file = etl.log([
  [
    ...[...context, ...packet(1, 1, 2, 5), usage(10, 6), usage(20, 7)],
    // all of this moment is of the part that follows: work that does not end, and what is counted alone
    ...[etl.event(178, etl.queued(C, 9), at(30)), unknown(30), etl.event(320, etl.resident(0x77), at(30))],
    ...[usage(30, 8), usage(30, 9), usage(30, 10), ...packet(10, 40, 41, 50), unknown(60)],
  ],
])

function parts(limits: StepLimits): Imported[] {
  const all = [finished(importEtl(captureOf(file), {}, limits))]
  for (let next = all[0]?.next ?? null; next !== null; next = all.at(-1)?.next ?? null)
    all.push(finished(importEtl(captureOf(file), { from: next }, limits)))
  return all
}

/** Usages that other processes are told to have. */
const usages = (part: Imported): unknown[] =>
  steps(part).flatMap((step) => {
    const { otherProcess } = step as { otherProcess?: { usage: number } }
    return otherProcess?.usage ?? []
  })

describe('a log that is longer than a scenario', () => {
  it.each([
    ['bytes', { steps: 99, bytes: 400 }, 'it holds at most'],
    ['events', { steps: 7, bytes: 1000 }, 'no more than 7 events of a log become one'],
  ])('for want of room for %s is cut before a moment, and of that nothing is told [LB-19]', (_what, limits, why) => {
    const all = parts(limits)
    expect(all.map(({ next }) => next)).toEqual([30, null])
    expect(all.map(({ report }) => report.warnings)).toEqual([
      [expect.stringContaining(`the scenario ends at 20us, as ${why}`)],
      [],
    ])
    const told = ({ report }: Imported): string[] =>
      report.ignored.filter((line) => /end is not|9999|without a size/.test(line))
    expect(all.map(told)).toEqual([
      [],
      [
        '1 allocation without a size: 1 use ignored (the option unknown-size imports them)',
        '1 submission whose end is not in the log: not imported',
        '2 DxgKrnl event 9999 events: not imported',
      ],
    ])
    expect(all.map(({ report }) => report.imported.find((line) => line.includes(' of the app, ')))).toEqual(
      Array(2).fill('1 submission of the app, 0 of 1 other process'),
    )
    expect(all.map(usages)).toEqual([
      [5, 6, 7],
      [7, 7, 8, 9, 10],
    ])
  })

  it('is imported up to a moment that has no room as a whole, and beyond it, which is said [LB-19]', () => {
    const all = parts({ steps: 4, bytes: 1000 })
    expect(all.at(-1)?.next).toBeNull()
    const crowded = all.filter(({ report }) =>
      report.warnings.join().includes('what else happens then, and what comes'),
    )
    expect(crowded.map(({ next }) => next)).toEqual([31])
    expect(steps(all.at(-1) as Imported)).toContainEqual({
      at: 9,
      use: { set: [], gpuTime: 9, context: 'context 1' },
    })
  })
})

describe('a part that begins later', () => {
  const numbered = (options: { from?: number; until?: number }): string[] =>
    finished(importEtl(captureOf(file), options)).report.derived.filter((line) => line.startsWith('names: '))

  it('says that its contexts and allocations are numbered by itself; from the beginning on they are the log’s [LB-19]', () => {
    expect(numbered({ from: 30 })).toEqual([
      'names: contexts and allocations are numbered from where this part begins; other parts of the log number them anew',
    ])
    expect([numbered({}), numbered({ until: 30 })]).toEqual([[], []])
  })
})

describe('parts of a log of two adapters', () => {
  const D = 0xd1
  const MiB = 2 ** 20
  const budget = (time: number, bytes: number, adapter?: number) =>
    etl.event(366, etl.budget(bytes, bytes, 100, 0, adapter), at(time, { process: 4 }))
  const twoAdapters = (...later: Uint8Array[]): Uint8Array =>
    etl.log([
      [
        etl.event(23, etl.selected(C, 0), at(0, { process: 4 })),
        etl.event(23, etl.selected(D, 0, 0xbdb), at(0, { process: 4 })),
        ...[...packet(1, 10, 20, 400), ...later],
        // a little on the other one
        ...[...packet(1, 500, 510, 520, D), budget(600, 7 * MiB, 0xbdb), budget(610, 70 * MiB)],
      ],
    ])

  it.each([
    ['is there', twoAdapters()],
    ['has gone since', twoAdapters(etl.event(31, etl.contextOn(C, 0), at(410, { process: 4 })))],
  ])(
    'have the budget of that with most of the app’s work in the whole log, where its context %s [LB-19]',
    (_, both) => {
      const budgets = (options: { from?: number }): unknown[] =>
        steps(finished(importEtl(captureOf(both), options))).filter((step) => 'budget' in (step as object))
      expect(budgets({})).toEqual([{ at: 610, budget: 70 * MiB }])
      expect(budgets({ from: 450 })).toEqual([{ at: 160, budget: 70 * MiB }])
    },
  )
})
