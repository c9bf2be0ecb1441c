/** The process that reads, as the app starts it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readScenarioFile } from '../../../../main/shell/documents/scenario-file'
import { buildWorker, type WorkerFile } from '../worker'

let folder: string
let file: WorkerFile

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trimline-reading-'))
  file = await buildWorker('main/shell/reading/reading-worker.ts')
}, 60_000)
afterAll(() => {
  rmSync(folder, { recursive: true })
  file.remove()
})

test('it answers each request with the next piece, and ends well when it is told to', async () => {
  const path = join(folder, 'small.json')
  writeFileSync(path, '{"trimline": 1, "name": "small"}')
  const here = readScenarioFile(path)
  if (!here.ok) throw new Error(here.message)
  const worker = file.start()
  worker.post({ kind: 'read', path })
  await worker.until((came) => came.length === 1)
  expect(worker.came).toMatchObject([{ kind: 'piece', piece: { place: [] } }])
  worker.post({ kind: 'next' })
  await worker.until((came) => came.length === 2)
  expect(worker.came[1]).toEqual({ kind: 'done', identity: here.identity })
  worker.post({ kind: 'end' })
  expect(await worker.ended()).toBe(0)
})
