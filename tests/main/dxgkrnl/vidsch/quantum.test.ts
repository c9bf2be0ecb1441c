/** The scheduler's quantum, attempts to preempt with the published results, and the time between a stop and what follows. */
import { describe, expect, test } from 'vitest'
import { AttemptResult } from '../../../../main/dxgkrnl/vidsch/preemption-request'
import { MS, type TestWorld } from '../../support/world'
import { gpuWorld, packets, preemptions, submit } from './gpu-world'

/** Pixels end within every µs, a request takes 5 µs, and saving and restoring none. */
function world(quantum?: Record<string, unknown>, driver: Record<string, unknown> = {}): TestWorld {
  return gpuWorld(driver, { preemption: { graphics: 'pixel' }, ...(quantum === undefined ? {} : { quantum }) })
}

const attempts = ({ of }: TestWorld): string[] =>
  of('preemption-attempt').map(({ t, context, result }) => `${t} ${context} ${result}`)

/** What is interrupted: 5 ms of the context N. */
const normal = (made: TestWorld): void => void submit(made, { context: 'N', gpuTime: 5 * MS })

/** What interrupts it: 100 µs. */
const urgent = (made: TestWorld, context: string): void =>
  void submit(made, { context, gpuTime: 100, priority: 'high' })

test('the results have the codes of D3DKMT_QUERYRESULT_PREEMPTION_ATTEMPT_RESULT', () => {
  expect(AttemptResult).toEqual({
    Success: 1,
    MissNoCommand: 2,
    MissNotEnabled: 3,
    MissPagingCommand: 5,
    MissSplittedCommand: 6,
    MissLessPriority: 10,
    MissRemainingQuantum: 11,
    MissRemainingPreemptionQuantum: 12,
    MissAlreadyPreempting: 13,
    MissAlreadyRunning: 15,
  })
})

describe('contexts of equal priority', () => {
  function two(quantum?: Record<string, unknown>): TestWorld {
    const made = world(quantum)
    for (const context of ['A', 'B']) submit(made, { context, gpuTime: 25 * MS })
    made.wait(100 * MS)
    return made
  }

  test('take turns of a quantum; both attempts and requests say so', () => {
    const made = two({ time: '10ms' })
    expect(packets(made)).toEqual([
      'A#1 0–10005 preempted',
      // it stood behind A in the hardware queue
      'B#1 10005–10005 preempted',
      'B#2 10005–20010 preempted',
      'A#2 20010–20010 preempted',
      'A#3 20010–30015 preempted',
      'B#3 30015–30015 preempted',
      'B#4 30015–40020 preempted',
      'A#4 40020–40020 preempted',
      // 25 ms less 2 × 10,005 µs
      'A#5 40020–45010 completed',
      'B#5 45010–50000 completed',
    ])
    expect(attempts(made)).toEqual([
      '0 A MissNoCommand',
      '0 B MissRemainingQuantum',
      '10000 B Success',
      '20005 A Success',
      '30010 B Success',
      '40015 A Success',
    ])
    expect(made.of('preempt').map(({ reason, context }) => `${reason} ${context}`)).toEqual([
      'quantum B',
      'quantum A',
      'quantum B',
      'quantum A',
    ])
  })

  test('have their turn also where switching to them takes time', () => {
    const made = world({ time: '1ms' }, { queueDepth: 1, contextRestore: '1us' })
    submit(made, { context: 'A', gpuTime: 1500 })
    submit(made, { context: 'B', gpuTime: 1500 })
    made.wait(100 * MS)
    expect(packets(made)).toEqual([
      'A#1 0–1005 preempted',
      // never saved, so nothing to restore; then each is restored for 1 µs
      'B#1 1005–2010 preempted',
      'A#2 2011–2506 completed',
      'B#2 2507–3002 completed',
    ])
  })

  test('without one take turns as they come, and nobody looks', () => {
    const made = two()
    expect(packets(made)).toEqual(['A#1 0–25000 completed', 'B#1 25000–50000 completed'])
    expect(attempts(made)).toEqual([])
    expect([...made.scheduler.quanta.counts]).toEqual([])
  })

  test('with many packets keep the engine for a quantum, then the other has its own', () => {
    const made = world({ time: '10ms' }, { queueDepth: 1 })
    for (let i = 0; i < 4; i++) submit(made, { context: 'A', gpuTime: 4 * MS })
    for (let i = 0; i < 4; i++) submit(made, { context: 'B', gpuTime: 4 * MS })
    made.wait(100 * MS)
    const completed = packets(made).filter((packet) => packet.endsWith('completed'))
    // the third of A is stopped at 10,005 and that of B at 20,010; A is done at 26,005, before its next turn is over
    expect(completed.map((packet) => packet.split('#')[0])).toEqual([...'AABBAABB'])
    expect(made.of('preempt').map(({ requested }) => requested)).toEqual([10_000, 20_005])
    expect(completed.at(5)).toMatch(/22005–26005/)
  })
})

