/** What a process that ends in the middle leaves of a file of which nothing is written yet. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { bundleFiles, type Children } from './child'

let children: Children
let folder: string
let path: string
beforeAll(async () => {
  children = await bundleFiles()
})
afterAll(() => children.remove())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trimline-writer-'))
  path = join(folder, 'a.json')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const OLD = 'what was there before\n'

test.each([
  ['nothing', '', 'null'],
  ['only what a full disk does not take', 'x', '"it failed (ENOSPC)"'],
])('a process that ends in the middle with %s written leaves nothing, and says so', (_what, content, trouble) => {
  writeFileSync(path, OLD)
  const program = children.program(`
    const file = new AtomicFile(${JSON.stringify(path)}, { interrupted: (left) => console.log(JSON.stringify(left)) })
    nodeFileSystem.write = () => {
      throw Object.assign(new Error('ENOSPC: it failed, write'), { code: 'ENOSPC' })
    }
    file.write(${JSON.stringify(content)})
    process.exit(130)
  `)
  const { stdout, status } = spawnSync(process.execPath, program, { encoding: 'utf8' })
  expect([status, stdout]).toEqual([130, `{"partial":null,"bytes":0,"trouble":${trouble}}\n`])
  expect(readdirSync(folder)).toEqual(['a.json'])
  expect(readFileSync(path, 'utf8')).toBe(OLD)
})
