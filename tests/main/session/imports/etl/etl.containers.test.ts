/** What holds the records of an ETW log: buffers and headers, whole, malformed and compressed. */
import { describe, expect, it } from 'vitest'
import { everythingSaid, scenarioOf, textOf } from '../support'
import { fields, joined, patched } from '../writing'
import { at, C, context, imported, packet, steps } from './importing'
import * as etl from './logs'

describe('records of an ETW log', () => {
  const one = [...context, ...packet(1, 10, 20, 50)]

  it('are merged over buffers by time and place, whatever the order of the buffers [LB-19]', () => {
    const apart = one.map((record) => [record])
    const whole = imported(etl.log([one])).steps
    expect(imported(etl.log([...apart].reverse())).steps).toEqual(whole)
    expect(
      imported(
        etl.log([
          [one[1]!, one[3]!],
          [one[0]!, one[2]!],
        ]),
      ).steps,
    ).toEqual(whole)
    expect(whole).toHaveLength(1)
  })

  it('have extended items before their payload, and other kinds between them [LB-19]', () => {
    const items = joined(
      fields([2, 0], [2, 1], [2, 1], [2, 5], [8, 0xff]),
      fields([2, 0], [2, 2], [2, 0], [2, 8], [8, 0xee]),
    )
    const kernel = etl.padded(joined(fields([2, 1], [1, 3], [1, 0xc0], [2, 20], [2, 9]), new Uint8Array(12)))
    const classic = etl.padded(joined(fields([2, 21], [1, 0x14], [1, 0xc0]), new Uint8Array(17)))
    const all = imported(
      etl.log([
        [
          kernel,
          classic,
          ...context,
          etl.event(178, etl.queued(C, 1), at(10, { items })),
          ...packet(1, 10, 20, 50).slice(1),
          etl.event(0, Uint8Array.of(0x41, 0), at(11, { provider: 'steamvr' })),
          etl.event(178, etl.queued(C, 9), at(12, { provider: 'other' })),
        ],
      ]),
    )
    expect(all.steps).toEqual(imported(etl.log([one])).steps)
    expect(everythingSaid(all)).toContain('3 records of other kinds')
    expect(everythingSaid(all)).toContain('1 frame mark of SteamVR')
    expect(everythingSaid(all)).toContain('1 event of another provider')
  })

  it('may be shorter or longer than their layout [LB-19]', () => {
    const long = etl.log([
      [...context, etl.event(178, joined(etl.queued(C, 1), new Uint8Array(24)), at(10)), ...one.slice(2)],
    ])
    expect(imported(long).steps).toHaveLength(1)
    const short = etl.log([
      [
        ...one,
        ...[22, 23, 30, 33, 35, 36, 43, 78, 175, 177, 181, 250, 274, 320, 339, 366, 367].map((id) =>
          etl.event(id, new Uint8Array(3), at(60)),
        ),
      ],
    ])
    const all = imported(short)
    expect(all.damage).toBeNull()
    expect(scenarioOf(all).steps.length).toBeGreaterThanOrEqual(1)
  })

  it.each([
    ['counter', { clock: 1 }, 20],
    ['system time', { clock: 2, frequency: 0 }, 6],
    ['32-bit header', { kind: 1 as const }, 20],
  ])('are timed by the clock of the log: %s [LB-19]', (_name, options, time) => {
    const all = imported(etl.log([[...context, ...packet(1, 20, 21, 22)]], options))
    expect(steps(all)).toMatchObject([{ at: time }])
  })

  it('that were lost are said first [LB-19]', () => {
    const all = imported(etl.log([one], { eventsLost: 3, buffersLost: 1 }))
    expect(all.report.warnings[0]).toContain('lost 3 events and 1 buffer')
  })

  it.each([
    ['events', 0x02],
    ['a buffer', 0x04],
  ])(
    'that were lost are said where only a buffer tells, as in a log that was not ended: %s [LB-19]',
    (_what, flags) => {
      const file = (options: Parameters<typeof etl.header>[0]) =>
        joined(etl.buffer([etl.header(options)]), etl.buffer(one, { flags }), etl.buffer([], { flags: 0x01 }))
      const said = 'the log lost events before 1 buffer, as is said there: what they said is missing'
      expect(imported(file({})).report.warnings).toEqual([said])
      // how many the header knows
      expect(imported(file({ eventsLost: 3 })).report.warnings).toEqual([
        'the log lost 3 events while it was recorded: what they said is missing',
      ])
    },
  )

  it('that a copy lacks are said where it is cut between two buffers, and nothing else tells [LB-19]', () => {
    const whole = etl.log([one, packet(2, 60, 70, 80)], { buffers: 3 })
    const cut = imported(whole.subarray(0, -8192))
    expect([imported(whole).report.warnings, cut.damage, cut.report.warnings]).toEqual([
      [],
      null,
      ['the log says that it has 3 buffers, of which 2 are there: what the other said is missing; copy the whole file'],
    ])
    expect(() => imported(whole.subarray(0, 8192))).toThrow(
      /^the log says that it has 3 buffers, of which 1 is there: what the others said/,
    )
    // where it is cut in a buffer, that is said already
    const within = imported(whole.subarray(0, -8000))
    expect([within.damage, within.report.warnings]).toEqual([
      'offset 16384: found a buffer of 8192 bytes; expected 72 to 192',
      [],
    ])
    // what is malformed before the end is another thing
    const both = etl.log([one, packet(2, 60, 70, 80), packet(3, 90, 91, 92)], { buffers: 4 }).slice(0, -8192)
    both.set([3, 0], 2 * 8192 + 72)
    const damaged = imported(both)
    expect([damaged.damage, damaged.report.warnings]).toEqual([
      expect.stringContaining('offset 16456: found a record'),
      ['the log says that it has 4 buffers, of which 3 are there: what the other said is missing; copy the whole file'],
    ])
  })

  it('never let the names in the header out [LB-19]', () => {
    const all = imported(etl.log([one]))
    expect(textOf(all) + everythingSaid(all)).not.toMatch(/jane|Users|session of/)
  })

  it('follow a header as long as its names make it [LB-19]', () => {
    const name = `C:\\Users\\jane.doe\\${'recordings\\'.repeat(20)}log.etl`
    const all = imported(etl.log([one], { name }))
    expect(all.steps).toEqual(imported(etl.log([one])).steps)
    expect(textOf(all) + everythingSaid(all)).not.toMatch(/jane|Users|recordings/)
  })
})

