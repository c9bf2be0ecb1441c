/** The verbs of background processing: what each call returns, what is said of a refused one, and what `drain` waits for. */
import { describe, expect, test } from 'vitest'
import type { ValueOf } from '../../../../main/session/verbs/action'
import { drainQueues } from '../../../../main/session/verbs/background'
import { MIB, MS, S, type TestWorld, worldOf } from '../../support/world'

const EFFECTS = ['Blur', 'Sharpen'].map((name) => ({ name, gpuTime: '3ms', resources: [{ name: 'main', size: MIB }] }))

function world(developerMode = true): TestWorld {
  return worldOf({ system: { developerMode }, app: { effects: EFFECTS } })
}

const setMode = (to: TestWorld, value: ValueOf<'setBackgroundProcessingMode'>): string =>
  to.do({ verb: 'setBackgroundProcessingMode', value })
const findings = (of: TestWorld): string[] => of.of('finding').map(({ rule, message }) => `${rule}: ${message}`)
const called = (of: TestWorld): string[] =>
  of.of('background-mode').map(({ t, mode, action, result }) => `${t} ${mode} ${action} ${result}`)

describe('SetBackgroundProcessingMode', () => {
  test('that is taken is recorded, and its event is there by name [BP-12]', () => {
    const w = world()
    expect(setMode(w, { mode: 'ALLOWED', action: 'COMMIT_RESULTS', event: 'e' })).toBe('S_OK')
    expect(called(w)).toEqual(['0 ALLOWED COMMIT_RESULTS S_OK'])
    expect(w.events.get('e')?.name).toBe('e')
    expect(findings(w)).toEqual([])
  })

  test.each<[string, ValueOf<'setBackgroundProcessingMode'>, boolean, string]>([
    [
      'an event without a commit [BP-12]',
      { mode: 'ALLOWED', action: 'KEEP_ALL', event: 'e' },
      true,
      'BP-12: SetBackgroundProcessingMode(ALLOWED, KEEP_ALL, e) returned E_INVALIDARG: hEventToSignalUponCompletion must be null unless the action is a commit',
    ],
    [
      'what needs developer mode [BP-15]',
      { mode: 'DISABLE_BACKGROUND_WORK', action: 'KEEP_ALL' },
      false,
      'BP-15: SetBackgroundProcessingMode(DISABLE_BACKGROUND_WORK, KEEP_ALL, null) returned E_INVALIDARG: developer mode is needed',
    ],
  ])('with %s is refused, and a finding says why', (_what, value, developer, finding) => {
    const w = world(developer)
    expect(setMode(w, value)).toBe('E_INVALIDARG')
    expect(findings(w)).toEqual([finding])
    expect(w.events.size).toBe(0)
    expect(w.device.background.mode).toBe('ALLOWED')
  })

  test('on a removed device is refused by the rule of removal [RS-07]', () => {
    const w = world()
    w.device.remove('DXGI_ERROR_DEVICE_HUNG', 'a test')
    expect(setMode(w, { mode: 'ALLOWED', action: 'KEEP_ALL' })).toBe('DXGI_ERROR_DEVICE_REMOVED')
    expect(findings(w).at(-1)).toMatch(/^RS-07: .*the device is removed$/)
  })

  test('with drain is called when all that the app has submitted so far has finished, in the name of its step [BP-23]', () => {
    const w = world()
    w.do({ verb: 'apply', value: 'Blur' })
    expect(setMode(w, { mode: 'ALLOWED', action: 'DISCARD_PREVIOUS', drain: true })).toBe('S_OK')
    w.do({ verb: 'apply', value: 'Sharpen' })
    expect(called(w)).toEqual([])
    w.wait(20 * MS)
    const [blur] = w.of('packet').filter(({ command }) => command === 'Blur')
    expect(called(w)).toEqual([`${blur?.end} ALLOWED DISCARD_PREVIOUS S_OK`])
    expect(w.of('background-mode')).toMatchObject([{ cause: 2 }])
  })
})

