import { describe, expect, it } from 'vitest'
import { type KitRun, RULES } from '../../../../main/session/kit/rules'
import type { Workload } from '../../../../main/session/kit/workloads'
import type { TraceRecord } from '../../../../main/sim/trace-records'

const MIB = 1024 * 1024
const S = 1_000_000

const finding = (rule: string, message: string): TraceRecord => ({ t: 1, type: 'finding', rule, message })
function notified(t: number, callbacks: number): TraceRecord {
  return { t, type: 'notification', flags: 4, bytesToTrim: 96 * MIB, callbacks }
}
const freed = (t: number, bytes: number): TraceRecord => ({ t, type: 'callback', cookie: 1, evicted: 1, bytes })
const pressed = (t: number): TraceRecord => ({ t, type: 'apply', effect: 'Blur', submission: 1 })

/** What the rule says of a run of that workload with these records. */
function said(name: string, workload: Workload, ...records: TraceRecord[]): string | null {
  const rule = RULES.find((one) => one.name === name)
  if (rule === undefined) throw new Error(`there is no rule ${name}`)
  const runs: KitRun[] = [{ workload, records }]
  return rule.broken(runs)
}

describe('a finding of the policy’s is one of the rule that it breaks, and of no other [LB-16]', () => {
  it.each([
    ['loads', 'LB-15', 'p:1: no default export (cannot be used, and things go on as with none)'],
    ['calls', 'LB-15', 'p:1: Error: x (cannot be used, and things go on as with none) (in prepare)'],
    ['calls', 'LB-15', 'p:1: Error: x (in onTrim) (in deviceRemoved) (in prepare)'],
    ['every-flag', 'LB-15', 'p:1: Error: x (in onTrim; this was its tenth fault, and things go on as with none)'],
    ['calls', 'LB-15', 'p: evict: found 3, expected a list'],
    ['in-use', 'RS-07', 'Blur.main was evicted while a running packet uses it'],
    ['in-use', 'LB-15', 'p:1: evict: the GPU uses Blur.main (in prepare)'],
    ['calls', 'LB-15', 'p:1: Error: evict: the GPU uses Blur.main (in prepare)'],
    ['calls', 'LB-15', 'p:1: evict: Blur.main is not resident (in onTrim)'],
    ['calls', 'LB-15', 'p:1: makeResident: expected a unit that is tracked, found 3 (in deviceRemoved)'],
    ['every-flag', 'LB-15', 'p:1: Error: evict: Blur.main is not resident (in onTrim)'],
    ['limits', 'LB-15', 'p:1: out of memory: a policy may have 32 MiB (in onTrim)'],
    ['limits', 'LB-15', 'p:1: it did not end: stopped after all the work that one call may do (in prepare)'],
    ['calls', 'LB-15', 'p:1: Error: out of memory: more than there is (in prepare)'],
    ['every-flag', 'LB-15', 'p: TypeError: x is not a function (in onTrim)'],
    ['removed-device', 'LB-15', 'p: TypeError: x is not a function (in deviceRemoved)'],
    ['registers-once', 'TN-08', 'the callback is registered already'],
  ])('%s: %s: %s', (name, rule, message) => {
    const others = RULES.filter((one) => ['loads', 'calls', 'in-use', 'limits', 'every-flag'].includes(one.name))
    const broken = [...others.map((one) => one.name), name].filter(
      (one) => said(one, 'in flight', finding(rule, message))?.startsWith(message) === true,
    )
    // `removed-device` asks for presses as well: another finding is not what it says
    expect([...new Set(broken)]).toEqual([name])
  })

  it('a finding about something else is of none', () => {
    for (const { name } of RULES.filter((one) => one.name !== 'removed-device'))
      expect(said(name, 'in flight', finding('RS-07', 'Blur.main is not resident'), finding('GP-25', 'x'))).toBeNull()
  })
})

