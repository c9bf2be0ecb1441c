import { describe, expect, it, test } from 'vitest'
import { parseCommand } from '../../../../main/session/commands/schema'
import { ALL_OF_IT, type ImportText, readImport } from '../../../../renderer/editor/importing/form'

const read = (typed: Partial<ImportText>) => readImport({ ...ALL_OF_IT, ...typed })

describe('what is asked for of a recording [LB-19]', () => {
  it('is all of it as long as nothing is written: no option, which a recording of another kind would refuse', () => {
    expect(read({})).toEqual({ ok: true, options: {} })
    expect(read({ from: ' ', interval: 'nonsense' })).toEqual({ ok: true, options: {} })
  })

  it('is what is written, in µs and bytes', () => {
    const all = { from: '1.5', until: '2 min', speed: '0.5', process: '4711', unknownSize: '64 KiB', anonymous: true }
    expect(read(all)).toEqual({
      ok: true,
      options: {
        from: 1_500_000,
        until: 120_000_000,
        speed: 0.5,
        process: 4711,
        unknownSize: 65_536,
        anonymous: true,
      },
    })
    expect(read({ uses: 'evidence' })).toEqual({ ok: true, options: { uses: { kind: 'evidence' } } })
    expect(read({ uses: 'every', interval: '16' })).toEqual({
      ok: true,
      options: { uses: { kind: 'every', interval: 16_000 } },
    })
  })

  it('passes the gate at every limit', () => {
    const limits: Partial<ImportText>[] = [
      { from: '0 s', until: '1 µs', speed: '0.001', process: '0', unknownSize: '1' },
      { until: '168 h', speed: '1000000', process: '4294967295', uses: 'every', interval: '1 ms' },
    ]
    for (const limit of limits) {
      const answer = read(limit)
      expect(answer.ok && parseCommand({ kind: 'importCapture', options: answer.options }).ok, `${answer.ok}`).toBe(
        true,
      )
    }
  })

  test.each<[Partial<ImportText>, Record<string, RegExp>]>([
    [{ from: 'noon' }, { from: /^“noon” is not a duration\./ }],
    [{ until: '-1 s' }, { until: /is not a duration/ }],
    [{ from: '2 s', until: '2 s' }, { until: /after that at which the part begins/ }],
    [{ until: '0' }, { until: /after that at which the part begins/ }],
    [{ speed: '0' }, { speed: /^Found “0”, expected a number from 0\.001 to 1,000,000/ }],
    [{ speed: '-1' }, { speed: /expected a number/ }],
    [{ speed: '1e3' }, { speed: /expected a number/ }],
    [{ process: 'dwm.exe' }, { process: /^Found “dwm\.exe”, expected a whole number from 0 to 4,294,967,295/ }],
    [{ unknownSize: '0' }, { unknownSize: /^The smallest size here is 1 B/ }],
    [{ uses: 'every', interval: '999 µs' }, { interval: /^Enter a duration from 1 ms/ }],
    [
      { from: 'x', speed: 'y' },
      { from: /x/, speed: /y/ },
    ],
  ])('%j is told beside its field', (typed, expected) => {
    const answer = read(typed)
    const errors = answer.ok ? {} : answer.errors
    expect(Object.keys(errors).sort()).toEqual(Object.keys(expected).sort())
    for (const [field, message] of Object.entries(expected))
      expect(errors[field as keyof typeof errors]).toMatch(message)
  })
})