describe('draining a device that is removed [BP-23 RS-07]', () => {
  const drained = { mode: 'ALLOWED', action: 'COMMIT_RESULTS', event: 'e', drain: true } as const

  test('fails at once, as any later call does, though what was dropped never finishes', () => {
    const w = world()
    w.do({ verb: 'apply', value: 'Blur' })
    w.do({ verb: 'apply', value: 'Sharpen' })
    w.device.remove('DXGI_ERROR_DEVICE_HUNG', 'a test')
    expect(setMode(w, drained)).toBe('DXGI_ERROR_DEVICE_REMOVED')
    expect(called(w)).toEqual(['0 ALLOWED COMMIT_RESULTS DXGI_ERROR_DEVICE_REMOVED'])
    expect(findings(w).at(-1)).toMatch(/^RS-07: .*the device is removed$/)
    expect(w.events.size).toBe(0)
  })

  test('on the way ends the waiting: the call fails then, once, in the name of its step', () => {
    const w = worldOf({ system: { tdr: { level: 'recover' } }, app: { effects: EFFECTS } })
    w.do({ verb: 'inject', value: { fault: 'hang', count: 1 } })
    w.do({ verb: 'submit', value: { engine: 'compute', gpuTime: MS, priority: 'normal' } })
    expect(setMode(w, drained)).toBe('S_OK')
    w.wait(20 * S)
    const [removal] = w.of('device-removed')
    expect(removal?.t).toBeGreaterThan(2 * S)
    expect(called(w)).toEqual([`${removal?.t} ALLOWED COMMIT_RESULTS DXGI_ERROR_DEVICE_REMOVED`])
    expect(w.of('background-mode')).toMatchObject([{ cause: 3 }])
  })

  test('after it is over changes nothing of it', () => {
    const w = world()
    w.do({ verb: 'submit', value: { engine: 'compute', gpuTime: MS, priority: 'normal' } })
    setMode(w, drained)
    w.wait(2 * MS)
    w.device.remove('DXGI_ERROR_DEVICE_HUNG', 'a test')
    w.wait(S)
    expect(called(w)).toEqual([`${MS} ALLOWED COMMIT_RESULTS S_OK`])
  })
})

describe('draining a device that gives way to another [BP-23 RS-14]', () => {
  const drained = { mode: 'ALLOW_INTRUSIVE_MEASUREMENTS', action: 'COMMIT_RESULTS', event: 'e', drain: true } as const

  test.each([1, 3])('calls the new one, once, where %i submissions were under way', (count) => {
    const w = world()
    for (let i = 0; i < count; i++) w.do({ verb: 'apply', value: 'Blur' })
    expect(setMode(w, drained)).toBe('S_OK')
    w.wait(MS)
    const before = w.device
    w.do({ verb: 'recreateDevice', value: true })
    w.wait(S)
    expect(called(w)).toEqual([`${MS} ALLOW_INTRUSIVE_MEASUREMENTS COMMIT_RESULTS S_OK`])
    expect(w.of('background-mode')).toMatchObject([{ cause: count + 1 }])
    expect([before.background.mode, w.device.background.mode]).toEqual(['ALLOWED', 'ALLOW_INTRUSIVE_MEASUREMENTS'])
    expect(w.events.get('e')?.signalled).toBe(true)
  })
})

test('draining waits for every queue of the app, and for nothing when nothing is submitted [BP-23]', () => {
  const w = world()
  let drained = 0
  drainQueues(w, () => drained++)
  expect(drained).toBe(1)
  for (const [engine, gpuTime] of [
    ['3d', 10],
    ['copy', 40],
  ] as const)
    w.do({ verb: 'submit', value: { engine, gpuTime, priority: 'normal' } })
  drainQueues(w, () => drained++)
  w.wait(39)
  expect(drained).toBe(1)
  w.wait(1)
  expect(drained).toBe(2)
})

describe('setConstants', () => {
  const set = (to: TestWorld, effect: string, constants: Record<string, number[]>): string =>
    to.do({ verb: 'setConstants', value: { effect, constants } })

  test('is for the next draw of the effect [BP-26]', () => {
    const w = world()
    const before = w.editor.draws.constantsOf(w.editor.effect('Blur')!)
    expect(set(w, 'Blur', { radius: [3] })).toBe('S_OK')
    expect(w.editor.draws.constantsOf(w.editor.effect('Blur')!)).toEqual({ ...before, radius: [3] })
    expect(findings(w)).toEqual([])
  })

  test.each([
    ['Blur', { radius: [1.5] }, 'radius (1, whole, 1 to 24)'],
    ['Blur', { nothing: [1] }, 'radius (1, whole, 1 to 24)'],
    ['Blur', { radius: [1, 2] }, 'radius (1, whole, 1 to 24)'],
    ['Nobody', { radius: [1] }, 'there is no such effect'],
  ])('%s %j is refused as a whole, with what it has', (effect, constants, has) => {
    const w = world()
    const before = w.editor.draws.constantsOf(w.editor.effect('Blur')!)
    expect(set(w, effect, constants)).toBe('E_INVALIDARG')
    expect(findings(w)[0]).toContain(`BP-26: constants of ${effect} were not set to ${JSON.stringify(constants)}`)
    expect(findings(w)[0]).toContain(has)
    expect(w.editor.draws.constantsOf(w.editor.effect('Blur')!)).toEqual(before)
  })
})