describe('frees what it is told to [LB-16]', () => {
  const created = (bytes: number): TraceRecord => ({
    t: 0,
    type: 'create',
    resource: 'Blur.main',
    bytes,
    resident: true,
  })
  const evicted = (t: number): TraceRecord => ({
    t,
    type: 'evict',
    resource: 'Blur.main',
    bytes: 200 * MIB,
    reason: 'budget',
    references: 0,
    policy: 'mine.mjs',
  })

  it('is kept by 96 MiB, at once or before the callback returns, in several', () => {
    const records = [created(200 * MIB), notified(5 * S, 1), freed(5 * S, 40 * MIB), freed(5 * S + 9, 56 * MIB)]
    expect(said('frees', 'told to free', ...records)).toBeNull()
  })

  it('is broken by a byte less, and what was freed before counts for nothing', () => {
    const records = [created(200 * MIB), freed(4 * S, 96 * MIB), notified(5 * S, 1), freed(5 * S, 96 * MIB - 1)]
    expect(said('frees', 'told to free', ...records)).toBe(
      `told by TRIM_TO_BUDGET to free ${96 * MIB} bytes, it evicted ${96 * MIB - 1} and left ${200 * MIB} idle, in “told to free”`,
    )
  })

  it('is kept by less where nothing is left to evict, as it went before or goes now [TN-19]', () => {
    const told = [notified(5 * S, 1), freed(5 * S, 0)]
    expect(said('frees', 'told to free', created(200 * MIB), evicted(4 * S), ...told)).toBeNull()
    expect(
      said('frees', 'told to free', created(20 * MIB), notified(5 * S, 1), evicted(5 * S), freed(5 * S, 20 * MIB)),
    ).toBeNull()
    // made resident again since
    const back: TraceRecord = { t: 4 * S, type: 'make-resident', resources: ['Blur.main'], bytes: 200 * MIB, fence: 1 }
    expect(said('frees', 'told to free', created(200 * MIB), evicted(3 * S), back, ...told)).toContain(
      'it evicted 0 and',
    )
  })

  it('is asked at each of the three notifications by itself', () => {
    for (const at of [8 * S, 11 * S]) {
      const before = [created(200 * MIB), notified(5 * S, 1), freed(5 * S, 96 * MIB), notified(at, 1)]
      expect(said('frees', 'told to free', ...before, freed(at, 96 * MIB))).toBeNull()
      expect(said('frees', 'told to free', ...before, freed(at, 1))).toContain('_TRIM and TRIM_TO_BUDGET to free')
    }
  })

  it('is not asked of what takes no notifications, nor at another moment', () => {
    expect(said('frees', 'told to free', created(200 * MIB), notified(5 * S, 0))).toBeNull()
    expect(said('frees', 'told to free', created(200 * MIB), notified(5 * S - 1, 1))).toBeNull()
  })
})

describe('registers once [LB-16]', () => {
  it('is broken by two callbacks', () => {
    expect(said('registers-once', 'in flight', notified(1, 1))).toBeNull()
    expect(said('registers-once', 'in flight', notified(1, 2))).toBe(
      'a notification reached 2 callbacks, in “in flight”',
    )
  })

  it('is broken by a callback after another policy took over, at 41 s of editing', () => {
    expect(said('registers-once', 'editing', notified(41 * S, 0))).toBeNull()
    expect(said('registers-once', 'editing', notified(41 * S, 1))).toContain('when another policy was in charge')
    expect(said('registers-once', 'in flight', notified(41 * S, 1))).toBeNull()
  })
})

it('survives a removed device: both presses from 12 s on are submitted [LB-16]', () => {
  const presses = [pressed(1 * S), pressed(12 * S), pressed(13 * S)]
  expect(said('removed-device', 'removed device', ...presses)).toBeNull()
  expect(said('removed-device', 'removed device', ...presses.slice(0, 2))).toBe(
    'of 2 presses on the new device 1 was submitted, in “removed device”',
  )
})
