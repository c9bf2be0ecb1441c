/** A recording is imported in a process of its own; here that is the other end of a channel of messages. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answerReading } from '../../../../main/shell/reading/answer'
import { type CaptureRead, readCaptureFile, startImporting } from '../../../../main/shell/reading/capture'
import type { ReadingProcess } from '../../../../main/shell/reading/reader'
import type { ImportOptions } from '../../../../preload/contract'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trimline-importing-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function file(...lines: string[]): string {
  const path = join(folder, 'work.sets.jsonl')
  writeFileSync(path, lines.join('\n'))
  return path
}

/** Real messages, and the real code of the process. */
function child(): ReadingProcess & { killed: boolean } {
  const { port1, port2 } = new MessageChannel()
  let exit: (code: number) => void = () => {}
  answerReading({
    onMessage: (take) => void port2.on('message', take),
    post: (message) => port2.postMessage(message),
    end: () => {
      port2.close()
      exit(0)
    },
  })
  const own = {
    killed: false,
    onMessage: (take: Parameters<ReadingProcess['onMessage']>[0]) => void port1.on('message', take),
    onExit: (take: (code: number) => void) => {
      exit = take
    },
    post: (message: Parameters<ReadingProcess['post']>[0]) => port1.postMessage(message),
    kill: () => {
      own.killed = true
      port1.close()
    },
  }
  return own
}

const across = (path: string, options: ImportOptions = {}): Promise<CaptureRead> =>
  new Promise((ended) => {
    startImporting({ path, options }, child, ended)
  })

test('is on the other side what it is here, with what is said of it [LB-19]', async () => {
  const path = file('{"trimlineSets":1,"derived":["size: guessed"]}', '{"t":5,"set":[{"id":"a","size":65536}]}')
  const here = await readCaptureFile(path)
  expect(await across(path)).toEqual(here)
  expect(here).toMatchObject({ ok: true, scenario: { name: 'sets', steps: [{ verb: 'resource' }, { verb: 'use' }] } })
  expect(here.ok && here.report).toContain('derived, not recorded\n  size: guessed')
})

test('is a part of it from a moment on, as here [LB-19]', async () => {
  const path = file('{"trimlineSets":1}', '{"t":5,"set":[]}', '{"t":9,"set":[]}')
  const part = await across(path, { from: 6 })
  expect(part).toEqual(await readCaptureFile(path, { from: 6 }))
  expect(part).toMatchObject({ ok: true, scenario: { steps: [{ at: 3, verb: 'use' }] }, next: null })
})

test('is imported as is asked for, as here [LB-19]', async () => {
  const path = file('{"trimlineSets":1}', '{"t":40,"set":[{"id":"a","size":65536}]}', '{"t":90,"set":[]}')
  const options = { from: 20, until: 80, speed: 4, anonymous: true } as const
  const read = await across(path, options)
  expect(read).toEqual(await readCaptureFile(path, options))
  // (40 − 20) / 4; a number instead of the name; what comes at 90 is after the end
  expect(read.ok && read.scenario.steps.filter(({ verb }) => verb === 'use')).toMatchObject([{ at: 5 }])
  expect(read.ok && JSON.stringify(read.scenario.steps)).not.toContain('"a"')
  // what applies to other recordings alone is refused
  expect(await across(path, { process: 7 })).toMatchObject({ ok: false, message: expect.stringContaining('process') })
})

test('that is malformed is said with its place, and that is gone with why [LB-19]', async () => {
  const bad = await across(file('{"trimlineSets":1}', '{"t":5}'))
  expect(bad).toEqual({ ok: false, message: expect.stringContaining('line 2: set: found nothing') })
  const gone = await across(join(folder, 'none.rmv'))
  expect(gone).toEqual({ ok: false, message: expect.stringContaining('no such file or directory') })
})

test('that is a scenario is said to be one on both sides, for its own reader to say what is wrong [LB-19]', async () => {
  const path = file('{"trimline":1,', '"name":')
  const said = { ok: false, message: expect.stringContaining('found a scenario'), isScenario: true }
  expect(await readCaptureFile(path)).toEqual(said)
  expect(await across(path)).toEqual(said)
})

test('has all that there is to say in its report, in lines that cannot pose as something else [LB-19]', async () => {
  const derived = Array.from({ length: 40 }, (_, i) => `derived ${i}\u202e`)
  const read = await across(file(JSON.stringify({ trimlineSets: 1, derived })))
  const lines = read.ok ? read.report.split('\n').filter((line) => line.startsWith('  derived')) : []
  expect(lines).toEqual(derived.map((_, i) => `  derived ${i}\\u202e`))
})

test('that is given up ends its process, and nothing is said of it [LB-19]', async () => {
  const own = child()
  let said = 0
  startImporting(
    { path: file('{"trimlineSets":1}'), options: {} },
    () => own,
    () => said++,
  ).cancel()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect([own.killed, said]).toEqual([true, 0])
})
