import { describe, expect, it } from 'vitest'
import { GpuWork } from '../../../../../main/session/imports/etl/work'
import { fields } from '../writing'
import { recordOf } from './events'
import * as etl from './logs'

const C = 0xc1
const D = 0xd1

/** Work of which the context C is known, on node 0; a call for each event. Times are ticks. */
function work() {
  const gpu = new GpuWork()
  gpu.contextExists(recordOf(32, etl.contextOn(C, 0), { process: 4 }))
  const queued = (ticks: number, sequence: number, { context = C, process = 100, type = 0, dma = 0 } = {}) =>
    gpu.queued(recordOf(178, etl.queued(context, sequence, { type, dma }), { ticks, process }))
  const started = (ticks: number, sequence: number, { context = C, type = 0, dma = 0 } = {}) =>
    gpu.started(recordOf(175, etl.started(context, sequence + 500, sequence, { type, dma }), { ticks, process: 4 }))
  const interrupted = (ticks: number, sequence: number, { context = C, type = 0, interrupt = 1 } = {}): void =>
    gpu.interrupted(
      recordOf(177, etl.ended(context, sequence + 500, sequence, { type, interrupt }), { ticks, process: 0 }),
    )
  return { gpu, queued, started, interrupted }
}

describe('a submission takes the engine’s time [LB-19]', () => {
  it('from its start to its interrupt, and is done then', () => {
    const { queued, started, interrupted } = work()
    const one = queued(10, 1)
    started(20, 1)
    expect(one).toMatchObject({ started: 20, ticks: 0, done: false })
    interrupted(50, 1)
    expect(one).toMatchObject({ started: null, ticks: 30, done: true })
  })

  it('from the interrupt before, where it was handed over earlier: engines do one at a time', () => {
    const { queued, started, interrupted } = work()
    const [one, other] = [queued(10, 1), queued(11, 2)]
    started(20, 1)
    started(25, 2)
    interrupted(50, 1)
    interrupted(90, 2)
    expect([one?.ticks, other?.ticks]).toEqual([30, 40])
  })

  it('of its own engine alone: another node’s interrupt is nothing to it', () => {
    const { gpu, queued, started, interrupted } = work()
    gpu.contextExists(recordOf(32, etl.contextOn(D, 1), { process: 4 }))
    const [one, other] = [queued(10, 1), queued(10, 1, { context: D })]
    started(20, 1)
    started(20, 1, { context: D })
    interrupted(50, 1, { context: D })
    interrupted(60, 1)
    expect([one?.ticks, other?.ticks]).toEqual([40, 30])
  })

  it('in all its parts, where it was preempted [GP-11]', () => {
    const { queued, started, interrupted } = work()
    const one = queued(10, 7)
    started(20, 7)
    interrupted(30, 7, { interrupt: 2 })
    expect([one?.done, one?.preempted]).toEqual([false, 1])
    started(100, 7)
    interrupted(105, 7)
    expect([one?.done, one?.ticks, one?.faulted]).toEqual([true, 15, false])
  })

  it('to its fault, as if it had ended then', () => {
    const { queued, started, interrupted } = work()
    const one = queued(10, 7)
    started(20, 7)
    interrupted(30, 7, { interrupt: 3 })
    expect([one?.done, one?.ticks, one?.faulted]).toEqual([true, 10, true])
  })
})

describe('what was queued [LB-19]', () => {
  it('as rendering is a submission at once, as anything else only when it renders', () => {
    const { gpu, queued, started } = work()
    expect(queued(1, 1)).not.toBeNull()
    expect(queued(3, 2, { type: 7 })).toBeNull()
    expect(queued(4, 3, { type: 5 })).toBeNull()
    expect(gpu.otherQueued).toBe(2)
    // known already: nothing new begins
    expect(started(5, 1)).toBeNull()
    expect(started(8, 2)).toMatchObject({ queued: 3, submission: { started: 8 } })
    expect(gpu.otherQueued).toBe(1)
    // nobody saw it queued
    expect(started(9, 4)).toMatchObject({ queued: 9 })
  })

  it('outside of the part that is asked for is not counted, nor is that it was work after all [LB-19]', () => {
    const { gpu, queued, started } = work()
    gpu.counts = false
    queued(3, 2, { type: 7 })
    gpu.counts = true
    queued(4, 3, { type: 5 })
    expect([gpu.otherQueued, started(8, 2)?.queued]).toEqual([1, 3])
    expect(gpu.otherQueued).toBe(1)
    gpu.counts = false
    started(9, 3)
    started(10, 4, { type: 1 })
    expect([gpu.otherQueued, gpu.pagingPackets, [...gpu.pagingNodes]]).toEqual([0, 0, [' 0']])
  })

  it('takes a process’s time in all its contexts, those that are gone too; who has only a context has none [LB-19]', () => {
    const { gpu, queued, started, interrupted } = work()
    queued(1, 1)
    started(2, 1)
    interrupted(12, 1)
    gpu.contextMade(recordOf(30, etl.contextOn(C, 0), { process: 100 }))
    queued(20, 2)
    started(20, 2)
    interrupted(25, 2)
    gpu.contextMade(recordOf(30, etl.contextOn(D, 0), { process: 55 }))
    expect([...gpu.times]).toEqual([[100, 15]])
    gpu.contextGone(recordOf(31, etl.contextOn(C, 0)))
    expect([...gpu.times]).toEqual([[100, 15]])
  })

  it('as a flip is counted for its process', () => {
    const { gpu, queued } = work()
    queued(1, 1, { type: 3, process: 9 })
    queued(2, 2, { type: 3, process: 9 })
    expect([...gpu.flips]).toEqual([[9, 2]])
  })

  it('and pages is counted, and says what its node does', () => {
    const { gpu, started, interrupted } = work()
    expect(started(5, 1, { type: 1 })).toBeNull()
    interrupted(9, 1, { type: 1 })
    expect([gpu.pagingPackets, [...gpu.pagingNodes]]).toEqual([1, [' 0']])
  })
})

