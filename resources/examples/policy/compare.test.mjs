import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { bound, compare, policies, run } from 'trimline'
import { table } from './compare.mjs'

const MIB = 2 ** 20
const text = readFileSync(new URL('./scenario.json', import.meta.url), 'utf8')

test('the bound is what the sizes say: two first uses, and 32 MiB that have no room, twice', async () => {
  assert.deepEqual(await bound(text), { compulsory: 128 * MIB, bound: 192 * MIB, uses: 4, units: 2, exceeded: 0 })
  // in the whole segment both have room
  assert.equal((await bound(text, 'segment')).bound, 128 * MIB)
})

test('a run is the same each time, and tells its trace', async () => {
  let trace = ''
  const told = await run(JSON.parse(text), { policy: 'none', trace: (lines) => (trace += lines) })
  const again = await run(text, { policy: 'none' })
  assert.equal(told.summary.policy, 'none')
  assert.equal(told.summary.traceSha256, again.summary.traceSha256)
  assert.equal(trace.split('\n').filter((line) => line.includes('"type":"apply"')).length, 4)
})

test('policies are compared, each with its distance from the bound', async () => {
  assert.ok(policies.includes('fence-lru'))
  const { rows } = await compare(text, ['none', 'fence-lru'])
  assert.deepEqual(
    rows.map(({ label }) => label),
    ['none', 'fence-lru'],
  )
  for (const { bound: least } of rows) assert.equal(least, 192 * MIB)
  assert.match(await table(text, ['none', 'fence-lru']), /^at least 192 MiB for 4 uses\nnone: .*\nfence-lru: /)
})

test('what is no scenario, and no policy, is said', async () => {
  await assert.rejects(run({ trimline: 2 }), /TypeError.*trimline/s)
  await assert.rejects(compare(text, ['best']), /found no policy "best", expected one of none/)
})
