import { describe, expect, it } from 'vitest'
import { TrimFlag } from '../../../../preload/contract'
import { readBudgetTrim, readCombination, sliderStep } from '../../../../renderer/editor/system/notify'
import { GIB, MIB } from '../../../../renderer/widgets/format'

const none = { periodic: false, restart: false, budget: false, bytes: '' }

describe('Send combination', () => {
  it('combines the flags bitwise and sends bytes with TRIM_TO_BUDGET only [TN-02, TN-03]', () => {
    expect(readCombination({ ...none, periodic: true })).toEqual({ ok: true, value: { flags: 1, bytes: 0 } })
    expect(readCombination({ ...none, restart: true, budget: true, bytes: '64MiB' })).toEqual({
      ok: true,
      value: { flags: TrimFlag.RESTART_PERIODIC_TRIM | TrimFlag.TRIM_TO_BUDGET, bytes: 64 * MIB },
    })
  })

  it('refuses PERIODIC_TRIM with RESTART_PERIODIC_TRIM, with the reason [TN-03]', () => {
    const read = readCombination({ ...none, periodic: true, restart: true, budget: true, bytes: '1' })
    expect(read).toEqual({ ok: false, message: expect.stringContaining('never set together') })
  })

  it('refuses bytes without TRIM_TO_BUDGET, TRIM_TO_BUDGET without bytes, and nothing at all [TN-03]', () => {
    expect(readCombination({ ...none, periodic: true, bytes: '64MiB' })).toMatchObject({ ok: false })
    expect(readCombination({ ...none, budget: true })).toMatchObject({ ok: false })
    expect(readCombination({ ...none, budget: true, bytes: 'lots' })).toMatchObject({ ok: false })
    expect(readCombination(none)).toMatchObject({ ok: false })
  })
})

describe('Trim to budget', () => {
  it('takes empty text as the excess, which the session knows', () => {
    expect(readBudgetTrim('  ')).toEqual({ ok: true, value: null })
    expect(readBudgetTrim('1GiB')).toEqual({ ok: true, value: GIB })
    expect(readBudgetTrim('0')).toEqual({ ok: true, value: 0 })
    expect(readBudgetTrim('x').ok).toBe(false)
  })
})

describe('sliderStep', () => {
  it('is a whole number of 64 KiB, so that a budget is what the slider says [RS-09]', () => {
    for (const max of [0, MIB, 256 * MIB, 3 * GIB, 24 * GIB]) {
      expect(sliderStep(max) % 65_536).toBe(0)
      expect(sliderStep(max)).toBeGreaterThanOrEqual(65_536)
    }
    expect(sliderStep(4 * GIB)).toBe(8 * MIB)
  })
})
