/** The command as a person starts it: `node scripts/trimline.mjs`, in a process of its own. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const command = fileURLToPath(new URL('../../../scripts/trimline.mjs', import.meta.url))

function trimline(argv: string[], input: string) {
  return spawnSync(process.execPath, [command, ...argv], { input, encoding: 'utf8' })
}

describe('[SC-05, SC-07]', () => {
  const scenario = (min: number) =>
    JSON.stringify({ trimline: 1, steps: [{ at: '1s', expect: { localUsage: { min } } }] })

  test.each([
    [0, 'all expectations hold', ['run', '-'], scenario(1)],
    [1, 'one failed', ['run', '-'], scenario(1e15)],
    [2, 'bad input', ['run', '-'], '{"trimline": 1,}'],
    [2, 'an unknown option', ['run', '--polcy'], ''],
  ])('the exit status is %d when %s', (status, _when, argv, input) => {
    const result = trimline(argv, input)
    expect(result.status, result.stderr).toBe(status)
  })

  test('a reader that stops reading is no error', async () => {
    const child = spawn(process.execPath, [command, 'schema'], { stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.destroy()
    let stderr = ''
    child.stderr.on('data', (chunk) => {
      stderr += String(chunk)
    })
    const [status] = await once(child, 'exit')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })
})
