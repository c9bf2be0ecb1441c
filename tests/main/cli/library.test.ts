/** What the library says of what plain JavaScript hands it (SC-02). */
import { describe, expect, it } from 'vitest'
import { bound, compare, run } from '../../../main/cli/library'

const SCENARIO = { trimline: 1, steps: [{ at: '100ms', apply: 'Blur' }] }

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
    ['trace', run, [SCENARIO, { trace: 'out' }], 'found trace "out", expected a function'],
    ['names', compare, [SCENARIO, 'none'], 'found "none", expected an array of policies'],
    ['names that are missing', compare, [SCENARIO], 'found undefined, expected an array of policies'],
    ['a policy', compare, [SCENARIO, [{}]], 'found no policy an object, expected one of'],
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
