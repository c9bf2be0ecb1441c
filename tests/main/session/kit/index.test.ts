import { describe, expect, it } from 'vitest'
import { checkRules } from '../../../../main/session/kit/check'
import { type KitRun, RULES } from '../../../../main/session/kit/rules'
import { FAULTY_POLICIES, POLICY_NAMES, type PolicyChoice } from '../../../../preload/contract'

async function brokenBy(policy: PolicyChoice): Promise<Record<string, string>> {
  const rules = await checkRules(policy)
  expect(rules.map(({ name }) => name)).toEqual(RULES.map(({ name }) => name))
  return Object.fromEntries(rules.flatMap(({ name, broken }) => (broken === null ? [] : [[name, broken]])))
}

const own = (functions: string) => ({
  file: 'bad.mjs',
  text: `export default { name: 'bad', create(host) { return {\n${functions}\n} } }`,
})

const SOUND = POLICY_NAMES.filter((name) => !FAULTY_POLICIES.includes(name))

describe('the kit that every sound policy passes [LB-16]', () => {
  it.each(SOUND)('%s does', async (policy) => {
    expect(await brokenBy(policy)).toEqual({})
  })

  it.each([
    ['loads', { file: 'bad.mjs', text: 'export default {' }, /^bad\.mjs:1: /],
    ['calls', own('prepare() { host.evict(host) }'), /^bad\.mjs:2: evict: expected a unit that is tracked/],
    ['in-use', own('submitted(set) { host.evict(set[0]) }'), /^bad\.mjs:2: evict: the GPU uses Blur\.main/],
    // what was used again since, what was at work before it took over, and what is gone
    [
      'in-use',
      own(`submitted(set) { this.sets = { ...this.sets, [host.submissions]: [...set] } },
    completed(fence) { host.evict((this.sets[fence] ?? []).filter((u) => u.resident)) }`),
      /^bad\.mjs:3: evict: the GPU uses Grade\.main until .* \(in completed\), in “in flight”$/,
    ],
    [
      'in-use',
      own(`submitted(set) { this.own = [...(this.own ?? []), ...set] },
    onTrim(n) {
      const told = (u) => (this.own ?? []).includes(u)
      let left = n.bytesToTrim
      const go = (u) => { if (left > 0 && u.resident && !(told(u) && u.inUse)) { host.evict(u); left -= u.size } }
      host.units.forEach(go)
    }`),
      /^bad\.mjs:6: evict: the GPU uses Render\.main until .* \(in onTrim\), in “editing”$/,
    ],
    [
      'calls',
      own(`tracked(units) { this.all = [...(this.all ?? []), ...units] },
    onTrim() { for (const u of this.all) if (u.resident && !u.inUse) host.evict(u) }`),
      /^bad\.mjs:3: evict: expected a unit that is tracked, found Grade\.main, which is tracked no longer \(in onTrim\)/,
    ],
    [
      'calls',
      own('prepare() { for (const u of host.units) u.effect.length }'),
      /^bad\.mjs:2: TypeError: .* \(in prepare\)/,
    ],
    ['frees', own('onTrim() {}'), /^told by TRIM_TO_BUDGET to free 100663296 bytes, it evicted 0 and left \d+ idle/],
    [
      'frees',
      own(`onTrim(n) {
      let left = n.flags === 4 ? n.bytesToTrim : 0
      for (const u of host.units) if (left > 0 && u.resident && !u.inUse) { host.evict(u); left -= u.size }
    }`),
      /^told by PERIODIC_TRIM and TRIM_TO_BUDGET to free 100663296 bytes, it evicted 0 and left \d+ idle/,
    ],
    [
      'frees',
      own(`onTrim(n) {
      let left = n.restart ? 0 : n.bytesToTrim
      for (const u of host.units) if (left > 0 && u.resident && !u.inUse) { host.evict(u); left -= u.size }
    }`),
      /^told by RESTART_PERIODIC_TRIM and TRIM_TO_BUDGET to free 100663296 bytes, it evicted 0 and left \d+ idle/,
    ],
    // as it began, the budget asked again and again at the same moment
    [
      'frees',
      own(`onTrim(n) {
      if (n.toBudget) host.evict(host.units.filter((u) => u.resident && !u.inUse))
      host.makeResident(host.units)
    }`),
      /^told by TRIM_TO_BUDGET to free 100663296 bytes, it evicted 251920384, made 251920384 resident and left 251920384 idle/,
    ],
    ['limits', own('prepare() { for (;;); }'), /^bad\.mjs:2: it did not end/],
    [
      'limits',
      own('prepare() { if (host.now === 0) for (const a = []; ; ) a.push(a.slice()) }'),
      /^bad\.mjs:2: out of memory: a policy may/,
    ],
    [
      'limits',
      own('prepare() { const f = () => 1 + f(); if (host.now === 0) f() }'),
      /^bad\.mjs:2: stack overflow: too many calls/,
    ],
    [
      'every-flag',
      own(`onTrim(n) {
      if (n.restart && n.toBudget) throw new Error('both')
      for (const u of host.units) if (n.toBudget && u.resident && !u.inUse) host.evict(u)
    }`),
      /^bad\.mjs:3: Error: both/,
    ],
    ['removed-device', own('deviceRemoved() { null.x }'), /^bad\.mjs:2: TypeError: /],
  ])('%s is broken by this one, and nothing else is', async (rule, policy, message) => {
    expect(await brokenBy(policy)).toEqual({ [rule]: expect.stringMatching(message) })
  })

  it.each([
    ['as soon as the GPU has finished with it', 'completed() { go([]) }, onTrim() { go([]) }'],
    ['what a submission does not need', 'prepare(set) { go(set) }, onTrim(n) { if (n.toBudget) go([]) }'],
  ])('is passed by a policy that evicts before it is told to: %s [TN-19]', async (_when, functions) => {
    const go =
      'const go = (spared) => host.evict(host.units.filter((u) => u.resident && !u.inUse && !spared.includes(u)))'
    const text = `export default { name: 'early', create(host) { ${go}; return { ${functions} } } }`
    expect(await brokenBy({ file: 'early.mjs', text })).toEqual({})
  })

  it('of a module that is none says of every other rule that it was not seen', async () => {
    const [loads, ...others] = await checkRules({ file: 'bad.mjs', text: 'export default {' })
    expect(loads).toMatchObject({ name: 'loads', broken: expect.stringMatching(/^bad\.mjs:1: /), unseen: null })
    for (const { broken, unseen } of others) expect([broken, unseen]).toEqual([null, 'it cannot be used'])
  })

  it('says so of what the policy was not asked for to the end, and of nothing else', async () => {
    // ten calls of these in “editing”, eight in “told to free”
    const rules = await checkRules(
      own(`tracked() { null.x }, prepare() { null.x },
      onTrim(n) { for (const u of host.units) if (n.toBudget && u.resident && !u.inUse) host.evict(u) }`),
    )
    const why = 'asked no more after its tenth fault, in “editing”'
    expect(
      Object.fromEntries(rules.map(({ name, broken, unseen }) => [name, broken === null ? unseen : 'broken'])),
    ).toEqual({
      loads: null,
      calls: 'broken',
      'in-use': why,
      frees: null,
      'registers-once': why,
      limits: why,
      'every-flag': why,
      'removed-device': why,
    })
  })

  it('says of what a policy never does that there was no occasion, not that it is kept', async () => {
    const withoutOccasionIn = async (policy: PolicyChoice): Promise<object> => {
      const rules = await checkRules(policy)
      return Object.fromEntries(
        rules.flatMap(({ name, noOccasion }) => (noOccasion === null ? [] : [[name, noOccasion]])),
      )
    }
    const notified = 'no notification reached it'
    const unregistered = { frees: notified, 'registers-once': notified, 'every-flag': notified }
    expect(await withoutOccasionIn('none')).toEqual({ 'in-use': 'it evicted nothing', ...unregistered })
    // it evicts on its own, and takes no notifications
    expect(await withoutOccasionIn('driver-managed')).toEqual(unregistered)
    expect(await withoutOccasionIn('fence-lru')).toEqual({})
    // what is broken had its occasion, and so had what takes notifications and does nothing
    expect(await withoutOccasionIn(own('onTrim() {}'))).toEqual({ 'in-use': 'it evicted nothing' })
    // what was not seen to the end is said to be that
    expect(await withoutOccasionIn({ file: 'bad.mjs', text: 'export default {' })).toEqual({})
  })

  it('finds the faults of the published sample: it evicts what is in use, and loses its device', async () => {
    expect(await brokenBy('creative-app')).toHaveProperty('in-use')
  })

  it('registers-once is broken by a second callback, and by one that outlives its policy', () => {
    // the host registers for a policy of one's own: only a built-in one could
    const rule = RULES.find(({ name }) => name === 'registers-once')
    const run = (t: number, callbacks: number): KitRun[] => [
      { workload: 'editing', records: [{ t, type: 'notification', flags: 1, bytesToTrim: 0, callbacks }] },
    ]
    expect(rule?.broken(run(5, 1))).toBeNull()
    expect(rule?.broken(run(5, 2))).toMatch(/^a notification reached 2 callbacks/)
    expect(rule?.broken(run(41_000_000, 1))).toMatch(/when another policy was in charge/)
  })
})
