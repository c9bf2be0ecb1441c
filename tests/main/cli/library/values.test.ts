/** What the library says of what plain JavaScript hands it (SC-02). */
import { describe, expect, it } from 'vitest'
import { bound, checkPolicy, compare, importRecording, run } from '../../../../main/cli/library/library'

const SCENARIO = { trimline: 1, name: 'one press', steps: [{ at: '100ms', apply: 'Blur' }] }

/** As from JavaScript, without types. */
const call = (fn: (...args: never[]) => Promise<unknown>, ...args: unknown[]): Promise<unknown> =>
  Reflect.apply(fn, undefined, args)

describe('arguments that are none', () => {
  it.each([
    ['capacity', bound, [SCENARIO, 'all'], 'found capacity "all", expected "budget" or "segment"'],
    ['capacity that is null', bound, [SCENARIO, null], 'found capacity null, expected "budget" or "segment"'],
    ['seed, a text', run, [SCENARIO, { seed: '1' }], 'found seed "1", expected'],
    ['seed, negative', run, [SCENARIO, { seed: -1 }], 'found seed -1, expected'],
    ['seed, no whole number', run, [SCENARIO, { seed: 1.5 }], 'found seed 1.5, expected'],
    ['seed, not a number', run, [SCENARIO, { seed: Number.NaN }], 'found seed NaN, expected'],
    ['options', run, [SCENARIO, 5], 'found options 5, expected an object'],
    ['trace', run, [SCENARIO, { trace: 5 }], 'found trace 5, expected a function'],
    [
      'an option that there is not',
      run,
      [SCENARIO, { sed: 1 }],
      'found option sed, expected of policy, budget, seed, trace',
    ],
    ['two files', run, [SCENARIO, { trace: 'a', perfetto: 'a' }], 'for two files, expected one for each'],
    ['a file', run, [SCENARIO, { perfetto: 1 }], 'found perfetto 1, expected the path of a file'],
    ['names', compare, [SCENARIO, 'none'], 'found options "none", expected an object'],
    ['names that are missing', compare, [SCENARIO], 'found options undefined, expected an object'],
    ['no names', compare, [SCENARIO, []], 'found no policies to compare, expected at least one'],
    ['policies', compare, [SCENARIO, { policies: 'none' }], 'found policies "none", expected an array of policies'],
    ['a policy', compare, [SCENARIO, [{}]], 'found no policy an object, expected one of'],
    [
      'a policy, twice',
      compare,
      [SCENARIO, ['none', 'none']],
      'found the policy none twice, expected each policy once',
    ],
    ['a module', compare, [SCENARIO, ['./none.mjs']], 'none.mjs: cannot be read: no such file'],
    ['a text', checkPolicy, [{ file: 'a.mjs', text: '\0' }], 'a.mjs: found a NUL character, expected'],
    [
      'no policy’s',
      run,
      [SCENARIO, { policy: { file: 'a.mjs', text: '\n7' } }],
      'a.mjs:1: cannot be read as a policy: ',
    ],
    ['a budget', compare, [SCENARIO, { budgets: ['much'] }], 'found size "much", expected'],
    ['a budget, twice', compare, [SCENARIO, { budgets: ['1GiB', 2 ** 30] }], 'budgets: found 1 GiB twice'],
    [
      'a profile',
      compare,
      [SCENARIO, { profiles: ['best'] }],
      'found no profile "best", expected one of discrete-2gib',
    ],
    [
      'nothing',
      compare,
      [SCENARIO, {}],
      'found none of policies, budgets, profiles and preemption; say what to compare',
    ],
    [
      'three dimensions',
      compare,
      [SCENARIO, { policies: ['none'], budgets: [2 ** 30], preemption: true }],
      'found 3 of policies, budgets, profiles and preemption; expected at most two',
    ],
    [
      'a device that the scenario cannot be on',
      compare,
      [
        {
          trimline: 1,
          system: { localMemory: '8GiB' },
          app: { effects: [{ name: 'A', gpuTime: '1ms', resources: [{ name: 'r', size: '3GiB' }] }] },
        },
        { profiles: ['discrete-2gib'] },
      ],
      'discrete-2gib: This cannot run on that device.',
    ],
    ['a path', importRecording, [5], 'found 5, expected the path of a recording'],
    ['a recording', importRecording, ['./none.rmv'], 'none.rmv'],
    ['a scenario', run, [undefined], 'found undefined, expected a scenario'],
    ['a scenario', run, [() => {}], 'found a function, expected a scenario'],
  ])('%s: a TypeError says what was found and expected [SC-02]', async (_, fn, args, message) => {
    const refused = call(fn, ...args)
    await expect(refused).rejects.toThrow(TypeError)
    await expect(refused).rejects.toThrow(message)
  })
})

it('takes null for no options, and a file as it was read [SC-02]', async () => {
  const bytes = Buffer.from(JSON.stringify(SCENARIO))
  const expected = await run(SCENARIO)
  expect(await call(run, SCENARIO, null)).toEqual(expected)
  expect(await run(bytes)).toEqual(expected)
  expect(await run(new Uint8Array(bytes))).toEqual(expected)
})