describe('a set', () => {
  const opened = (handle: string) => ({ global: { ...GLOBAL, adapter: handle } })
  const GLOBAL = { size: 1, segment: 0, owner: 0, pageTable: false, existed: true, anonymous: false }

  it('is of the submission of its DMA buffer, once [LB-19]', () => {
    const { gpu, queued } = work()
    gpu.referenced(recordOf(43, etl.references(C, 0xd, 0x11, 0, 0x12)), opened)
    // a handle of 0 is none
    expect(queued(1, 1, { dma: 0xd })?.set.map(({ global }) => global.adapter)).toEqual(['11', '12'])
    expect(queued(2, 2, { dma: 0xd })?.set).toEqual([])
    expect(queued(3, 3, { dma: 0xe })?.set).toEqual([])
  })

  it('is as long as its event says, or is', () => {
    const { gpu, queued } = work()
    const short = fields([8, C], [8, 0xd], [4, 1000], [8, 0x11])
    gpu.referenced(recordOf(43, short), opened)
    expect(queued(1, 1, { dma: 0xd })?.set).toHaveLength(1)
  })
})

describe('a context', () => {
  it('is of the process that names it most, the system excepted [LB-19]', () => {
    const { queued } = work()
    const one = queued(1, 1, { process: 4 })
    expect(one?.context.process).toBeNull()
    queued(2, 2, { process: 7 })
    queued(3, 3, { process: 8 })
    expect(one?.context.process).toBe(7)
    queued(4, 4, { process: 8 })
    expect(one?.context.process).toBe(8)
  })

  it('is named by other calls too, of which the handle comes first or after a count; other handles are none', () => {
    const { gpu, queued } = work()
    const one = queued(1, 1, { process: 4 })
    gpu.named(recordOf(244, fields([8, C]), { process: 9 }), 0)
    gpu.named(recordOf(230, fields([4, 1], [8, C]), { process: 9 }), 4)
    gpu.named(recordOf(244, fields([8, 0xbad]), { process: 6 }), 0)
    expect(one?.context.process).toBe(9)
  })

  it('that is made has the handle of whoever had it before, and nothing else of that', () => {
    const { gpu, queued, started, interrupted } = work()
    const before = queued(1, 1, { process: 7 })
    gpu.contextMade(recordOf(30, etl.contextOn(C, 3), { process: 8 }))
    const after = queued(2, 1, { process: 4 })
    expect([after?.context.process, after?.context.node, before?.context.process]).toEqual([8, 3, 7])
    started(5, 1)
    interrupted(6, 1)
    expect([before?.done, after?.done]).toEqual([false, true])
    gpu.contextGone(recordOf(31, etl.contextOn(C, 3)))
    expect(queued(9, 2, { process: 4 })?.context).not.toBe(after?.context)
  })

  it('is on the adapter of its device, or on which it was selected', () => {
    const { gpu, queued } = work()
    gpu.adapters.device(recordOf(27, etl.device(1, 0xa)))
    gpu.adapters.device(recordOf(27, etl.device(2, 0xb)))
    gpu.contextExists(recordOf(32, etl.contextOn(D, 5, 2), { process: 4 }))
    const [one, other] = [queued(1, 1)?.context, queued(1, 1, { context: D })?.context]
    if (one === undefined || other === undefined) throw new Error('expected two contexts')
    expect([gpu.placeOf(one), gpu.placeOf(other)]).toEqual([' 0', 'b 5'])
    gpu.contextSelected(recordOf(23, etl.selected(C, 2, 0xb), { process: 4 }))
    expect(gpu.placeOf(one)).toBe('b 2')
    expect(gpu.placeOf(queued(1, 1, { context: 0xee })?.context ?? one)).toBeNull()
  })
})
