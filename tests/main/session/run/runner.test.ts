/** How a scenario is run: when steps come, what goes out, and that nothing but the scenario decides. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { breathe } from '../../../../main/files/breathe'
import { runScenario } from '../../../../main/session/run/runner'
import { type Scenario, validateScenario } from '../../../../main/session/scenario'
import { linesOf, ofType, play, type ScenarioFile } from '../../policies/support/play'

const busy: ScenarioFile = {
  name: 'busy',
  system: { periodicTrim: { interval: '1ms', whileActive: true } },
  app: { policy: 'none' },
  until: '30s',
}

function busyScenario(): Scenario {
  const parsed = validateScenario({ trimline: 1, ...busy })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return parsed.scenario
}

afterEach(() => {
  vi.restoreAllMocks()
})

describe('steps', () => {
  it('come after every event due at or before their time [SC-01]', async () => {
    const steps = [
      { at: '1s', apply: 'Blur' },
      // the packet ends at 1.004 s: at that moment it is finished, a microsecond before it is not
      { at: 1_003_999, trimToBudget: '1B' },
      { at: 1_004_000, trimToBudget: '1B' },
    ]
    const { lines } = await play({ app: { policy: 'fence-lru' }, steps })
    expect(ofType(lines, 'callback').map((line) => line.evicted)).toEqual([0, 1])
  })

  it('see what earlier steps of the same moment caused [SC-01]', async () => {
    const steps = [
      { at: '1s', apply: 'Blur' },
      { at: '2s', apply: 'Grayscale' },
      { at: '3s', periodicTrim: true },
      { at: '3s', expect: { notifications: 1, evictions: 3, evictable: ['Blur.main'] } },
      { at: '3s', periodicTrim: true },
      { at: '3s', expect: { notifications: 2 } },
    ]
    const { summary } = await play({ steps })
    expect(summary.expectations).toEqual({ passed: 4, failed: 0 })
  })

  it('run in file order at equal times', async () => {
    const presses = ['Blur', 'Grayscale', 'Blur'].map((apply) => ({ at: '1s', apply }))
    const { lines } = await play({ steps: presses })
    expect(ofType(lines, 'apply').map((line) => line.effect)).toEqual(['Blur', 'Grayscale', 'Blur'])
  })
})

describe('the end', () => {
  const idle = (until: string) => play({ steps: [{ at: '0s', idle: true }], until })

  it('is inclusive: what is due exactly then still runs', async () => {
    expect((await idle('10s')).summary.notifications).toBe(2)
    expect((await idle('9999999us')).summary.notifications).toBe(1)
  })

  it('is one second after the last step unless said, and 1 s without steps', async () => {
    const progress = vi.fn()
    await play({ steps: [{ at: '7s', apply: 'Blur' }] }, { onProgress: progress })
    expect(progress).toHaveBeenLastCalledWith(8_000_000, 8_000_000)
    await play({}, { onProgress: progress })
    expect(progress).toHaveBeenLastCalledWith(1_000_000, 1_000_000)
  })
})

describe('what goes out', () => {
  it('begins with the meta line [SC-08]', async () => {
    const { text } = await play({ name: 'Zwei "Effekte" ×2', seed: 7 })
    expect(text.split('\n')[0]).toBe('{"t":0,"type":"meta","trimline":1,"seed":7,"name":"Zwei \\"Effekte\\" ×2"}')
  })

  it('comes in whole lines, everything once, however long the run is [SC-11]', async () => {
    const chunks: string[] = []
    const parsed = validateScenario({ trimline: 1, ...busy })
    if (!parsed.ok) throw new Error('bad scenario')
    const { summary } = await runScenario(parsed.scenario, { sink: (chunk) => chunks.push(chunk) })
    expect(chunks.length).toBeGreaterThan(10)
    for (const chunk of chunks) expect(chunk.endsWith('}\n')).toBe(true)
    const lines = linesOf(chunks.join(''))
    expect(summary.notifications).toBe(30_000)
    expect(ofType(lines, 'notification').map((line) => line.t)).toEqual(
      Array.from({ length: 30_000 }, (_, i) => (i + 1) * 1000),
    )
  })

  it('takes policy and seed from the options where they are given [SC-05]', async () => {
    const { summary, lines } = await play({ seed: 3, app: { policy: 'none' } }, { policy: 'fence-lru', seed: 5 })
    expect([summary.policy, summary.seed, lines[0]?.seed]).toEqual(['fence-lru', 5, 5])
    const own = await play({ seed: 3, app: { policy: 'none' } })
    expect([own.summary.policy, own.summary.seed, own.lines[0]?.seed]).toEqual(['none', 3, 3])
  })
})

describe('determinism', () => {
  it('asks neither the wall clock nor the platform’s random numbers [SC-01]', async () => {
    const file: ScenarioFile = {
      steps: [
        { at: '1s', apply: 'Blur' },
        { at: '2s', apply: 'Grayscale' },
        { at: '3s', idle: true },
        { at: '4s', budget: '16MiB' },
      ],
      until: '1h',
    }
    const before = await play(file)
    const spies = [
      vi.spyOn(Date, 'now').mockReturnValue(1),
      vi.spyOn(performance, 'now').mockReturnValue(1),
      vi.spyOn(Math, 'random').mockReturnValue(0.5),
    ]
    const after = await play(file)
    const calls = spies.map((spy) => spy.mock.calls.length)
    vi.restoreAllMocks()
    expect(calls).toEqual([0, 0, 0])
    expect(after.text).toBe(before.text)
    expect(after.summary).toEqual(before.summary)
  })

  it('a long run lets timers run in between, to the same trace [SC-01]', async () => {
    let ticks = 0
    const timer = setInterval(() => ticks++, 0)
    const first = await runScenario(busyScenario(), { breathe })
    clearInterval(timer)
    expect(ticks).toBeGreaterThan(0)
    expect((await runScenario(busyScenario())).summary.traceSha256).toBe(first.summary.traceSha256)
  })
})

describe('under a policy of one’s own, of which each call may take a second [LB-15]', () => {
  const text = "export default { name: 'slow', create: () => ({ tracked() {}, prepare() {}, completed() {} }) }"
  const effects = ['A', 'B', 'C'].map((name) => ({
    name,
    resources: [{ name: 'r', size: '1MiB', resident: true }],
  }))
  const own = (at: string) => [1, 2, 3].map((i) => ({ at, resource: { name: `own ${i}`, size: '1MiB' } }))
  const presses = Array.from({ length: 10 }, (_unused, i) => ({ at: `${i + 1}s`, apply: 'A' }))

  it.each([
    ['as it is built', { file: 'slow.mjs', text }, []],
    ['with its steps', { file: 'slow.mjs', text }, [...own('0s'), ...presses]],
    ['when it takes over', 'none', [...own('0s'), { at: '1s', policy: { file: 'slow.mjs', text } }]],
  ])(
    'the outside world has its turn after each, %s: how far it is, is seen [SC-05] [LB-03]',
    async (_when, policy, steps) => {
      const parsed = validateScenario({ trimline: 1, app: { policy, effects }, steps })
      if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
      let [most, before, calls] = [0, 0, () => 0]
      const look = (): void => {
        most = Math.max(most, calls() - before)
        before = calls()
      }
      await runScenario(parsed.scenario, {
        breathe: async () => look(),
        follower: {
          kernel: ({ sim }) => {
            calls = () => sim.longCalls
          },
          record: () => {},
          look: () => {},
          submitted: () => {},
        },
      })
      look()
      expect(most).toBe(1)
      expect(before).toBeGreaterThan(2)
    },
  )
})
