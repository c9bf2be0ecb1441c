/** A comparison in threads of its own, as the command and the library are bundled: the same, byte for byte (LB-03). */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildCliIfStale, bundle } from '../../../scripts/cli-bundle.mjs'
import { trimline } from '../support/trimline'

const command = fileURLToPath(new URL('../../../scripts/trimline.mjs', import.meta.url))

let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), 'trimline-cli-workers-'))
  await buildCliIfStale()
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const at = (name: string) => join(folder, name)

/** A and B take turns in less memory than both need; what is played beside them drops frames. */
function file(): string {
  const effects = ['A', 'B'].map((name) => ({
    name,
    gpuTime: '1ms',
    resources: [{ name: 'r', size: '64MiB', resident: false }],
  }))
  const content = {
    trimline: 1,
    name: 'turns',
    system: { localMemory: '256MiB', budget: '96MiB', evictionMode: 'eager' },
    app: { policy: 'fence-lru', effects },
    steps: [
      ...['A', 'B', 'A', 'B'].map((apply, second) => ({ at: `${second}s`, apply })),
      { at: '3500ms', play: true },
    ],
    until: '5s',
  }
  writeFileSync(at('turns.json'), JSON.stringify(content))
  return at('turns.json')
}

describe('trimline compare, in threads', () => {
  test.each([
    ['policies and budgets', ['--policies', 'fence-lru,none,dawn', '--budgets', '96MiB,128MiB']],
    ['devices', ['--profiles', 'measured-2018,discrete-2gib,discrete-8gib']],
    ['one variant, with nothing that it differs from', ['--policies', 'none']],
  ])('%s: prints and writes what one after the other does [LB-03] [SC-06]', async (_title, choice) => {
    const path = file()
    const argv = (kind: string) => [
      'compare',
      path,
      ...choice,
      '--json',
      at(`${kind}.json`),
      '--html',
      at(`${kind}.html`),
    ]
    const alone = await trimline(argv('alone'))
    const { stdout, stderr, status } = spawnSync(process.execPath, [command, ...argv('threads')], { encoding: 'utf8' })
    // what is printed comes byte by byte from within
    expect({ status, out: stdout, err: stderr }).toEqual({
      status: alone.status,
      out: alone.out,
      err: alone.err,
    })
    expect(alone.status).toBe(0)
    for (const end of ['json', 'html'])
      expect(readFileSync(at(`threads.${end}`), 'utf8')).toBe(readFileSync(at(`alone.${end}`), 'utf8'))
  })

  test('has one for each core at most, and ends them [LB-03]', () => {
    // Node's own thread, counted
    const program = `
      import threads from 'node:worker_threads'
      import { syncBuiltinESMExports } from 'node:module'
      import os from 'node:os'
      os.availableParallelism = () => 3
      let [begun, ended] = [0, 0]
      threads.Worker = class extends threads.Worker {
        constructor(...args) {
          super(...args)
          begun++
          this.on('exit', () => ended++)
        }
      }
      syncBuiltinESMExports()
      const { compare } = await import(${JSON.stringify(pathToFileURL(bundle).href)})
      const scenario = ${JSON.stringify(readFileSync(file(), 'utf8'))}
      const { rows } = await compare(scenario, ['none', 'fence-lru', 'dawn', 'clock'])
      process.on('exit', () => console.log(JSON.stringify([rows.length, begun, ended])))
    `
    writeFileSync(at('count.mjs'), program)
    const { stdout, stderr } = spawnSync(process.execPath, [at('count.mjs')], { encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual([4, 3, 3])
  })
})
