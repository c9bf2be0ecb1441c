/**
 * Every scenario that ships with the app, byte for byte as its reviewed trace has it, and rules that any trace keeps,
 * checked from the text alone. After an intended change run `UPDATE_GOLDEN=1 npx vitest run tests/golden`, read the
 * difference line by line against the specification, and commit it with the reason.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { policyLabel } from '../../main/policies/own/label'
import { commitProblems, taskProblems } from './background'
import { formProblems } from './form'
import { applyProblems, notificationProblems, packetProblems, pagingProblems, residencyProblems } from './order'
import { linesOf } from './reading'
import { expectedOf, residencyLines, SHIPPED, shipped, traced } from './scenarios'
import { displayProblems, engineProblems, preemptionProblems, resubmissionProblems } from './scheduling'

const TRACES = new URL('./traces/', import.meta.url)
/** Scenarios about the scheduler; those about memory have its compositor and timeouts out of the way. */
const SCHEDULING = SHIPPED.filter((name) => name.startsWith('gpu-'))
const BACKGROUND = SHIPPED.filter((name) => name.startsWith('bp-'))
const DEFRAGMENTATION = SHIPPED.filter((name) => name.startsWith('df-'))
const MEMORY = SHIPPED.filter(
  (name) => ![SCHEDULING, BACKGROUND, DEFRAGMENTATION].some((group) => group.includes(name)),
)
/** Traces too long to read line by line: of these the SHA-256 is kept. */
const HASHED = ['df-18000-allocations']
const golden = (name: string) => new URL(`${name}.jsonl`, TRACES)

describe.each(HASHED)('%s', (name) => {
  it('gives a trace of its golden hash and sound form, and all it expects holds [SC-01] [SC-08]', async () => {
    const { text, summary, failures } = await traced(shipped(name))
    expect(failures).toEqual([])
    expect(summary.expectations.passed).toBeGreaterThan(0)
    const file = new URL(`${name}.sha256`, TRACES)
    if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, `${summary.traceSha256}\n`)
    expect(`${summary.traceSha256}\n`).toBe(
      existsSync(file) ? readFileSync(file, 'utf8') : 'none: run with UPDATE_GOLDEN=1',
    )
    expect(formProblems(linesOf(text))).toEqual([])
  }, 60_000)
})

describe.each(SHIPPED.filter((name) => !HASHED.includes(name)))('%s', (name) => {
  it('gives its golden trace, byte for byte, and all it expects holds [SC-01]', async () => {
    const { text, summary, failures } = await traced(shipped(name))
    expect(failures).toEqual([])
    expect(summary.expectations.passed).toBeGreaterThan(0)
    if (process.env.UPDATE_GOLDEN === '1') writeFileSync(golden(name), text)
    const recorded = existsSync(golden(name)) ? readFileSync(golden(name), 'utf8') : 'none: run with UPDATE_GOLDEN=1'
    expect(text).toBe(recorded)
  })

  const lines = () => linesOf(readFileSync(golden(name), 'utf8'))

  it('has the fields of the table, in its order, and times that never go back [SC-08]', () => {
    expect(readFileSync(golden(name), 'utf8').endsWith('}\n')).toBe(true)
    expect(formProblems(lines())).toEqual([])
  })

  it('has notifications before what they cause, callbacks after it, applies after theirs [SC-08] [SC-09] [TN-11]', () => {
    expect(notificationProblems(lines())).toEqual([])
    expect(applyProblems(lines(), policyLabel(shipped(name).app.policy).startsWith('dawn'))).toEqual([])
  })

  it('starts no transfer before its call and no packet before its transfers [RS-05] [RS-07]', () => {
    expect(pagingProblems(lines(), expectedOf(shipped(name)))).toEqual([])
    expect(packetProblems(lines(), expectedOf(shipped(name)))).toEqual([])
  })

  it('has engines that do one thing at a time, and loses nothing that was preempted [GP-06] [GP-09] [GP-10] [GP-11] [GP-12]', () => {
    const expected = expectedOf(shipped(name))
    expect(engineProblems(lines())).toEqual([])
    expect(preemptionProblems(lines())).toEqual([])
    expect(resubmissionProblems(lines(), expected)).toEqual([])
    expect(displayProblems(lines(), expected)).toEqual([])
  })

  it('ends every background task once, in order, and signals commits when they are done [BP-01] [BP-07] [BP-19] [BP-21] [BP-28]', () => {
    expect(taskProblems(lines())).toEqual([])
    expect(commitProblems(lines())).toEqual([])
  })

  it('keeps the residency list that its calls come to [RS-01] [RS-08]', () => {
    expect(residencyProblems(residencyLines(name, lines()))).toEqual([])
  })
})

it('every golden trace has its scenario', () => {
  const recorded = readdirSync(TRACES).map((file) => file.replace(/\.(jsonl|sha256)$/, ''))
  expect(recorded.sort()).toEqual(SHIPPED)
})

it('something happens in every scenario: work, notifications, and evictions in all but those that show there are none', () => {
  const without = MEMORY.filter((name) => !readFileSync(golden(name), 'utf8').includes('"type":"evict"'))
  expect(without).toEqual(['never-touched-mapping-layer', 'over-commit'])
  for (const name of MEMORY) {
    const text = readFileSync(golden(name), 'utf8')
    for (const type of ['apply', 'packet', 'notification']) expect(text, name).toContain(`"type":"${type}"`)
  }
})

it('the scheduler preempts in every scenario about it, and each of its records is in one', () => {
  const texts = SCHEDULING.map((name) => readFileSync(golden(name), 'utf8'))
  for (const text of texts) expect(text).toContain('"type":"preempt"')
  for (const type of ['missed-vertical-blank', 'tear', 'tdr'])
    expect(texts.some((text) => text.includes(`"type":"${type}"`))).toBe(true)
})

it('background tasks are carried out in every scenario about them, and each of their records is in one', () => {
  const texts = BACKGROUND.map((name) => readFileSync(golden(name), 'utf8'))
  for (const text of texts) expect(text).toMatch(/"type":"background-task".*"phase":"finish"/)
  for (const found of ['"phase":"cancel"', '"priority":"above-idle"', '"type":"background-event"', '"type":"workflow"'])
    expect(texts.some((text) => text.includes(found))).toBe(true)
})

it('memory is moved in every scenario of defragmentation, and each operation and refusal is in one', () => {
  const texts = DEFRAGMENTATION.filter((name) => !HASHED.includes(name)).map((name) =>
    readFileSync(golden(name), 'utf8'),
  )
  expect(texts).toHaveLength(9)
  for (const text of texts) expect(text).toMatch(/"type":"defragmentation-pass".*"bytesMoved":[1-9]/)
  const found = ['COPY', 'IGNORE', 'DESTROY'].map((operation) => `"operation":"${operation}"`)
  for (const what of [...found, '"because":"fragmentation"', '"rule":"DF-07"', '"rule":"DF-10"', '"rule":"DF-14"'])
    expect(
      texts.some((text) => text.includes(what)),
      what,
    ).toBe(true)
})