describe('a context that has more to do than what runs', () => {
  /** What ran, for how long, in order: `A 0–10005`. */
  const runs = (made: TestWorld): string[] =>
    packets(made).flatMap((packet) => {
      const [, context, start, end] = /^(\w+)#\d+ (\d+)–(\d+)/.exec(packet) ?? []
      return start === end ? [] : [`${context} ${start}–${end}`]
    })
  const of = (made: TestWorld, context: string, gpuTime: number): void => submit(made, { context, gpuTime })

  test.each([1, 2, 3])(
    'gives the engine to one that waits when its quantum is over, with a queue of %i',
    (queueDepth) => {
      const made = world({ time: '10ms' }, { queueDepth })
      of(made, 'A', 25 * MS)
      for (let more = 0; more < 4; more++) of(made, 'A', 1 * MS)
      made.wait(4 * MS)
      of(made, 'B', 2 * MS)
      made.wait(100 * MS)
      expect(runs(made).slice(0, 3)).toEqual(['A 0–10005', 'B 10005–12005', 'A 12005–27000'])
    },
  )

  test('gives it up at once to one that comes when it is over', () => {
    const made = world({ time: '10ms' })
    for (const gpuTime of [25 * MS, 1 * MS, 1 * MS]) of(made, 'A', gpuTime)
    made.wait(20 * MS)
    of(made, 'B', 2 * MS)
    made.wait(100 * MS)
    // another quantum has not begun: nobody was there to wait for the end of the first
    expect(runs(made).slice(0, 2)).toEqual(['A 0–20005', 'B 20005–22005'])
  })

  test('does not go on with what was held back behind a packet that could not be stopped', () => {
    const made = gpuWorld({}, { preemption: { graphics: 'dma-buffer' }, quantum: { time: '10ms' } })
    of(made, 'A', 12 * MS)
    of(made, 'A', 3 * MS)
    of(made, 'B', 2 * MS)
    made.wait(100 * MS)
    expect(runs(made)).toEqual(['A 0–12000', 'B 12000–14000', 'A 14000–17000'])
  })

  test('begins no other quantum with a packet that starts as the quantum ends, or before the request for it has come', () => {
    for (const gpuTime of [10 * MS, 10 * MS + 2]) {
      const made = world({ time: '10ms' })
      of(made, 'A', gpuTime)
      of(made, 'A', 9 * MS)
      of(made, 'B', 2 * MS)
      made.wait(100 * MS)
      expect(runs(made)).toEqual([
        `A 0–${gpuTime}`,
        `A ${gpuTime}–10005`,
        'B 10005–12005',
        `A 12005–${12_005 + 9 * MS - (10_005 - gpuTime)}`,
      ])
    }
  })

  test('does not take the turn of the one that the engine was asked to stop for, and that has begun already', () => {
    const made = world({ time: '10ms' })
    of(made, 'A', 10 * MS + 2)
    of(made, 'B', 5 * MS)
    of(made, 'A', 5 * MS)
    made.wait(100 * MS)
    expect(runs(made)).toEqual(['A 0–10002', 'B 10002–10005', 'B 10005–15002', 'A 15002–20002'])
  })
})

