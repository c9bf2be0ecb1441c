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
  it('is kept by 96 MiB, at once or before the callback returns, in several', () => {
    expect(
      said('frees', 'told to free', notified(5 * S, 1), freed(5 * S, 40 * MIB), freed(5 * S + 9, 56 * MIB)),
    ).toBeNull()
  })

  it('is broken by a byte less, and what was freed before counts for nothing', () => {
    const records = [freed(4 * S, 96 * MIB), notified(5 * S, 1), freed(5 * S, 96 * MIB - 1)]
    expect(said('frees', 'told to free', ...records)).toContain(`it evicted ${96 * MIB - 1},`)
  })

  it('is not asked of what takes no notifications, nor at another moment', () => {
    expect(said('frees', 'told to free', notified(5 * S, 0))).toBeNull()
    expect(said('frees', 'told to free', notified(5 * S - 1, 1))).toBeNull()
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
    'of 2 presses on the new device 1 were submitted, in “removed device”',
  )
})
