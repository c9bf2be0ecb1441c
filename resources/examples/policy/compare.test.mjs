import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { bound, checkPolicy, compare, importRecording, policies, run } from 'trimline'
import { BUDGET, MINE, recording, table } from './compare.mjs'

const MIB = 2 ** 20
const text = readFileSync(new URL('./scenario.json', import.meta.url), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'trimline-example-'))
after(() => rmSync(folder, { recursive: true }))

test('the bound is what the sizes say: two first uses, and 32 MiB that have no room, twice', async () => {
  assert.deepEqual(await bound(text), { compulsory: 128 * MIB, bound: 192 * MIB, uses: 4, units: 2, exceeded: 0 })
  // in the whole segment both have room
  assert.equal((await bound(text, 'segment')).bound, 128 * MIB)
  // and in a budget for both, which a run under it needs no more than
  assert.equal((await bound(text, { budget: '128MiB' })).bound, 128 * MIB)
  assert.equal((await run(text, { policy: 'none', budget: '128MiB' })).summary.pageInBytes, 128 * MIB)
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
  assert.match(
    await table(text, ['none', 'fence-lru'], '96MiB'),
    /^at least 192 MiB for 4 uses\nnone, 96 MiB: .*\nfence-lru, /,
  )
})

test('the policy here is sound, and on what a real GPU recorded it keeps to a budget that fence-lru goes beyond', async () => {
  assert.deepEqual(
    (await checkPolicy(MINE)).filter(({ broken }) => broken !== null),
    [],
  )
  const { rows } = await compare(recording(), { policies: ['fence-lru', MINE], budgets: [BUDGET] })
  const [published, mine] = rows
  assert.match(mine.label, /^mine\.mjs#[0-9a-f]{12}, 512 MiB$/)
  assert.ok(mine.timesBound < 1.001)
  assert.ok(mine.peakLocalUsage <= 512 * MIB)
  assert.ok(published.peakLocalUsage > 512 * MIB)
})

test('its run is written for Perfetto, in the form that the name says', async () => {
  const file = join(folder, 'mine.json')
  const { summary } = await run(text, { policy: MINE, perfetto: file })
  const { otherData, traceEvents } = JSON.parse(readFileSync(file, 'utf8'))
  assert.equal(otherData.policy, summary.policy)
  assert.equal(traceEvents.filter(({ ph, cat }) => ph === 'X' && cat === 'packet').length >= 4, true)
})

test('what another program recorded becomes a scenario', async () => {
  const file = join(folder, 'two.sets.jsonl')
  const lines = [
    '{"trimlineSets":1,"name":"two"}',
    '{"t":0,"set":[{"id":"a","size":65536}]}',
    '{"t":9,"set":[{"id":"a"}]}',
  ]
  writeFileSync(file, lines.join('\n'))
  const { scenario, damage } = await importRecording(file)
  assert.equal(damage, null)
  assert.equal((await bound(scenario)).uses, 2)
})

test('what is no scenario, and no policy, is said', async () => {
  await assert.rejects(run({ trimline: 2 }), /TypeError.*trimline/s)
  await assert.rejects(compare(text, ['best']), /found no policy "best", expected one of none/)
  await assert.rejects(compare(text, ['./not-there.mjs']), /not-there\.mjs.*no such file/)
})
