/** The policies beside each other: what each does by itself, and why the notifications exist (TN-20, TN-37). */
import { describe, expect, it } from 'vitest'
import type { PolicyName } from '../../../preload/contract'
import { type EffectFile, evictions, GiB, KiB, MiB, ofType, play, type ScenarioFile } from './play'

const press = (effect: string, ...seconds: number[]) => seconds.map((at) => ({ at: `${at}s`, apply: effect }))

const BLUR = 2 * 64 * MiB + 64 * KiB
const blur: EffectFile = {
  name: 'Blur',
  resources: [
    { name: 'main', size: '64MiB' },
    { name: 'temp', size: '64MiB' },
    { name: 'kernel', size: '64KiB' },
  ],
}
const forgotten: EffectFile = { name: 'Forgotten', resources: [{ name: 'buffer', size: '1GiB' }] }

describe('submission-lru', () => {
  it('evicts at the fourth submission what the three before it did not use [TN-20]', async () => {
    const app = { policy: 'submission-lru' as const, effects: [blur, forgotten] }
    expect(evictions(await play({ app, steps: press('Blur', 1, 2, 3) }))).toEqual([])
    expect(evictions(await play({ app, steps: press('Blur', 1, 2, 3, 4) }))).toEqual([
      '4000000 Forgotten.buffer opportunistic',
    ])
  })

  it('takes no notice of notifications [TN-20] [TN-14]', async () => {
    const app = { policy: 'submission-lru' as const, effects: [blur, forgotten] }
    const steps = [...press('Blur', 1), { at: '2s', periodicTrim: true }, { at: '3s', trimToBudget: '1GiB' }]
    const { lines, summary } = await play({ app, steps })
    expect(ofType(lines, 'notification').map((line) => line.callbacks)).toEqual([0, 0])
    expect(summary.evictions).toBe(0)
  })
})

describe('mapping-layer', () => {
  const effects = ['A', 'B', 'C'].map((name) => ({ name, resources: [{ name: 'r', size: '64MiB' }] }))

  it('evicts least recently used first until the submission fits the budget [TN-20]', async () => {
    const cold = { name: 'Cold', resources: [{ name: 'r', size: '64MiB', resident: false }] }
    const app = { policy: 'mapping-layer' as const, effects: [...effects, cold] }
    const steps = [...press('B', 1), ...press('A', 2), { at: '3s', budget: '128MiB' }, ...press('Cold', 4)]
    // usage 192 + 64 MiB against 128: C was never used, then B; A and Cold fit
    expect(evictions(await play({ app, steps, until: '5s' }))).toEqual(['4000000 C.r budget', '4000000 B.r budget'])
  })

  it('evicts nothing where the budget is met exactly, nor its own effect [TN-20]', async () => {
    const app = { policy: 'mapping-layer' as const, effects }
    const fits = [{ at: '1s', budget: '192MiB' }, ...press('A', 2)]
    expect(evictions(await play({ app, steps: fits }))).toEqual([])
    const tooSmall = [{ at: '1s', budget: '1MiB' }, ...press('A', 2)]
    expect(evictions(await play({ app, steps: tooSmall }))).toEqual(['2000000 B.r budget', '2000000 C.r budget'])
  })
})

describe('driver-managed', () => {
  it('trims every 10 s by itself, counted from its start, without notifications [TN-20]', async () => {
    const app = { policy: 'driver-managed' as const, effects: [blur, forgotten] }
    const file: ScenarioFile = { app, system: { trimNotifications: false }, steps: press('Blur', 1), until: '25s' }
    const { lines } = await play(file)
    expect(ofType(lines, 'notification')).toEqual([])
    // 10 s: never used goes, Blur's fence 1 > 0 stays; 20 s: Blur's 1 <= 1
    expect(evictions({ lines })).toEqual([
      '10000000 Forgotten.buffer periodic',
      ...['main', 'temp', 'kernel'].map((name) => `20000000 Blur.${name} periodic`),
    ])
  })

  it('stops with its policy and starts anew when built again [TN-20]', async () => {
    const app = { policy: 'driver-managed' as const, effects: [blur, forgotten] }
    const steps = [
      { at: '5s', policy: 'none' },
      { at: '13s', policy: 'driver-managed' },
    ]
    expect(evictions(await play({ app, steps, until: '24s' }))[0]).toBe('23000000 Blur.main periodic')
  })
})

describe('a never-touched 1 GiB effect', () => {
  /** Blur is pressed now and then, also while the system is idle; nobody ever applies the other one. */
  const sporadic = (policy: PolicyName): ScenarioFile => ({
    app: { policy, effects: [blur, forgotten] },
    steps: [...press('Blur', 1), { at: '10s', idle: true }, ...press('Blur', 12, 24)],
    until: '1h',
  })

  /** Local usage at a moment, before the steps that come after it. */
  async function usageAt(file: ScenarioFile, seconds: number): Promise<number> {
    const earlier = (file.steps ?? []).filter((step) => Number.parseFloat(String(step.at)) <= seconds)
    const steps = [...earlier, { at: `${seconds}s`, expect: { localUsage: { min: 0 } } }]
    const { expectations } = await play({ ...file, steps })
    return Number(expectations.at(-1)?.found)
  }

  it('keeps its local memory under a mapping layer, and falls to the working set with notifications [TN-37]', async () => {
    const twoIntervals = 10 + 2 * 10
    expect(await usageAt(sporadic('mapping-layer'), twoIntervals)).toBe(GiB + BLUR)
    expect(await usageAt(sporadic('mapping-layer'), 3599)).toBe(GiB + BLUR)
    for (const policy of ['mapping-layer-periodic', 'fence-lru', 'creative-app', 'creative-app-fixed'] as const)
      expect(await usageAt(sporadic(policy), twoIntervals), policy).toBe(BLUR)
  })

  it('side by side in one run: the same app before and after its mapping layer is updated [TN-37]', async () => {
    const file = sporadic('mapping-layer')
    file.steps = [...(file.steps ?? []), { at: '1805s', policy: 'mapping-layer-periodic' }, ...press('Blur', 1806)]
    expect(await usageAt(file, 1805)).toBe(GiB + BLUR)
    // the cadence goes on at 1810 s and 1820 s
    expect(await usageAt(file, 1811)).toBe(BLUR)
    const { summary } = await play(file)
    const without = await play(sporadic('mapping-layer'))
    expect(without.summary.localByteSeconds).toBe(3600 * (GiB + BLUR))
    expect(summary.localByteSeconds).toBeLessThan(0.55 * without.summary.localByteSeconds)
  })

  it('keeps it too where the system has no trim notifications [TN-37] [TN-01]', async () => {
    const file = { ...sporadic('mapping-layer-periodic'), system: { trimNotifications: false } }
    expect(await usageAt(file, 3599)).toBe(GiB + BLUR)
  })
})
