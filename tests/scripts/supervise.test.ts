/** Ctrl+C, SIGTERM and SIGHUP end the command line at once, whatever it is doing. */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'

const supervise = pathToFileURL(join(import.meta.dirname, '../../scripts/lib/supervise.mjs')).href
const folder = mkdtempSync(join(tmpdir(), 'supervise-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A program that supervises itself running `work`, which says "ready" once it has begun. */
function start(name: string, work: string, args: readonly string[] = []) {
  const file = join(folder, `${name}.mjs`)
  writeFileSync(
    file,
    `import { followSupervisor, supervise } from ${JSON.stringify(supervise)}
     if (process.send) { followSupervisor(); ${work.includes('ready') ? '' : "console.log('ready ' + process.pid);"} ${work} }
     else process.exitCode = await supervise(process.argv.slice(1))`,
  )
  const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let out = ''
  let err = ''
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  const ready = new Promise<number>((resolve) => {
    child.stdout.on('data', (chunk) => {
      out += chunk
      const pid = /ready (\d+)/.exec(out)?.[1]
      if (pid !== undefined) resolve(Number(pid))
    })
  })
  const ended = new Promise<{ code: number | null; err: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, err }))
  })
  return { child, ready, ended }
}

const LISTENS = `process.on('SIGINT', () => { console.error('tidied up'); process.exit(130) }); setInterval(() => {}, 1000)`
const LOOPS = `process.on('SIGINT', () => {}); process.on('SIGTERM', () => {}); for (;;);`
const PARSES = `const text = '[' + '{"a":1},'.repeat(100000) + '0]'; process.on('SIGTERM', () => {}); for (;;) JSON.parse(text)`

/** Writes to a file that is not in place yet, and hears nothing, for so many ms; then it listens. */
const writes = (out: string, busy: number, until: number) => `
  const { appendFileSync } = await import('node:fs')
  const { dirname } = await import('node:path')
  const temporary = dirname(${JSON.stringify(out)}) + '/.trimline-01234567-' + process.pid + '-0123456789ab.tmp'
  process.on('SIGINT', () => { console.error('kept'); process.exit(130) })
  const began = performance.now()
  const sleep = new Int32Array(new SharedArrayBuffer(4))
  appendFileSync(temporary, 'begun')
  console.log('ready ' + process.pid)
  while (performance.now() - began < ${busy}) {
    if (performance.now() - began < ${until}) appendFileSync(temporary, 'x'.repeat(1000))
    Atomics.wait(sleep, 0, 0, 20)
  }
  setInterval(() => {}, 1000)`

describe('A supervised program', () => {
  it('gives its own exit status on', async () => {
    expect((await start('ends', 'process.exitCode = 7').ended).code).toBe(7)
  })

  it('that listens ends by itself, having put right what it must', async () => {
    const { child, ready, ended } = start('listens', LISTENS)
    await ready
    child.kill('SIGINT')
    expect(await ended).toEqual({ code: 130, err: 'tidied up\n' })
  })

  it.each([
    ['SIGINT', 130, 'loops', LOOPS],
    ['SIGTERM', 143, 'loops too', LOOPS],
    ['SIGTERM', 143, 'parses', PARSES],
  ] as const)('is ended at %s with status %i while it %s, and that is said', async (signal, status, name, work) => {
    const { child, ready, ended } = start(name, work)
    await ready
    child.kill(signal)
    expect(await ended).toEqual({ code: status, err: `interrupted (${signal})\n` })
  })

  // beside one another, as they wait for seconds and do nothing meanwhile; each has a folder of its own, which is looked into
  it.concurrent.each([
    ['--trace', 'folder/out.jsonl', 'spaced'],
    ['--trace=folder/out.jsonl', '', 'joined'],
    ['--trace', 'folder', 'in a folder'],
  ])(
    'that is slow, and still writes to a file of its own (%s %s), is given the time to put it right',
    async (...given) => {
      const [option, value, name] = given
      const place = join(folder, name)
      mkdirSync(place)
      const args = [option, value].filter((arg) => arg !== '').map((arg) => arg.replace('folder', place))
      const { child, ready, ended } = start(name, writes(join(place, 'out.jsonl'), 3000, 3000), args)
      await ready
      child.kill('SIGINT')
      expect(await ended).toEqual({ code: 130, err: 'kept\n' })
    },
  )

  it.concurrent('whose file does not grow any more, and that still does not listen, is ended', async () => {
    const place = join(folder, 'still there')
    mkdirSync(place)
    const out = join(place, 'still.jsonl')
    const { child, ready, ended } = start('still', writes(out, 60_000, 500), ['--trace', out])
    await ready
    child.kill('SIGINT')
    expect(await ended).toEqual({ code: 130, err: 'interrupted (SIGINT)\n' })
  })

  it('does not outlive the one that supervises it', async () => {
    const { child, ready } = start('orphan', LISTENS)
    const pid = await ready
    child.kill('SIGKILL')
    await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false)
  })
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
