/** The policies beside each other: what each does by itself, and why the notifications exist (TN-20, TN-37). */
import { describe, expect, it } from 'vitest'
import type { PolicyName } from '../../../preload/contract'
import { type EffectFile, GiB, KiB, MiB, play, type ScenarioFile } from './support/play'

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
