/** The scheduler's numbers with their meaning. */
import { describe, expect, it } from 'vitest'
import type { GpuView } from '../../../../preload/contract'
import { TERMS } from '../../../../renderer/glossary/terms'
import { numbersOf } from '../../../../renderer/instruments/gpu/number-list'
import { NO_GPU } from '../../../../renderer/store/gpu'

const gpu: GpuView = {
  ...NO_GPU,
  verticalBlanks: 600,
  missedVerticalBlanks: 3,
  worstCompositorLatency: 30_000,
  p99CompositorLatency: 900,
  engines: [{ name: '3d', depth: 2, queue: [], waiting: 4, preempting: null, busy: 2_500_000 }],
}

describe('numbers', () => {
  it('name their clause, and say which of them are bad', () => {
    const numbers = numbersOf(gpu, 10_000_000)
    const find = (term: string) => numbers.find((number) => number.term === term)
    expect(find('Missed')).toMatchObject({ value: '3', bad: true })
    expect(find('Worst latency')).toMatchObject({ value: '30 ms', bad: true })
    expect(find('99th percentile latency')).toMatchObject({ value: '900 µs', bad: false })
    expect(find('3D busy')).toMatchObject({ value: '25 %' })
    const withoutClause = numbers.filter(({ meaning }) => !/GP-\d\d/.test(meaning)).map(({ term }) => term)
    expect(withoutClause).toEqual([])
  })

  it('are none before the compositor presented', () => {
    const numbers = numbersOf(NO_GPU, 0)
    expect(numbers.find(({ term }) => term === 'Worst latency')?.value).toBe('none yet')
    expect(numbers.some(({ bad }) => bad)).toBe(false)
  })

  it.each<[keyof GpuView, number, string]>([
    ['tears', 1, 'Tears'],
    ['engineResets', 1, 'Engine resets'],
    ['adapterResets', 1, 'Adapter resets'],
    ['framesDropped', 1, 'Frames dropped'],
    ['missedVerticalBlanks', 1, 'Missed'],
    // longer than a period of 60 Hz, 16 666.7 µs
    ['worstCompositorLatency', 16_667, 'Worst latency'],
    ['p99CompositorLatency', 16_667, '99th percentile latency'],
  ])('are bad where something went wrong: %s of %i', (name, value, term) => {
    const bad = (count: number) =>
      numbersOf({ ...NO_GPU, refreshRate: 60, [name]: count }, 0).flatMap((each) => (each.bad ? [each.term] : []))
    expect([bad(value - 1), bad(value)]).toEqual([[], [term]])
  })

  it('do not call blanks of all time what the compositor, which rests, has counted [GP-09]', () => {
    const displays = [
      { refreshRate: 60, verticalBlanks: 600, missed: 0 },
      { refreshRate: 144, verticalBlanks: 1440, missed: 2 },
    ]
    for (const shown of [gpu, { ...gpu, displays }]) {
      const meanings = numbersOf(shown, 3_600_000_000).flatMap(({ term, meaning }) =>
        /^(Vertical b|B)lanks/.test(term) ? [meaning] : [],
      )
      expect(meanings).toHaveLength(shown === gpu ? 1 : 3)
      for (const meaning of meanings) {
        expect(meaning).toContain('that the compositor has handled')
        // two displays blank at their own rates: no number of all of them lies at a time of one
        expect(meaning).not.toMatch(/[Nn]umber k/)
      }
    }
  })

  it('say of a dropped frame what the glossary says: a removed device drops them, too [LB-10]', () => {
    const said = numbersOf(gpu, 0).find(({ term }) => term === 'Frames dropped')?.meaning
    const meant = TERMS.find(({ term }) => term === 'Dropped frame')?.meaning
    for (const text of [said, meant])
      expect(text).toMatch(/as many as may be were under way, .* was lost, or the device was removed/)
  })

  it('say of a quantum how long one that was preempted is left in peace, where it is', () => {
    const meaning = (preemption: number) =>
      numbersOf({ ...NO_GPU, quantum: { time: 10_000, preemption }, attempts: [] }, 0).find(
        ({ term }) => term === 'Quantum',
      )?.meaning
    expect(meaning(1000)).toContain('left in peace for 1 ms')
    expect(meaning(0)).not.toContain('peace')
  })
})

describe('displays, quantum and attempts', () => {
  const terms = (gpu: GpuView) => numbersOf(gpu, 0).map(({ term, value }) => `${term}: ${value}`)

  it('are shown where there are several displays, and a quantum', () => {
    const displays = [
      { refreshRate: 60, verticalBlanks: 600, missed: 0 },
      { refreshRate: 144, verticalBlanks: 1440, missed: 2 },
    ]
    const attempts = [
      { result: 'Success', code: 1, count: 17 },
      { result: 'MissRemainingQuantum', code: 11, count: 64 },
    ]
    const gpu = { ...NO_GPU, displays, attempts, quantum: { time: 10_000, preemption: 1000 } }
    expect(terms(gpu)).toEqual(
      expect.arrayContaining([
        'Blanks, 60 Hz: 600',
        'Missed, 60 Hz: 0',
        'Blanks, 144 Hz: 1,440',
        'Missed, 144 Hz: 2',
        'Quantum: 10 ms',
        'Attempts: Success: 17',
        'Attempts: MissRemainingQuantum: 64',
      ]),
    )
    expect(numbersOf(gpu, 0).every(({ meaning }) => /GP-\d\d/.test(meaning))).toBe(true)
    const missed = numbersOf(gpu, 0).filter(({ bad }) => bad)
    expect(missed.map(({ term }) => term)).toEqual(['Missed, 144 Hz'])
    const codes = numbersOf(gpu, 0).filter(({ term }) => term.startsWith('Attempts'))
    expect(codes.map(({ meaning }) => meaning.match(/RESULT (\d+) /)?.[1])).toEqual(['1', '11'])
  })

  it('are not, where there is one display and no quantum', () => {
    const gpu = { ...NO_GPU, displays: [{ refreshRate: 60, verticalBlanks: 600, missed: 0 }] }
    expect(terms(gpu).filter((term) => /^(Blanks,|Missed,|Quantum|Attempts)/.test(term))).toEqual([])
  })
})
