/**
 * One list of faults: what the schema names is carried out by the engine, and what the engine asks for can be written in a
 * scenario. For each name there is a scenario here whose run is another one with the fault than without it.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { FAULTS, type FaultName } from '../../../../../main/sim/faults'
import { playAsWritten, type ScenarioFile } from '../../../policies/support/play'
import { compiling, evicting, type Fault, splitting } from '../../verbs/fault-files'

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url))

/** The enumeration that a reader of the schema file sees. */
function namesOfSchema(): string[] {
  const schema = JSON.parse(readFileSync(join(ROOT, 'resources/scenario.schema.json'), 'utf8')) as {
    $defs: { step: { properties: { inject: { properties: { fault: { enum: string[] } } } } } }
  }
  return schema.$defs.step.properties.inject.properties.fault.enum
}

/** Steps with `fault` before them; the app has one effect with a callback of its policy. */
const inSteps =
  (...steps: Record<string, unknown>[]) =>
  (faults: readonly Fault[]): ScenarioFile => ({
    system: { compositor: { enabled: false } },
    app: { policy: 'none', effects: [{ name: 'A', gpuTime: '1ms', resources: [{ name: 'r', size: '1MiB' }] }] },
    steps: [...faults.map((inject) => ({ at: 0, inject })), ...steps],
    until: '20s',
  })

const trimmed = inSteps({ at: 0, policy: 'fence-lru' }, { at: '1s', apply: 'A' }, { at: '2s', periodicTrim: true })

const STALE = JSON.parse(readFileSync(join(ROOT, 'resources/scenarios/df-stale.json'), 'utf8')) as ScenarioFile
/** The shipped scenario with these faults, at 10 ms, instead of its own. */
const moving = (faults: readonly Fault[]): ScenarioFile => ({
  ...STALE,
  steps: (STALE.steps ?? []).flatMap((step) => {
    if ('inject' in step || 'expect' in step) return []
    return step.at === '10ms' ? [...faults.map((inject) => ({ at: '10ms', inject })), step] : [step]
  }),
})

/** What a fault is injected with, and the file that it does something in. */
const SHOWN: Record<FaultName, [Omit<Fault, 'fault'>, (faults: readonly Fault[]) => ScenarioFile]> = {
  'register-out-of-memory': [{}, trimmed],
  'callback-throws': [{}, trimmed],
  'callback-takes': [{ duration: '1s' }, trimmed],
  'allocation-fails': [{}, inSteps({ at: '1s', addEffect: { name: 'B', resources: [{ name: 'r', size: '1MiB' }] } })],
  'make-resident-fails': [{}, inSteps({ at: '1s', makeResident: { names: ['A.r'] } })],
  hang: [{ duration: '5ms' }, inSteps({ at: '1s', apply: 'A' })],
  'engine-reset-fails': [
    {},
    (faults) => inSteps({ at: 0, inject: { fault: 'hang' } }, { at: '1s', apply: 'A' })(faults),
  ],
  'reserve-fails': [{}, moving],
  'stale-descriptor': [{ count: 3 }, moving],
  'stale-mapping': [{}, moving],
  'build-paging-buffer-fails': [{}, evicting],
  'touches-after-unmap': [{}, evicting],
  'leaks-bindings': [{}, splitting],
  'changes-split-buffer': [{}, (faults) => splitting(faults, { physicalAdapters: 2 })],
  'background-task-throws': [{}, compiling],
  'background-task-callback-throws': [{}, compiling],
  'background-task-cancel-throws': [{}, (faults) => compiling(faults, [{ at: '401ms', recreateDevice: true }])],
  'queue-processing-work-fails': [{}, compiling],
  'driver-call-throws': [{ call: 'BuildPagingBuffer' }, evicting],
}

/** What happened, without which step led to it. */
async function happened(file: ScenarioFile): Promise<string[]> {
  const { lines } = await playAsWritten(file)
  return lines.map(({ cause: _cause, ...line }) => JSON.stringify(line))
}

describe('the faults of the schema', () => {
  test('are those that the engine has, in both directions [SC-03] [SC-14]', () => {
    expect(namesOfSchema()).toEqual([...FAULTS])
    expect(Object.keys(SHOWN).sort()).toEqual([...FAULTS].sort())
  })

  test.each(namesOfSchema())(
    '%s is carried out: the run is another one with it [SC-14]',
    async (fault) => {
      const [said, file] = SHOWN[fault as FaultName]
      const without = await happened(file([]))
      const withFault = await happened(file([{ fault, ...said }]))
      // the same file gives the same run, so that what differs is the fault's doing
      expect(await happened(file([]))).toEqual(without)
      expect(withFault).not.toEqual(without)
    },
    30_000,
  )
})

test('what the engine asks for by name can be written, and nothing else is asked for [SC-14]', () => {
  const asked = readdirSync(join(ROOT, 'main'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) => [
      ...readFileSync(join(ROOT, 'main', path), 'utf8').matchAll(
        /(?:\.take|hrowIfPlanned|mayThrow\?\.|survive)\(\s*'([^']+)'/g,
      ),
    ])
    .map(([, name]) => name as string)
    // a call of the driver, as the fault driver-call-throws names it
    .filter((name) => name !== 'SetBackgroundProcessingMode')
  expect([...new Set(asked)].sort()).toEqual([...namesOfSchema()].sort())
})
