import { describe, expect, test } from 'vitest'
import { preemptionChoices } from '../../../../main/session/laboratory/comparison/preemption'
import { DEVICE_PROFILES, type OwnPolicyView, POLICY_NAMES } from '../../../../preload/contract'
import {
  askedFor,
  offeredPolicies,
  PREEMPTION_RUNS,
  readBudgets,
  withDimension,
} from '../../../../renderer/instruments/laboratory/form'
import { FIRST_LABORATORY_TAB, FIRST_POLICIES, type LaboratoryTab } from '../../../../renderer/store/tabs/laboratory'

const AROUND = { moment: null, isFileOpen: false, policy: 'fence-lru', own: [] } as const

describe('what a comparison is asked for', () => {
  test('budgets are sizes with commas between them', () => {
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

  test('a comma within a number is asked about, and not read as two budgets', () => {
    for (const [text, found] of [
      ['1,5 GiB', '“1,5 GiB” could be one budget or two.'],
      ['512 MiB, 1,024 MiB', '“1,024 MiB” could be one budget or two.'],
    ] as const)
      expect(readBudgets(text)).toMatchObject({ ok: false, message: expect.stringContaining(found) })
    expect(readBudgets('512MiB,1GiB, 2 GiB')).toMatchObject({ ok: true, value: [2 ** 29, 2 ** 30, 2 ** 31] })
  })

  test('the policies chosen at first are there, each once, with doing nothing to hold them against', () => {
    expect(new Set(FIRST_POLICIES).size).toBe(FIRST_POLICIES.length)
    for (const name of FIRST_POLICIES) expect(POLICY_NAMES).toContain(name)
    expect(FIRST_POLICIES).toContain('none')
  })

  test('is at first the session under the policies that are chosen, in the order of all', () => {
    const asked = askedFor(FIRST_LABORATORY_TAB, AROUND)
    const policies = POLICY_NAMES.filter((name) => FIRST_POLICIES.includes(name))
    expect(asked).toEqual({ ok: true, runs: 7, command: { kind: 'compareVariants', policies } })
  })

  test('has the policy in charge among them, which the question is about, until a person chooses', () => {
    const under = (policies: LaboratoryTab['policies']) =>
      askedFor({ ...FIRST_LABORATORY_TAB, policies }, { ...AROUND, policy: 'creative-app' })
    expect(under(null)).toMatchObject({
      runs: 8,
      command: { policies: expect.arrayContaining(['creative-app', 'none']) },
    })
    expect(under(['none'])).toMatchObject({ runs: 1, command: { policies: ['none'] } })
  })

  test('has the policies of one’s own that were opened, behind the built-in ones [LB-14]', () => {
    const [mine, other] = ['mine.mjs#0123456789ab', 'mine.mjs#ba9876543210'] as const
    const own: OwnPolicyView[] = [mine, other].map((id) => ({ id, file: 'mine.mjs' }))
    const under = (policies: LaboratoryTab['policies'], known = own) =>
      askedFor({ ...FIRST_LABORATORY_TAB, policies }, { ...AROUND, policy: mine, own: known })
    expect(under(null)).toMatchObject({ runs: 8, command: { policies: expect.arrayContaining(['none', mine]) } })
    expect(under([other, 'none'])).toMatchObject({ runs: 2, command: { policies: ['none', other] } })
    // of another project: it is not there
    expect(under([other, 'none'], [])).toMatchObject({ runs: 1, command: { policies: ['none'] } })
    expect(offeredPolicies(own)).toEqual([...POLICY_NAMES, mine, other])
    // read anew after its file changed: it is still compared, as what it is now, and no other file's is
    const elsewhere = { id: 'mine.mjs#0123456789ff', file: 'mine.mjs' } as const
    const anew = under([other, 'none'], [{ id: mine, file: 'mine.mjs', was: [other] }, elsewhere])
    expect(anew).toMatchObject({ runs: 2, command: { policies: ['none', mine] } })
  })

  test('is the product of two: runs are counted [LB-03]', () => {
    const form = { ...FIRST_LABORATORY_TAB, policies: ['none', 'fence-lru'] as const, budgets: '1GiB,2GiB' }
    const asked = askedFor({ ...form, dimensions: ['policies', 'budgets'] }, AROUND)
    expect(asked).toMatchObject({ ok: true, runs: 4, command: { budgets: [2 ** 30, 2 ** 31] } })
    const devices = askedFor(
      { ...form, dimensions: ['profiles', 'preemption'], profiles: [...DEVICE_PROFILES] },
      AROUND,
    )
    expect(devices).toMatchObject({ ok: true, runs: 42, command: { preemption: true, profiles: DEVICE_PROFILES } })
    expect(devices.ok && devices.command).not.toHaveProperty('policies')
    expect(preemptionChoices()).toHaveLength(PREEMPTION_RUNS)
  })

  test('is of the file that is open, or of the session from the marked moment on [LB-03]', () => {
    const from = (moment: number | null) => askedFor({ ...FIRST_LABORATORY_TAB, input: 'here' }, { ...AROUND, moment })
    expect(from(5)).toMatchObject({ command: { input: 'here', from: 5 } })
    const now = from(null)
    expect(now.ok && now.command).not.toHaveProperty('from')
    const file = { ...FIRST_LABORATORY_TAB, input: 'file' } as const
    expect(askedFor(file, { ...AROUND, moment: 5, isFileOpen: true })).toMatchObject({
      ok: true,
      command: { input: 'file' },
    })
    // it went with the project that it was opened beside
    expect(askedFor(file, AROUND)).toEqual(askedFor(FIRST_LABORATORY_TAB, AROUND))
  })

  test('says what is missing, and where', () => {
    const problem = (form: Partial<typeof FIRST_LABORATORY_TAB>) =>
      askedFor({ ...FIRST_LABORATORY_TAB, ...form }, { ...AROUND, isFileOpen: true })
    expect(problem({ dimensions: [] })).toMatchObject({ ok: false, at: null })
    expect(problem({ policies: [] })).toMatchObject({ ok: false, at: 'policies' })
    expect(problem({ dimensions: ['profiles'] })).toMatchObject({ ok: false, at: 'profiles' })
    expect(problem({ dimensions: ['budgets'] })).toMatchObject({ ok: false, at: 'budgets' })
    expect(problem({ dimensions: ['profiles'], profiles: ['linked'], input: 'here' })).toMatchObject({
      ok: false,
      message: 'A device cannot change under way: compare devices on the whole session.',
    })
  })

  test('a third dimension takes the place of the first [LB-03]', () => {
    expect(withDimension(['policies'], 'budgets', true)).toEqual(['policies', 'budgets'])
    expect(withDimension(['policies', 'budgets'], 'profiles', true)).toEqual(['budgets', 'profiles'])
    expect(withDimension(['policies', 'budgets'], 'policies', false)).toEqual(['budgets'])
  })
})
