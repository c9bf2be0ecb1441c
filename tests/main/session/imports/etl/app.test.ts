import { describe, expect, it } from 'vitest'
import { appOf, Engines } from '../../../../../main/session/imports/etl/app'
import type { LogRecord } from '../../../../../main/session/imports/etl/records'
import { logOf, recordOf, us } from './events'
import * as etl from './logs'

/** Work of a process in a context of its own. */
const worked = (process: number, length: number): LogRecord[] => [
  recordOf(178, etl.queued(process, 1), { ticks: us(1), process }),
  recordOf(175, etl.started(process, 1, 1), { ticks: us(1), process: 4 }),
  recordOf(177, etl.ended(process, 1, 1), { ticks: us(1 + length), process: 0 }),
]
const flip = (process: number) => recordOf(178, etl.queued(process, 9, { type: 3 }), { process })

describe('the app of a log [LB-19]', () => {
  it('is the process with most time of the GPU', () => {
    const { process, compositor, times } = appOf(logOf([...worked(7, 10), ...worked(8, 20)]), undefined)
    expect([process, compositor]).toEqual([8, null])
    expect([...times]).toEqual([
      [7, us(10)],
      [8, us(20)],
    ])
  })

  it('is not the compositor, which has most of the flips, unless nobody else is there', () => {
    const flips = [flip(8), flip(8), flip(7)]
    expect(appOf(logOf([...worked(7, 10), ...worked(8, 20), ...flips]), undefined)).toMatchObject({
      process: 7,
      compositor: 8,
    })
    expect(appOf(logOf([...worked(8, 20), ...flips]), undefined).process).toBe(8)
  })

  it('is the one that is asked for, if that has work', () => {
    const log = logOf([...worked(7, 10), ...worked(8, 20)])
    expect(appOf(log, 7).process).toBe(7)
    expect(() => appOf(log, 9)).toThrow('found no GPU work of process 9; expected one of 8, 7')
    expect(() => appOf(logOf([]), 9)).toThrow('expected one of none, as the log has no GPU work')
  })

  it('is nobody in a log without work', () => {
    expect(() => appOf(logOf([]), undefined)).toThrow('found no GPU work of any process')
  })
})

describe('the engine of a context [LB-19]', () => {
  const context = (handle: number, node: number) => recordOf(23, etl.selected(handle, node), { process: 4 })
  const engineOf = (node: number | null, ...records: LogRecord[]) => {
    const log = logOf([...(node === null ? [] : [context(0xc, node)]), ...records, ...worked(0xc, 1)])
    const [happening] = log.happenings
    if (happening?.what !== 'submitted') throw new Error('expected work')
    const engines = new Engines(log)
    return [engines.of(happening.submission.context), engines.inferred.size]
  }

  it.each([
    [1, '3d'],
    [2, 'video-decode'],
    [6, 'copy'],
    // video encode and all else runs on the compute engine
    [3, 'compute'],
  ])('is of the type that the log says of its node: %i is %s', (type, engine) => {
    expect(engineOf(5, recordOf(250, etl.node(5, type)))).toEqual([engine, 0])
  })

  it('is inferred where the log does not say: the first draws, one that pages copies, others compute', () => {
    expect(engineOf(0)).toEqual(['3d', 1])
    expect(engineOf(3)).toEqual(['compute', 1])
    const paging = recordOf(175, etl.started(0xff, 9, 1, { type: 1 }))
    expect(engineOf(3, context(0xff, 3), paging)).toEqual(['copy', 1])
    expect(engineOf(3, context(0xff, 2), paging)).toEqual(['compute', 1])
  })

  it('draws where nothing says its node', () => {
    expect(engineOf(null)).toEqual(['3d', 0])
  })
})