describe('attempts', () => {
  test('find the engine idle, busy with the same context, or with what is more urgent', () => {
    const made = world({ time: '10ms' })
    submit(made, { context: 'H', gpuTime: 5 * MS, priority: 'high' })
    made.wait(1 * MS)
    submit(made, { context: 'H', gpuTime: 1 * MS, priority: 'high' })
    submit(made, { context: 'N', gpuTime: 1 * MS })
    made.wait(10 * MS)
    expect(attempts(made)).toEqual(['0 H MissNoCommand', '1000 H MissAlreadyRunning', '1000 N MissLessPriority'])
    expect(made.of('preemption-attempt').map(({ code, engine }) => [code, engine])).toEqual([
      [2, '3d'],
      [15, '3d'],
      [10, '3d'],
    ])
    expect(preemptions(made)).toEqual([])
  })

  test('succeed once, and find a request that is under way', () => {
    const made = world({ time: '10ms' })
    normal(made)
    made.wait(1 * MS)
    urgent(made, 'U')
    made.wait(2)
    urgent(made, 'V')
    made.wait(10 * MS)
    expect(attempts(made)).toEqual(['0 N MissNoCommand', '1000 U Success', '1002 V MissAlreadyPreempting'])
    expect(preemptions(made)).toEqual(['1000→1005 pixel, save 0, held 1'])
  })

  test('on a context that has just been preempted are refused for a while, then carried out', () => {
    const made = world({ time: '10ms', preemption: '1ms' })
    normal(made)
    made.wait(1 * MS)
    urgent(made, 'U')
    made.wait(500)
    urgent(made, 'V')
    made.wait(10 * MS)
    expect(attempts(made)).toEqual([
      '0 N MissNoCommand',
      '1000 U Success',
      // N goes on at 1,105, and is left in peace until 2,105
      '1500 V MissRemainingPreemptionQuantum',
      '2105 V Success',
    ])
    expect(packets(made).filter((packet) => /^V.*completed/.test(packet))).toEqual(['V#2 2110–2210 completed'])
  })

  test('are carried out when that while is over, also where another waits for the end of the quantum', () => {
    const made = world({ time: '10ms', preemption: '1ms' })
    normal(made)
    submit(made, { context: 'M', gpuTime: 5 * MS })
    made.wait(1 * MS)
    urgent(made, 'U')
    made.wait(500)
    urgent(made, 'V')
    made.wait(20 * MS)
    expect(attempts(made).slice(0, 5)).toEqual([
      '0 N MissNoCommand',
      '0 M MissRemainingQuantum',
      '1000 U Success',
      '1500 V MissRemainingPreemptionQuantum',
      '2105 V Success',
    ])
  })

  test('of a driver that disables preemption, which it may in the Windows 7 model, are not enabled [GP-03]', () => {
    const made = gpuWorld({}, { preemption: { model: 'win7' }, quantum: { time: '10ms' } })
    submit(made, { context: 'N', gpuTime: 5 * MS, disablePreemption: true })
    urgent(made, 'U')
    made.wait(10 * MS)
    expect(attempts(made)).toEqual(['0 N MissNoCommand', '0 U MissNotEnabled'])
  })
})

describe('between a stop and what follows', () => {
  test('the scheduler takes its time; the latency of the request is what it was', () => {
    const made = world(undefined, { preemptionTurnaround: '29us', contextRestore: '10us' })
    normal(made)
    urgent(made, 'U')
    made.wait(10 * MS)
    expect(preemptions(made)).toEqual(['0→5 pixel, save 0, held 1'])
    expect(packets(made)).toEqual([
      'N#1 0–5 preempted',
      // a context that was never saved has nothing to restore
      'U#1 34–134 completed',
      // 10 µs to restore; between two packets that nobody stopped there is no such time
      'N#2 144–5139 completed',
    ])
  })

  test('nothing else enters the engine meanwhile', () => {
    const made = world(undefined, { preemptionTurnaround: '29us' })
    normal(made)
    urgent(made, 'U')
    made.wait(20)
    submit(made, { context: 'V', gpuTime: 100, priority: 'realtime' })
    made.wait(10 * MS)
    expect(packets(made)).toEqual([
      'N#1 0–5 preempted',
      'V#1 34–134 completed',
      'U#1 134–234 completed',
      'N#2 234–5229 completed',
    ])
  })
})