describe('a malformed ETW log', () => {
  const one = [...context, ...packet(1, 10, 20, 50)]
  const good = etl.log([one])
  const second = 8192
  it.each([
    ['a record of another kind first', patched(good, 74, Uint8Array.of(0x13)), 'offset 72: found a record of kind 19'],
    ['clock 3', etl.log([one], { clock: 3 }), 'found clock 3; expected 1'],
    ['a clock that stands', etl.log([one], { frequency: 0 }), 'found 0 ticks a second'],
    [
      'compressed in another way',
      patched(etl.log([one], { mode: 0x04000000 }), 0x2c, Uint8Array.of(4)),
      'offset 44: found a log compressed by XPRESS with Huffman codes; expected XPRESS, or a log without',
    ],
    ['nothing but the header', etl.log([]), 'no GPU work of any process'],
    ['the beginning alone', good.subarray(0, 100), 'offset '],
  ])('is refused with its place: %s [LB-19]', (_name, file, message) => {
    expect(() => imported(file)).toThrow(message)
  })

  it.each([
    ['a buffer smaller than its header', fields([4, 71]), second * 2],
    ['a buffer beyond the end', fields([4, 9000]), second * 2],
    ['more filled than there is', fields([4, 8192], [44, 0], [4, 8193]), second * 2 + 0x30],
    ['nothing filled', fields([4, 8192], [44, 0], [4, 0]), second * 2 + 0x30],
  ])('is imported up to where it is, which is said: %s [LB-19]', (_name, head, offset) => {
    const all = imported(joined(good, patched(etl.buffer([]), 0, head)))
    expect(all.steps).toHaveLength(1)
    expect(all.damage).toContain(`offset ${offset}: `)
  })

  it('skips the rest of a buffer after a record that is none, says it, and goes on with the next [LB-19]', () => {
    const broken = etl.buffer([
      one[0]!,
      fields([2, 4], [1, 0x13], [1, 0xc0], [4, 0]),
      etl.event(178, etl.queued(C, 9), at(9)),
    ])
    const all = imported(joined(etl.buffer([etl.header()]), broken, etl.buffer(one)))
    expect(all.steps).toHaveLength(1)
    expect(all.damage).toContain(`offset ${8192 + 72 + one[0]!.length}: `)
  })

  const squeezed = etl.compressed(etl.buffer(one))
  it.each([
    [
      'its end is missing',
      joined(fields([4, squeezed.length - 16]), squeezed.subarray(4, -16)),
      2,
      'a compressed buffer of',
    ],
    [
      'it is larger than it says',
      patched(squeezed, 0x30, fields([4, 72 + 8 * 40])),
      2,
      'found a compressed buffer with',
    ],
    ['it is smaller than it says', patched(squeezed, 0x30, fields([4, 4096])), 1, 'a compressed buffer of'],
    ['it is more than a buffer holds', patched(squeezed, 0x30, fields([4, 0xffffffff])), 0, '4294967295 bytes filled'],
  ])('keeps of a compressed buffer what comes of it, and says its place: %s [LB-19]', (_name, broken, kept, said) => {
    const before = joined(etl.buffer([etl.header({ mode: 0x04000000 })]), etl.compressed(etl.buffer(one)))
    const all = imported(joined(before, broken))
    expect(all.damage).toContain(`offset ${before.length + (kept === 0 ? 0x30 : 0)}: `)
    expect(all.damage).toContain(said)
    expect(all.steps.length).toBeGreaterThanOrEqual(1)
  })

  it('ends where a buffer has no size [LB-19]', () => {
    const all = imported(joined(good, new Uint8Array(4096)))
    expect([all.steps.length, all.damage]).toEqual([1, null])
  })
})

