/** Where the segments of a chain lead, from a session that has run. */
import { describe, expect, it } from 'vitest'
import type { DelaySegmentView } from '../../../../preload/contract'
import { fullName } from '../../../../renderer/store/allocations'
import { packetOf, packetsNamed, resourceOf, targetName, targetOf } from '../../../../renderer/store/delays/links'
import type { InterfaceState } from '../../../../renderer/store/model'
import { rig } from '../../../main/session/live-rig'

/** The press of B, which takes the memory of A. */
function chosen(): { shown: InterfaceState; of(kind: DelaySegmentView['kind']): DelaySegmentView } {
  const live = rig({
    system: { localMemory: '96MiB', budget: '96MiB', pagingBandwidth: '4GiB', periodicTrim: { idleAfter: '10h' } },
    app: {
      policy: 'none',
      effects: ['A', 'B'].map((name) => ({
        name,
        gpuTime: '4ms',
        resources: [{ name: 'r', size: '64MiB', resident: name === 'A' }],
      })),
    },
  })
  live.elapse(100)
  live.must({ kind: 'applyEffect', effect: 'B' })
  live.elapse(200)
  const id = live.shown.delayRows.find(({ title }) => title === 'press of B')?.id ?? 0
  live.must({ kind: 'selectDelay', id })
  const { shown } = live
  return {
    shown,
    of(kind) {
      const found = shown.delay?.segments.find((segment) => segment.kind === kind)
      if (found === undefined) throw new Error(`found no ${kind}`)
      return found
    },
  }
}

describe('a segment leads', () => {
  it('to the packet that it names, as it ran then', () => {
    const { shown, of } = chosen()
    const run = of('run')
    const target = targetOf(shown, run)
    const id = packetOf(shown.gpuHistory, run)
    expect(target).toEqual({ tab: 'gpu', packet: id })
    const { packets, names } = shown.gpuHistory
    const slot = packets.slotOf(id ?? -1)
    const { starts, ends, commands } = packets.columns
    expect([starts[slot], ends[slot], names[commands[slot] as number]]).toEqual([run.start, run.end, 'B'])
    // not yet, and never
    expect(packetOf(shown.gpuHistory, { ...run, start: run.start - 9, end: run.start - 5 })).toBeNull()
    const other = { engine: '3d', context: 'app', command: 'C' } as const
    expect(packetOf(shown.gpuHistory, { ...run, packet: other })).toBeNull()
  })

  it('to packets that are outlined in their lanes, those of the time that is shown [LB-08]', () => {
    const { shown, of } = chosen()
    const { gpuHistory, delay } = shown
    const segments = delay?.segments ?? []
    // the switches before it ran name the same, which ran in two parts as a vertical blank came between
    const runs = segments.filter(({ kind }) => kind === 'run')
    expect(runs).toHaveLength(2)
    const { packets, names } = gpuHistory
    const { starts, ends, commands } = packets.columns
    const all = { from: 0, to: shown.clock.now }
    const outlined = packetsNamed(gpuHistory, [...segments, ...segments], all).map((id) => {
      const slot = packets.slotOf(id)
      return [names[commands[slot] as number], starts[slot], ends[slot]]
    })
    expect(outlined).toEqual(runs.map(({ packet, start, end }) => [packet?.command, start, end]))
    // of others nothing is in sight
    const { start, end } = of('run')
    expect(packetsNamed(gpuHistory, segments, { from: 0, to: start - 1_000_000 })).toEqual([])
    expect(packetsNamed(gpuHistory, [of('run')], { from: end + 1, to: all.to })).toEqual([])
    expect(packetsNamed(gpuHistory, [of('page-in')], all)).toEqual([])
  })

  it('to the resource that was moved, while it is there', () => {
    const { shown, of } = chosen()
    const target = targetOf(shown, of('page-out'))
    expect(target).toEqual({ tab: 'memory', resource: resourceOf(shown, 'A.r') })
    expect(fullName(shown.allocations, resourceOf(shown, 'A.r') ?? -1)).toBe('A.r')
    expect(targetOf(shown, { ...of('page-out'), resource: 'Z.r' })).toEqual({ tab: 'memory', resource: null })
  })

  it('to the notification whose callback held the policy’s lock', () => {
    const { shown, of } = chosen()
    const waits = { ...of('vertical-blank'), kind: 'policy-wait', callback: 3 } as const
    expect(targetOf(shown, waits)).toEqual({ tab: 'notifications' })
    expect(targetName(targetOf(shown, waits))).toBe('the notification')
  })

  it('to what was paged, where the policy waits until what it made resident is in place [LB-09] [PL-34]', () => {
    const { shown, of } = chosen()
    const waits = { ...of('vertical-blank'), kind: 'policy-wait', record: { t: 0, line: 2 } } as const
    expect(targetOf(shown, waits)).toEqual({ tab: 'memory', resource: null })
    expect(targetName(targetOf(shown, waits))).toBe('what was paged, in Memory')
    expect(targetName(targetOf(shown, of('page-out')))).toBe('the resource in Memory')
    expect(targetName(targetOf(shown, of('run')))).toBe('the GPU lanes')
  })

  it('to its moment, where nothing has a place of its own', () => {
    const { shown, of } = chosen()
    expect(targetOf(shown, of('vertical-blank'))).toEqual({ tab: 'gpu', packet: null })
    // nobody knows what the policy waited for
    expect(targetOf(shown, { ...of('vertical-blank'), kind: 'policy-wait' })).toEqual({ tab: 'gpu', packet: null })
  })
})
