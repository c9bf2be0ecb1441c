import { describe, expect, test } from 'vitest'
import { parseScenario, parseScenarioText, type Scenario, validateScenario } from '../../../../../main/session/scenario'
import { EXAMPLE } from '../example'
import { STEPS } from '../example-steps'

function scenarioOf(value: unknown): Scenario {
  const result = validateScenario(value)
  if (!result.ok) throw new Error(JSON.stringify(result.problems, null, 2))
  return result.scenario
}

const MIB = 1_048_576

describe('SC, the file', () => {
  test('everything but the version is optional, and has the default of the example', () => {
    const { $schema: _, ...example } = EXAMPLE
    const minimal = scenarioOf({ trimline: 1 })
    const full = scenarioOf({ ...example, steps: [] })
    expect(minimal).toEqual({
      ...full,
      name: 'untitled',
      system: { ...full.system, budget: minimal.system.budget },
      until: 1_000_000,
    })
  })

  test('the example resolves to bytes and microseconds', () => {
    const { system, app, steps, until } = scenarioOf(EXAMPLE)
    expect(system).toMatchObject({ localMemory: 2048 * MIB, budget: 1843 * MIB, pagingBandwidth: 8192 * MIB })
    expect(system.periodicTrim).toEqual({ interval: 10_000_000, idleAfter: 5_000_000, whileActive: false })
    expect(app.effects[1]).toEqual({
      name: 'Grayscale',
      gpuTime: 2000,
      resources: [
        { name: 'convert', size: 32 * MIB, resident: false },
        { name: 'luminance', size: 65_536, resident: false },
      ],
    })
    expect(steps).toEqual([
      { at: 0, verb: 'apply', value: 'Blur' },
      { at: 1_000_000, verb: 'idle', value: true },
      { at: 30_000_000, verb: 'idle', value: false },
      { at: 31_000_000, verb: 'budget', value: 64 * MIB },
      { at: 32_000_000, verb: 'expect', value: { resident: ['Blur.main'], localUsage: { max: 64 * MIB } } },
    ])
    expect(until).toBe(60_000_000)
  })

  test('a resource may say its heap, its priority and that the driver compresses it', () => {
    const said = { name: 'r', size: '1MiB', heap: 'upload', compressed: true, priority: 'low' }
    const { effects } = scenarioOf({ trimline: 1, app: { effects: [{ name: 'A', resources: [said] }] } }).app
    expect(effects[0]?.resources).toEqual([{ ...said, size: MIB, resident: true }])
  })

  test('an upload heap fits the non-local segment, however small local memory is; with unified memory the local one', () => {
    const app = { effects: [{ name: 'A', resources: [{ name: 'r', size: '8MiB', heap: 'upload' }] }] }
    expect(scenarioOf({ trimline: 1, system: { localMemory: '1MiB' }, app }).app.effects).toHaveLength(1)
    const unified = { localSegment: 'aperture', localMemory: '8MiB', nonLocalMemory: 0 }
    expect(scenarioOf({ trimline: 1, system: unified, app }).app.effects).toHaveLength(1)
  })

  test.each([
    ['2GiB', 1_932_722_176],
    ['64KiB', 0],
    ['10MiB', 9 * MIB],
    [9_007_199_254_675_456, 8_106_479_329_148_928],
  ])('the budget of %s is 90 % down to 64 KiB', (localMemory, budget) => {
    const effects: unknown[] = []
    expect(scenarioOf({ trimline: 1, system: { localMemory }, app: { effects } }).system.budget).toBe(budget)
  })

  test('the run ends one second after the last step unless said', () => {
    const steps = [
      { at: '1s', idle: true },
      { at: '7s', idle: false },
    ]
    expect(scenarioOf({ trimline: 1, steps }).until).toBe(8_000_000)
    expect(scenarioOf({ trimline: 1, steps, until: '7s' }).until).toBe(7_000_000)
    expect(scenarioOf({ trimline: 1, steps: [{ at: Number.MAX_SAFE_INTEGER, idle: true }] }).until).toBe(
      Number.MAX_SAFE_INTEGER,
    )
  })

  test('SC, every verb resolves to its value', () => {
    const steps = STEPS.map(([step]) => ({ at: '1s', ...step }))
    expect(scenarioOf({ trimline: 1, steps }).steps).toEqual(
      STEPS.map(([step, value]) => ({ at: 1_000_000, verb: Object.keys(step)[0], value })),
    )
  })

  test('an effect that was removed can be added again, and names count when they exist', () => {
    const effect = { name: 'Glow', resources: [{ name: 'r', size: 1 }] }
    const steps = [
      { at: 0, addEffect: effect },
      { at: 1, apply: 'Glow' },
      { at: 2, removeEffect: 'Glow' },
      { at: 2, addEffect: effect },
      { at: 3, expect: { notResident: ['Glow.r'] } },
    ]
    expect(scenarioOf({ trimline: 1, steps }).steps).toHaveLength(5)
  })

  test('a byte order mark is fine, and names may be any text', () => {
    const text = `\uFEFF${JSON.stringify({ trimline: 1, name: '', app: { effects: [{ name: '__proto__' }] } })}`
    for (const result of [parseScenarioText(text), parseScenario(new TextEncoder().encode(text))]) {
      expect(result).toMatchObject({ ok: true, scenario: { app: { effects: [{ name: '__proto__' }] } } })
    }
  })
})