describe('a compressed ETW log', () => {
  const all = Array.from({ length: 36 }, (_, i) => packet(i + 1, 10 + 5 * i, 20 + 5 * i, 23 + 5 * i)).flat()
  // of equal time, in one buffer and in two
  const alike = [1, 2, 3].map((sequence) => etl.event(178, etl.queued(C, 900 + sequence), at(400)))
  const ends = [1, 2, 3].flatMap((sequence) => packet(900 + sequence, 400, 500 + sequence, 503 + sequence).slice(1))
  const buffers = [
    [...context, ...all.slice(0, 54)],
    [...all.slice(54), alike[0]!],
    [alike[1]!, alike[2]!, ...ends],
  ]

  it('is that of the same buffers uncompressed, also where some are not compressed [LB-19]', () => {
    const header = etl.buffer([etl.header({ mode: 0x04000000 })])
    const plain = buffers.map((records) => etl.buffer(records))
    const expected = imported(etl.log(buffers))
    expect(expected.steps.length).toBe(39)
    const every = joined(header, ...plain.map(etl.compressed))
    expect(every.length).toBeLessThan(header.length + 8192)
    expect(imported(every)).toEqual(expected)
    expect(imported(joined(header, plain[0]!, etl.compressed(plain[1]!), plain[2]!))).toEqual(expected)
  })

  it('is refused nothing for what its first buffer calls the compression of ETW’s own sessions [LB-19]', () => {
    const header = patched(etl.buffer([etl.header({ mode: 0x04000000 })]), 0x2c, Uint8Array.of(3))
    expect(imported(joined(header, etl.compressed(etl.buffer(buffers[0]!)))).damage).toBeNull()
  })
})
