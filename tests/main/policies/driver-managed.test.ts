/** `driver-managed`: a trim of the driver's own every 10 s (TN-20). */
import { describe, expect, it } from 'vitest'
import { type EffectFile, evictions, ofType, play, type ScenarioFile } from './support/play'

const press = (effect: string, ...seconds: number[]) => seconds.map((at) => ({ at: `${at}s`, apply: effect }))

const blur: EffectFile = {
  name: 'Blur',
  resources: [
    { name: 'main', size: '64MiB' },
    { name: 'temp', size: '64MiB' },
    { name: 'kernel', size: '64KiB' },
  ],
}
const forgotten: EffectFile = { name: 'Forgotten', resources: [{ name: 'buffer', size: '1GiB' }] }

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
