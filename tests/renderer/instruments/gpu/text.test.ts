import { describe, expect, it } from 'vitest'
import { SubmitFlags } from '../../../../main/drivers/kmd/scheduling-caps'
import type { GpuView } from '../../../../preload/contract'
import {
  flagNames,
  keptCount,
  lanesSummary,
  packetFacts,
  packetSentence,
  preemptionFacts,
  queueFacts,
} from '../../../../renderer/instruments/gpu/text'
import { NO_GPU } from '../../../../renderer/store/gpu'
import { historyOf } from '../../store/support/gpu-frames'

const history = historyOf(
  [
    {
      start: 2_000,
      end: 6_500,
      submitted: 1_000,
      kind: 'present',
      context: 1,
      command: 2,
      fence: 4_711,
      flags: 0x92,
      switch: 50,
      outcome: 'preempted',
      allocations: 7,
      named: [3, 4],
    },
    { start: 7_000, end: 8_000, engine: 'copy', command: 5 },
  ],
  ['app', 'dwm', 'compose, then "flip"', 'Blur.main', 'Blur.kernel', ''],
)

describe('a packet in words', () => {
  it('tells everything that is known of it', () => {
    const facts = Object.fromEntries(packetFacts(history, 0).map(({ term, value }) => [term, value]))
    expect(facts).toMatchObject({
      Kind: 'Present',
      Engine: '3D',
      Context: 'dwm',
      Fence: '4,711',
      Flags: 'Present + Flip + Resubmission',
      Allocations: '7: Blur.main, Blur.kernel, …',
      Submitted: '0.001 s',
      Ran: '4.5 ms',
      Latency: '5.5 ms',
      'Switch cost': '50 µs',
    })
    expect(facts.Outcome).toContain('preempted')
    expect(facts.ETW).toBe('DmaPacketStart (175), 0 · DmaPacket (177), 2')
  })

  it('is one sentence for screen readers', () => {
    expect(packetSentence(history, 1)).toBe('Standard packet of app on Copy: started at 0.007 s, ran 1 ms, completed')
  })

  it('names the flags of a present of a window as they are published [GP-27]', () => {
    expect(flagNames(SubmitFlags.Present | SubmitFlags.RedirectedPresent)).toBe('Present + RedirectedPresent')
  })

  it('has no flags when none is set', () => {
    expect(flagNames(0)).toBe('none')
    expect(flagNames(0x41)).toBe('Paging + ContextSwitch')
  })
})

describe('a preemption request in words', () => {
  it('tells its latency, where the engine stopped and why (GP-06, GP-08)', () => {
    const bar = { x: 0, width: 1, requested: 100, stopped: 350, boundary: 4, reason: 1, held: 1, count: 3 }
    const facts = Object.fromEntries(preemptionFacts(bar).map(({ term, value }) => [term, value]))
    expect(facts).toMatchObject({ Latency: '250 µs', Where: 'at the next pixel', 'Taken back': '1 packet' })
    expect(facts.Why).toContain('GP-08')
    expect(facts['Requests here']).toContain('3')
  })
})

const gpu: GpuView = {
  ...NO_GPU,
  verticalBlanks: 600,
  missedVerticalBlanks: 3,
  worstCompositorLatency: 30_000,
  p99CompositorLatency: 900,
  engines: [{ name: '3d', depth: 2, queue: [], waiting: 4, preempting: null, busy: 2_500_000 }],
}

describe('the hardware queue in words', () => {
  it('says what is in each slot, what it does, and how many packets wait for one [GP-27]', () => {
    const packet = { context: 'app', kind: 'standard' as const, command: 'Blur', fence: 1, start: 100, hung: false }
    const queue = [packet, { ...packet, context: 'dwm', kind: 'present' as const, command: '', start: null }]
    const [engine] = gpu.engines
    const full = { ...gpu, engines: [{ ...engine!, queue }] }
    expect(queueFacts(full, 0)).toEqual([
      { term: 'Slot 1', value: 'Standard: Blur of app, runs' },
      { term: 'Slot 2', value: 'Present: dwm' },
      { term: 'Wait for a slot', value: '4' },
    ])
    expect(queueFacts(gpu, 0)[0]).toEqual({ term: 'Slot 1', value: 'empty' })
    const lazy = { ...packet, kind: 'context-switch' as const, context: 'null', command: 'context switch' }
    const switches = { ...gpu, engines: [{ ...engine!, queue: [lazy] }] }
    expect(queueFacts(switches, 0)[0]).toEqual({ term: 'Slot 1', value: 'Context switch: to the null context, runs' })
    const hung = { ...gpu, engines: [{ ...engine!, queue: [{ ...packet, hung: true }] }] }
    expect(queueFacts(hung, 0)[0]).toEqual({ term: 'Slot 1', value: 'Standard: Blur of app, hangs' })
  })

  it('is nothing of an engine that is not there', () => {
    expect(queueFacts(gpu, 1)).toEqual([])
  })
})

describe('the summary', () => {
  it('tells of each engine what is in view', () => {
    const text = lanesSummary(gpu, 250_000, 10_000_000, [1, 0, 0, 0, 12], [0.25, 0, 0, 0, 1])
    expect(text).toContain('250 ms until 10.000 s')
    expect(text).toContain('3D: 1 packet, busy 25 %, 4 queued')
    expect(text).toContain('Paging: 12 packets, busy 100 %')
    expect(text).toContain('3 of 600 vertical blanks missed')
  })
})

describe('packets that are kept', () => {
  it('are counted to the last one where time stands still, and as at least so many while it goes on [GP-27]', () => {
    expect([999, 3279, 20_000].map((count) => keptCount(count, true))).toEqual(['999', '3,270+', '20,000+'])
    expect([0, 3279].map((count) => keptCount(count, false))).toEqual(['0', '3,279'])
  })
})
