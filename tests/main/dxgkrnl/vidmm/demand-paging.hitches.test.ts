import { expect, test } from 'vitest'
import { runScenario } from '../../../../main/session/run/runner'
import { validateScenario } from '../../../../main/session/scenario'

test.each([
  ['while pressure is taking its memory', '2050ms'],
  ['after pressure has taken its memory', '3s'],
])('a packet that comes %s hitches [RS-10]', async (_when, at) => {
  const parsed = validateScenario({
    trimline: 1,
    system: { localMemory: '256MiB', pagingBandwidth: '1GiB' },
    app: {
      policy: 'none',
      effects: ['A', 'B'].map((name) => ({ name, resources: [{ name: 'r', size: '100MiB' }] })),
    },
    steps: [
      { at: '0s', apply: 'A' },
      { at: '1s', apply: 'B' },
      // A.r, used least recently, goes from 2 s to 2.098 s
      { at: '2s', otherProcess: { name: 'game', usage: '100MiB', foreground: true } },
      { at: '2s', expect: { hitches: 0 } },
      { at, apply: 'A' },
      { at: '5s', expect: { hitches: 1 } },
    ],
  })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  const { expectations } = await runScenario(parsed.scenario)
  expect(expectations.map(({ ok, found }) => [ok, found])).toEqual([
    [true, 0],
    [true, 1],
  ])
})
