import { describe, expect, test } from 'vitest'
import { POLICY_NAMES } from '../../../../preload/contract'
import { FIRST_POLICIES, readBudgets } from '../../../../renderer/instruments/laboratory/form'

describe('what a comparison is asked for', () => {
  test('budgets are sizes with commas between them; none is the session’s own', () => {
    expect(readBudgets(' ')).toEqual({ ok: true, value: [] })
    expect(readBudgets('512MiB, 1 GiB')).toEqual({ ok: true, value: [512 * 2 ** 20, 2 ** 30] })
  })

  test('what is wrong is said: no size, one twice, too many', () => {
    expect(readBudgets('1GiB,lots')).toMatchObject({
      ok: false,
      message: expect.stringContaining('“lots” is not a size'),
    })
    expect(readBudgets('1GiB,1024MiB')).toMatchObject({
      ok: false,
      message: '“1024MiB” is there twice. Name each budget once.',
    })
    const nine = Array.from({ length: 9 }, (_unused, i) => `${i + 1}MiB`).join()
    expect(readBudgets(nine)).toMatchObject({ ok: false, message: '9 budgets are too many. Name 8 at most.' })
  })

  test('the policies chosen at first are there, each once, with doing nothing to hold them against', () => {
    expect(new Set(FIRST_POLICIES).size).toBe(FIRST_POLICIES.length)
    for (const name of FIRST_POLICIES) expect(POLICY_NAMES).toContain(name)
    expect(FIRST_POLICIES).toContain('none')
  })
})
