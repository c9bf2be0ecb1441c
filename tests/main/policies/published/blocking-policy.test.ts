/** Presses that wait with the lock held, by worked examples under translation-layer (PL-05). Budgets are 100 MiB. */
import { describe, expect, it } from 'vitest'
import { validateScenario } from '../../../../main/session/scenario'
import { buildWorld } from '../../../../main/session/world/build'
import { quietSystem } from '../../support/world'
import { effect, HUNDRED, press, SILENT, story, work } from './support/worked'

const published = 'translation-layer'

describe('a press that waits', () => {
  it('the time and the marking of a press are those of its turn [PL-05] [PL-08]', async () => {
    const app = {
      effects: [effect('First', '5s', '80MiB'), effect('Set', '1ms', '40MiB'), effect('Own', '1ms', '60MiB')],
    }
    // 80 MiB take 9766 µs and First 5 s: then Set replaces it, and Own has its turn, with which the budget is full
    const turn = 6_009_766
    const at = (again: number) => ({
      system: SILENT,
      app,
      steps: [press('1s', 'First'), press('2s', 'Set'), press('3s', 'Own'), press(again, 'Set')],
    })
    // at full pressure the grace is 1 s, from its turn on
    const asOld = await work(published, at(turn + 1_000_000), 4_000_000)
    expect(asOld.story).toEqual([
      '6.009766 out First.a budget',
      '6.009766 in Set.a',
      '6.009766 apply Set',
      '6.009766 in Own.a',
      '6.009766 apply Own',
      '7.009766 apply Set',
    ])
    const older = await work(published, at(turn + 1_000_001), 7_000_000)
    expect(older.story).toEqual(['7.009767 out Own.a aged', '7.009767 apply Set'])
  })

  it('a notification meanwhile is handled when that press has been submitted, before the next begins [PL-05]', async () => {
    const app = {
      effects: [effect('First', '5s', '80MiB!'), effect('Set', '1ms', '70MiB'), effect('Behind', '1ms', '10MiB')],
    }
    const steps = [
      press('1s', 'First'),
      press('2s', 'Set'),
      press('3s', 'Behind'),
      { at: '4s', periodicTrim: true },
      { at: '5s', periodicTrim: true },
    ]
    const played = await work(published, { system: HUNDRED, app, steps, until: '7s' }, 2_000_000)
    expect(played.story).toEqual([
      '4 notified 1',
      '6 out First.a budget',
      '6 in Set.a',
      '6 apply Set',
      '6 returned',
      // it is delivered only now: one notification at a time (TN-25)
      '6 notified 1',
      '6 returned',
      '6 in Behind.a',
      '6 apply Behind',
    ])
    // each has its own step as its cause, whatever it waited for
    expect(played.lines.filter(({ type }) => type === 'callback').map(({ cause }) => cause)).toEqual([4, 5])
    // its record counts what it evicted itself, and not what the press did meanwhile
    expect(played.lines.filter(({ type }) => type === 'callback').map(({ evicted }) => evicted)).toEqual([0, 0])
  })
})

describe('what happens to the app while a press waits', () => {
  const app = {
    effects: [effect('First', '5s', '80MiB!'), effect('Set', '1ms', '70MiB'), effect('Behind', '1ms', '1MiB')],
  }
  const pressed = (...more: Record<string, unknown>[]) => ({
    system: SILENT,
    app,
    steps: [press('1s', 'First'), press('2s', 'Set'), press('3s', 'Behind'), ...more],
    until: '20s',
  })

  it('its effect is removed: it goes on without waiting, and what is behind it has its turn [PL-05]', async () => {
    const { story: told } = await work(published, pressed({ at: '4s', removeEffect: 'Set' }), 2_000_000)
    expect(told).toEqual(['4 in Set.a', '4 apply Set', '6 out First.a budget', ...told.slice(3)])
    expect(told.slice(3).map((line) => line.replace(/^[\d.]+ /, ''))).toEqual(['in Behind.a', 'apply Behind'])
  })

  it.each(['none', 'translation-layer-fixed'] as const)(
    'another policy, %s: all go on at once [PL-05]',
    async (policy) => {
      const { story: told, findings } = await work(published, pressed({ at: '4s', policy }), 2_000_000)
      expect(told).toEqual(['4 in Set.a', '4 apply Set', '4 in Behind.a', '4 apply Behind'])
      expect(findings.filter((line) => line.includes('RS-07'))).toEqual([])
    },
  )

  it.each([
    ['what the second of two uses is removed', { removeEffect: 'Behind' }],
    ['another policy takes over', { policy: 'none' }],
  ] as const)('%s: a notification that waits is handled between them, as ever [PL-05]', async (_what, step) => {
    const steps = [
      { at: '3500ms', addEffect: effect('Idle', '1ms', '1MiB!') },
      { at: '3600ms', periodicTrim: true },
      { at: '4s', ...step },
    ]
    const { story: told } = await work(published, { ...pressed(...steps), system: HUNDRED }, 2_000_000)
    // the callback takes what was never used before Behind, under pressure, takes it by its age
    expect(told.filter((line) => !/notified|returned/.test(line)).slice(0, 5)).toEqual([
      '4 in Set.a',
      '4 apply Set',
      '4 out Idle.a periodic',
      '4 in Behind.a',
      '4 apply Behind',
    ])
  })

  it('the device is removed: all that wait fail with it, and the callback that waits returns [PL-05] [RS-07]', () => {
    const system = quietSystem(HUNDRED)
    const parsed = validateScenario({ trimline: 1, system, app: { ...app, policy: published } })
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
    const { sim, editor, vidmm, device } = buildWorld(parsed.scenario)
    const returned: string[] = []
    for (const name of ['First', 'Set', 'Behind'])
      expect(editor.apply(name, undefined, (hr) => returned.push(`${name} ${hr}`))).toBe('S_OK')
    vidmm.trimWorker.post(1, 0, 'hand')
    sim.advanceTo(1_000_000)
    expect(device.runningTrimCallback).not.toBeNull()
    device.remove('DXGI_ERROR_DEVICE_HUNG', 'of this test')
    sim.advanceTo(2_000_000)
    expect(returned).toEqual([
      'Set E_PENDING',
      'Behind E_PENDING',
      'Set DXGI_ERROR_DEVICE_REMOVED',
      'Behind DXGI_ERROR_DEVICE_REMOVED',
    ])
    expect(device.runningTrimCallback).toBeNull()
    expect(editor.apply('Set')).toBe('DXGI_ERROR_DEVICE_REMOVED')
  })

  it('is the story of a deterministic run: the same each time [SC-01]', async () => {
    const twice = [await work(published, pressed()), await work(published, pressed())]
    expect(twice[0]?.lines).toEqual(twice[1]?.lines)
    expect(story(twice[0]?.lines ?? []).length).toBeGreaterThan(0)
  })
})
