import { describe, expect, it } from 'vitest'
import { momentText, oneLine, summaryText } from '../../../main/cli/summary-text'
import { runScenario } from '../../../main/session/run/runner'
import type { Summary } from '../../../main/session/run/summary'
import { scenario } from '../session/live-rig'

describe('a moment', () => {
  it.each([
    [0, '0.000 s'],
    [12_000_000, '12.000 s'],
    [1_234_500, '1.2345 s'],
    [1_234_567, '1.234567 s'],
    [1_000_010, '1.00001 s'],
  ])('%d µs is %s: exact, with three decimals at least', (us, text) => {
    expect(momentText(us)).toBe(text)
  })
})

it('a name cannot break the layout or steer the terminal', () => {
  expect(oneLine('a\nb\u001b[31mc')).toBe('a b [31mc')
})

describe('the summary of a run', () => {
  const lineOf = (summary: Summary, name: string): string | undefined =>
    summaryText(summary, [])
      .split('\n')
      .find((line) => line.startsWith(`  ${name} `))
      ?.slice(2 + name.length)
      .trim()

  async function summary(of: Partial<Summary>): Promise<Summary> {
    return { ...(await runScenario(scenario({ until: '1ms' }))).summary, ...of }
  }

  it('says nothing where nothing happened', async () => {
    const quiet = await summary({})
    expect(lineOf(quiet, 'expectations')).toBe('none')
    expect(lineOf(quiet, 'GPU resets')).toBe('none')
    expect(lineOf(quiet, 'delays')).toBe('none')
    expect(lineOf({ ...quiet, worstCompositorLatency: null }, 'compositor latency')).toBe('nothing was presented')
  })

  it('has units, and of delays what was waited for, the longest first [LB-10]', async () => {
    const { delays, ...others } = await summary({
      evictions: 12_345,
      bytesEvicted: 1536,
      engineResets: 1,
      bugCheck: true,
    })
    const busy: Summary = { ...others, delays: { ...delays, count: 2, worst: 16_670, run: 4_000, 'page-in': 31_250 } }
    expect(lineOf(busy, 'evictions')).toBe('12,345 (1.5 KiB)')
    expect(lineOf(busy, 'GPU resets')).toBe('1 engine, 0 adapter; bug check')
    expect(lineOf(busy, 'delays')).toBe('2, the worst 16.67 ms late: page-in 31.25 ms, run 4 ms')
  })

  it('has whole bytes, also where they were held for a part of a second', async () => {
    expect(lineOf(await summary({ localByteSeconds: 131.203072 }), 'memory held')).toBe('131 B·s')
  })

  it('has one torn flip, and several', async () => {
    const quiet = await summary({ missedVerticalBlanks: 3 })
    expect(lineOf({ ...quiet, tears: 1 }, 'missed vertical blanks')).toBe('3, and 1 torn flip')
    expect(lineOf({ ...quiet, tears: 2 }, 'missed vertical blanks')).toBe('3, and 2 torn flips')
  })

  it('says which expectations failed, with what was found [SC-15]', async () => {
    const failed = await summary({ ok: false, expectations: { passed: 3, failed: 1 } })
    const text = summaryText(failed, [{ ok: false, step: 4, t: 1_500, condition: { evictions: 2 }, found: 3 }])
    expect(text).toContain('FAILED\n')
    expect(lineOf(failed, 'expectations')).toBe('3 passed, 1 failed')
    expect(text.trimEnd().split('\n').at(-1)).toBe('  failed: steps[4] at 1500us: expected {"evictions":2}, found 3')
  })
})
