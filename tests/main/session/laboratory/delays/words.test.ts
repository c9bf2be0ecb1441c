import { describe, expect, it } from 'vitest'
import type { ChainSegment, OutReason } from '../../../../../main/session/laboratory/delays/types'
import { segmentText, titleText, whyText } from '../../../../../main/session/laboratory/delays/words'

const MIB = 1024 * 1024
const record = { t: 12_000_000, index: 40 }
const at = { start: 0, end: 1, record }
const packet = { engine: '3d', context: 'editor', command: 'Blur', kind: 'standard' } as const

describe('what was pressed, or presented to which display', () => {
  it.each([
    ['press of Blur', { what: 'press', name: 'Blur', set: null }],
    ['frame', { what: 'frame', name: 'frame', set: null }],
    ['press of a set of nothing', { what: 'press', name: 'use', set: [] }],
    ['press of a set (a, b, c) in render', { what: 'press', name: 'render', set: ['a', 'b', 'c'] }],
    ['present', { what: 'present', name: 'present', set: null }],
    ['present 2', { what: 'present', name: 'present 2', set: null }],
    ['frame', { what: 'frame', name: 'frame', set: null }],
    ['press of a set (a, b, c and 2 more)', { what: 'press', name: 'use', set: ['a', 'b', 'c', 'd', 'e'] }],
  ] as const)('%s [LB-08]', (text, pressed) => {
    expect(titleText(pressed)).toBe(text)
  })
})

describe('what it waited for', () => {
  it.each<[string, ChainSegment]>([
    ['Blur of editor on 3d', { ...at, kind: 'run', on: 'gpu', packet }],
    ['on the processor', { ...at, kind: 'run', on: 'processor', packet: null }],
    ['the processor, for earlier frames', { ...at, kind: 'queue', on: 'processor', packet: null }],
    ['the processor, for other threads', { ...at, kind: 'engine', on: 'processor', packet: null }],
    ['work that has no name', { ...at, kind: 'queue', on: 'gpu', packet: null }],
    [
      'swap (present) of desktop on 3d',
      { ...at, kind: 'engine', on: 'gpu', packet: { ...packet, context: 'desktop', command: 'swap', kind: 'present' } },
    ],
    [
      'switch to the null context on paging',
      {
        ...at,
        kind: 'context-switch',
        packet: { engine: 'paging', context: 'null', command: 'context switch', kind: 'context-switch' },
      },
    ],
    [
      '3d, for a timeout (timeout)',
      { ...at, kind: 'preemption', request: { engine: '3d', reason: 'timeout', context: null } },
    ],
    ['a request that has no name', { ...at, kind: 'preempted', request: null }],
    ['B.r (2 MiB), for nobody', { ...at, kind: 'page-out', resource: 'B.r', bytes: 2 * MIB, for: null }],
    ['display 2', { ...at, kind: 'vertical-blank', display: 2 }],
    [
      'fence-lru: its lock, held by callback 7 of notification 3',
      { ...at, kind: 'policy-wait', policy: 'fence-lru', callback: { cookie: 7, notification: 3 }, packet: null },
    ],
    [
      'clock: until the GPU has finished Blur of editor on 3d',
      { ...at, kind: 'policy-wait', policy: 'clock', callback: null, packet },
    ],
    [
      'dawn: until what it made resident is in place',
      {
        ...at,
        kind: 'policy-wait',
        policy: 'dawn',
        callback: null,
        packet: null,
        record: { t: 5, index: 3 },
      },
    ],
    ['dawn', { ...at, kind: 'policy-wait', policy: 'dawn', callback: null, packet: null, record: null }],
  ])('%s [LB-08]', (text, segment) => {
    expect(segmentText(segment)).toBe(text)
  })

  it('says of several that were put together how long each kind took, and names the longest [LB-08]', () => {
    const segment: ChainSegment = { ...at, kind: 'run', on: 'gpu', packet }
    const times = { run: 1_500, engine: 2_000, 'context-switch': 30 }
    expect(segmentText({ ...segment, together: { pieces: 12, times } })).toBe(
      '12 pieces: engine 2 ms, run 1.5 ms, context-switch 30 µs; the longest: run, Blur of editor on 3d',
    )
  })
})

describe('why something was out', () => {
  const words = { where: () => 'at 12.000 s', flags: (flags: number) => ` (flags ${flags})` }
  type Evicted = Extract<OutReason, { because: 'evicted' }>
  const nothing: Evicted['occasion'] = {
    t: 12_000_000,
    policy: 'fence-lru',
    rule: 'periodic',
    callback: null,
    press: null,
  }
  const evicted = (occasion: Partial<Evicted['occasion']>, whose: string | null = null): OutReason => ({
    because: 'evicted',
    record,
    occasion: { ...nothing, ...occasion },
    pagedOut: { for: whose, record },
  })

  it.each<[string, OutReason]>([
    ['never resident before, created at 12.000 s', { because: 'never-resident', record }],
    ['lost with its device at 12.000 s', { because: 'lost-with-device', record }],
    ['taken by the kernel for B.r at 12.000 s', { because: 'reclaimed', record, for: 'B.r' }],
    ['evicted by fence-lru (periodic) at 12.000 s', evicted({})],
    ['let go by the app at 12.000 s', evicted({ policy: null, rule: 'explicit' })],
    ['evicted by hand (explicit) at 12.000 s', evicted({ policy: 'by hand', rule: 'explicit' })],
    [
      'evicted by fence-lru (periodic) in callback 0 of notification 2 (flags 1) at 12.000 s; its memory went to B.r',
      evicted({ callback: { cookie: 0, notification: 2, flags: 1 } }, 'B.r'),
    ],
    [
      'evicted by fence-lru (budget) at the press of Blur (submission 4) at 12.000 s',
      evicted({ rule: 'budget', press: { effect: 'Blur', submission: 4 } }),
    ],
    [
      'evicted by fence-lru (budget) at the press of a set (submission 4) at 12.000 s',
      evicted({ rule: 'budget', press: { effect: null, submission: 4 } }),
    ],
  ])('%s [LB-09]', (text, why) => {
    expect(whyText(why, words)).toBe(text)
  })
})
