/** SC-03 */
import { readFileSync } from 'node:fs'
import Ajv from 'ajv/dist/2020'
import { describe, expect, test } from 'vitest'
import { schemaText, validateScenario } from '../../../../../main/session/scenario'
import { EXAMPLE } from '../example'
import { STEPS } from '../example-steps'

const validate = new Ajv({ strictTypes: false }).compile(JSON.parse(schemaText()))

test('the committed schema is the generated one (npm run schema writes it) [SC-03]', () => {
  const path = new URL('../../../../../resources/scenario.schema.json', import.meta.url)
  expect(readFileSync(path, 'utf8')).toBe(schemaText())
})

describe('the schema and the parser agree [SC-03]', () => {
  test.each<[string, unknown]>([
    ['the example', EXAMPLE],
    ['the smallest file', { trimline: 1 }],
    ...STEPS.map(([step], i): [string, unknown] => [
      JSON.stringify(step),
      // some use what those before them made
      { trimline: 1, steps: STEPS.slice(0, i + 1).map(([one]) => ({ at: 0, ...one })) },
    ]),
  ])('both accept %s', (_name, file) => {
    expect(validate(file), JSON.stringify(validate.errors)).toBe(true)
    expect(validateScenario(file).ok).toBe(true)
  })

  test.each<[string, unknown]>([
    ['another version', { trimline: 2 }],
    ['an unknown field', { trimline: 1, nme: '' }],
    ['an unknown field deep inside', { trimline: 1, system: { tdr: { lvl: 1 } } }],
    ['a size without a unit', { trimline: 1, system: { localMemory: '64' } }],
    ['a fraction of bytes', { trimline: 1, system: { localMemory: 0.5 } }],
    ['a segment of odd size', { trimline: 1, system: { localMemory: 65_537 } }],
    ['a step without a verb', { trimline: 1, steps: [{ at: 0 }] }],
    ['a step with two verbs', { trimline: 1, steps: [{ at: 0, idle: true, lock: true }] }],
    ['a step without a time', { trimline: 1, steps: [{ idle: true }] }],
    ['an unknown verb', { trimline: 1, steps: [{ at: 0, compact: {} }] }],
    ['a pool without a name', { trimline: 1, app: { pools: [{}] } }],
    ['blocks of odd size', { trimline: 1, app: { blockSize: 65_537 } }],
    ['a clip without a size', { trimline: 1, app: { clips: [{ name: 'Beach', width: 1 }] } }],
    ['no allocation', { trimline: 1, steps: [{ at: 0, allocate: { name: 'a', size: 1, count: 0 } }] }],
    ['half a range of sizes', { trimline: 1, steps: [{ at: 0, allocate: { name: 'a', size: { min: '64KiB' } } }] }],
    [
      'no share',
      {
        trimline: 1,
        steps: [
          { at: 0, allocate: { name: 'a', size: 1 } },
          { at: 0, free: { name: 'a', share: 0 } },
        ],
      },
    ],
    ['a layout without pools', { trimline: 1, steps: [{ at: 0, layout: { pools: [] } }] }],
    ['a call that does not exist', { trimline: 1, steps: [{ at: 0, defragmentation: { call: 'pass' } }] }],
    ['limits of a pass', { trimline: 1, steps: [{ at: 0, defragmentation: { call: 'run', algorithm: 'fast' } }] }],
    [
      'more than all fragmented',
      { trimline: 1, steps: [{ at: 0, expect: { fragmentation: { DEFAULT: { max: 2 } } } }] },
    ],
    ['an engine that nothing is submitted to', { trimline: 1, steps: [{ at: 0, submit: { engine: 'paging' } }] }],
    ['a hardware queue that is too deep', { trimline: 1, system: { driver: { queueDepth: 65 } } }],
    ['a cap that stands twice', { trimline: 1, system: { driver: { flipCaps: ['FlipInterval', 'FlipInterval'] } } }],
    ['no setting', { trimline: 1, steps: [{ at: 0, system: { tdr: {} } }] }],
    ['a rule that is none', { trimline: 1, steps: [{ at: 0, expect: { rules: { gp5: 1 } } }] }],
    ['no rule', { trimline: 1, steps: [{ at: 0, expect: { rules: {} } }] }],
    [
      'a moment that no timeline has',
      { trimline: 1, steps: [{ at: 0, timeline: { edit: 'split', at: 24 * 3_600_000_000 + 1 } }] },
    ],
    ['suspend: false', { trimline: 1, steps: [{ at: 0, suspend: false }] }],
    ['repeated flags', { trimline: 1, steps: [{ at: 0, notify: { flags: ['PERIODIC_TRIM', 'PERIODIC_TRIM'] } }] }],
    ['no condition', { trimline: 1, steps: [{ at: 0, expect: {} }] }],
    ['no core', { trimline: 1, system: { cpu: { cores: 0 } } }],
    ['a thread that loses all its speed', { trimline: 1, system: { cpu: { smtSlowdown: 1 } } }],
    ['a mode without its name', { trimline: 1, steps: [{ at: 0, setBackgroundProcessingMode: {} }] }],
    ['no frame', { trimline: 1, steps: [{ at: 0, frames: { count: 0 } }] }],
    ['no constant', { trimline: 1, steps: [{ at: 0, setConstants: { effect: 'Blur', constants: {} } }] }],
    [
      'a constant that GLSL reserves',
      { trimline: 1, steps: [{ at: 0, setConstants: { effect: 'Blur', constants: { gl_a: 1 } } }] },
    ],
    [
      'a constant without a number',
      { trimline: 1, steps: [{ at: 0, setConstants: { effect: 'Blur', constants: { a: [] } } }] },
    ],
    ['no workflow', { trimline: 1, steps: [{ at: 0, expect: { workflows: {} } }] }],
    ['no bound', { trimline: 1, steps: [{ at: 0, expect: { localUsage: {} } }] }],
  ])('both refuse %s', (_name, file) => {
    expect(validate(file)).toBe(false)
    expect(validateScenario(file).ok).toBe(false)
  })

  test('it states the defaults, which the parser fills in', () => {
    const { properties } = JSON.parse(schemaText()) as { properties: Record<string, { default?: unknown }> }
    const defaults = Object.entries(properties).filter(([, field]) => field.default !== undefined)
    const spelled = { trimline: 1, ...Object.fromEntries(defaults.map(([name, field]) => [name, field.default])) }
    expect(defaults.map(([name]) => name)).toEqual(['name', 'seed', 'system', 'app', 'steps'])
    expect(validateScenario(spelled)).toEqual(validateScenario({ trimline: 1 }))
  })
})
