/** The command line in a process of its own, between other programs: pipes, descriptors, interrupts [SC-17]. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { SAMPLE } from '../session/dump/files'
import { bashBeside, command, SCENARIO, ShellFolder } from '../support/shell-folder'
import { trimline } from '../support/trimline'

let here: ShellFolder
beforeEach(() => {
  here = new ShellFolder()
})
afterEach(() => here.remove())

describe('- is standard output [SC-17]', () => {
  test('of a trace: nothing else is in it, and the summary for people is on standard error', async () => {
    const path = here.file('a.json')
    await trimline(['run', path, '--trace', here.at('t.jsonl')])
    const { status, out, err } = await trimline(['run', path, '--trace', '-'])
    expect([status, out]).toEqual([0, here.read('t.jsonl')])
    expect(err).toMatch(/^piped: ok\n/)
    expect(readdirSync(here.path).sort()).toEqual(['a.json', 't.jsonl'])
  })

  test('of a summary, also by the name /dev/stdout', async () => {
    const path = here.file('a.json')
    await trimline(['run', path, '--summary', here.at('s.json')])
    for (const name of ['-', '/dev/stdout', '/dev/fd/1', '/proc/self/fd/1']) {
      const { status, out, err } = await trimline(['run', path, '--summary', name])
      expect([status, out]).toEqual([0, here.read('s.json')])
      expect(err).toMatch(/^piped: ok\n/)
    }
  })

  test('of a dump: the dump and nothing else, and no file of that name', async () => {
    const path = here.file('a.json')
    const plain = await trimline(['dump', path])
    expect(await trimline(['dump', path, '--out', '-'])).toEqual(plain)
    // what is for people is beside it: that nothing is in it
    expect(plain).toMatchObject({
      status: 0,
      out: expect.stringMatching(/^\{/),
      err: expect.stringMatching(/^note: .*\n$/),
    })
    expect(here.bash('trimline dump a.json --out - > got').status).toBe(0)
    expect(here.read('got')).toBe(plain.out)
    expect(readdirSync(here.path).sort()).toEqual(['a.json', 'got'])
  })

  test('of rows: of compare and of defragment', async () => {
    const compared = await trimline(['compare', here.file('a.json'), '--policies', 'none,fence-lru', '--json', '-'])
    expect(compared.status).toBe(0)
    expect(JSON.parse(compared.out)).toMatchObject([{ policy: 'none' }, { policy: 'fence-lru' }])
    expect(compared.err).toMatch(/^piped: 2 policies, seed 1\nvariant /)
    writeFileSync(here.at('dump.json'), SAMPLE)
    const moved = await trimline(['defragment', here.at('dump.json'), '--algorithm', 'fast,full', '--json', '-'])
    expect(moved.status).toBe(0)
    expect(JSON.parse(moved.out)).toMatchObject([{ algorithm: 'fast' }, { algorithm: 'full' }])
    expect(moved.err).toContain('blocks left')
    expect(readdirSync(here.path).sort()).toEqual(['a.json', 'dump.json'])
  })

  test('of a file named - it is not: ./- is one', async () => {
    expect(here.bash('trimline dump a.json --out ./-').status).toBe(2)
    here.file('a.json')
    expect(here.bash('trimline dump a.json --out ./-').status).toBe(0)
    expect(here.read('-')).toMatch(/^\{/)
    expect(here.bash('trimline defragment ./-').status).toBe(2)
  })

  test.each<[string, string[], RegExp]>([
    [
      'two outputs',
      ['a.json', '--trace', '-', '--summary', '-'],
      /--summary: standard output is given for two outputs/,
    ],
    [
      'two outputs by two names',
      ['a.json', '--trace', '/dev/stdout', '--summary', '-'],
      /--summary: standard output is/,
    ],
    [
      'outputs of several scenarios',
      ['a.json', 'b.json', '--trace', '-'],
      /--trace: found "-", standard output, .*folder/,
    ],
  ])('%s in it are refused before anything runs', async (_what, argv, words) => {
    here.file('a.json')
    here.file('b.json')
    const paths = argv.map((argument) => (argument.endsWith('.json') ? here.at(argument) : argument))
    expect(await trimline(['run', ...paths])).toEqual({ status: 2, out: '', err: expect.stringMatching(words) })
    expect(readdirSync(here.path).sort()).toEqual(['a.json', 'b.json'])
  })

  test.each(['run', 'check'])('%s: - twice as input is refused clearly', async (name) => {
    expect(await trimline([name, '-', '-'], JSON.stringify(SCENARIO))).toEqual({
      status: 2,
      out: '',
      err: 'error: found "-" twice; standard input can be read once only\n',
    })
  })

  test('check and defragment read standard input', async () => {
    expect(await trimline(['check', '-'], JSON.stringify(SCENARIO))).toEqual({
      status: 0,
      out: '<stdin>: ok\n',
      err: '',
    })
    writeFileSync(here.at('dump.json'), SAMPLE)
    const { stdout, status } = here.bash('trimline defragment - --algorithm fast < dump.json')
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^<stdin>: /)])
  })
})

describe('outputs may be pipes [SC-17]', () => {
  test('a summary and a trace into other programs, and into named pipes', async () => {
    here.file('a.json')
    await trimline(['run', here.at('a.json'), '--trace', here.at('t'), '--summary', here.at('s')])
    const { status, stderr } = here.bash(
      'trimline run a.json --summary >(cat > s2) --trace >(cat > t2); s=$?; sleep 0.5; exit $s',
    )
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect([here.read('s2'), here.read('t2')]).toEqual([here.read('s'), here.read('t')])
    expect(
      here.bash('mkfifo p q; cat p > t3 & cat q > s3 & trimline run a.json --trace p --summary q && wait').status,
    ).toBe(0)
    expect([here.read('s3'), here.read('t3')]).toEqual([here.read('s'), here.read('t')])
    expect(here.bash('test -p p && test -p q').status).toBe(0)
  })

  test.concurrent.each([
    ['a trace', 'trimline run a.json --trace p'],
    ['a summary', 'trimline run a.json --summary p'],
    ['a dump', 'trimline dump a.json --out p'],
  ])(
    '%s into a named pipe that nobody reads is refused after two seconds, and says what was waited for',
    async (_what, line) => {
      const before = performance.now()
      const { own, status, stderr } = await bashBeside(`mkfifo p; ${line}`)
      expect([status, stderr]).toEqual([
        2,
        `error: ${join(own, 'p')} cannot be written: found a named pipe that nobody read from within 2 s; expected a reader. Start the program that reads from it first, or give a file.\n`,
      ])
      expect(performance.now() - before).toBeLessThan(15_000)
    },
  )

  test('a reader that comes soon, and one that is slow, get all of it', async () => {
    here.file('a.json')
    const long = here.file('long.json', { ...SCENARIO, steps: [{ at: 0, play: true }], until: '60s' })
    await trimline(['run', long, '--trace', here.at('t.jsonl')])
    expect(here.read('t.jsonl').length).toBeGreaterThan(1_000_000)
    expect(
      here.bash(
        'mkfifo p; (for i in $(seq 50); do test -e s && break; sleep 0.1; done; sleep 0.7; cat p > got) & : > s; trimline run long.json --trace p && wait',
      ).status,
    ).toBe(0)
    expect(here.read('got')).toBe(here.read('t.jsonl'))
    expect(
      here.bash(
        '(dd of=slow bs=4096 count=1; sleep 0.5; cat >> slow) < p 2>err & trimline run long.json --trace p && wait',
      ).status,
    ).toBe(0)
    expect(here.read('slow').length).toBe(here.read('t.jsonl').length)
  })

  test('a reader that has seen enough is no error, and ends what is done for it only', () => {
    here.file('a.json')
    here.file('long.json', { ...SCENARIO, steps: [{ at: 0, play: true }], until: '100000s' })
    const head = here.bash('trimline run long.json --trace - 2> err | head -1; echo "$PIPESTATUS"')
    expect(head.stdout).toMatch(/^\{"t":0,"type":"meta".*\}\n0\n$/)
    expect(here.read('err')).toBe('')
  })

  test('a reader that has gone stops neither the outputs to files nor the exit status', () => {
    here.file('a.json')
    here.file('b.json', { ...SCENARIO, steps: [{ at: 0, expect: { evictions: 5 } }] })
    const { stdout, stderr } = here.bash('trimline run a.json b.json --trace out | true; echo "$PIPESTATUS"')
    expect([stdout, stderr]).toEqual(['1\n', ''])
    expect(readdirSync(here.at('out')).sort()).toEqual(['a.jsonl', 'b.jsonl'])
    const gone = here.bash('trimline run b.json --trace >(head -1 > first) > said; s=$?; sleep 0.3; exit $s')
    expect([gone.status, gone.stderr]).toEqual([1, ''])
    expect(here.read('said')).toMatch(/^piped: FAILED/)
  })
})

describe('descriptors that the shell has opened [SC-17]', () => {
  test.each(['/dev/fd/3', '/proc/self/fd/9', '/dev/fd/14'])('%s can be written to and read from', async (name) => {
    // what is to come there needs no process of its own
    expect(await trimline(['run', here.file('a.json'), '--trace', here.at('t.jsonl')])).toMatchObject({ status: 0 })
    const number = /\d+$/.exec(name)?.[0]
    expect(here.bash(`trimline run a.json --trace ${name} ${number}>got`).status).toBe(0)
    expect(here.read('got')).toBe(here.read('t.jsonl'))
    expect(here.bash(`trimline check ${name} ${number}<a.json`)).toMatchObject({ status: 0, stdout: `${name}: ok\n` })
  })
})

/** Packets of a trace for Perfetto, each a field 1 with its length: the last one ends where the file does. */
function packetsIn(bytes: Uint8Array): number {
  let packets = 0
  let place = 0
  while (place < bytes.length) {
    expect(bytes[place++]).toBe(0x0a)
    let length = 0
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[place++] ?? 0
      length += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) break
    }
    place += length
    packets++
  }
  expect(place).toBe(bytes.length)
  return packets
}

describe('an interrupt', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s keeps the trace so far beside its place, and says where', async (signal, status) => {
    here.file('long.json', { ...SCENARIO, steps: [{ at: 0, play: true }], until: '100000s' })
    here.file('out.jsonl', 'the old one')
    const argv = [command, 'run', 'long.json', '--trace', 'out.jsonl', '--summary', 'out.json']
    const child = spawn(process.execPath, argv, { cwd: here.path, stdio: ['ignore', 'pipe', 'pipe'] })
    let stderr = ''
    child.stderr.on('data', (chunk) => {
      stderr += String(chunk)
    })
    const written = () => readdirSync(here.path).some((name) => name.endsWith('.tmp'))
    while (!written()) await wait(20)
    await wait(300)
    const closed = once(child, 'close')
    child.kill(signal)
    expect((await closed)[0]).toBe(status)
    const partial = here.read('out.jsonl.partial')
    expect(stderr).toBe(
      `interrupted (${signal})\ninterrupted: the first ${partial.length} bytes of the trace are in ${here.at('out.jsonl.partial')}; ${here.at('out.jsonl')} is as it was\n`,
    )
    const lines = partial.split('\n')
    expect(lines.pop()).toBe('')
    for (const line of lines) expect(JSON.parse(line)).toHaveProperty('t')
    expect(lines.length).toBeGreaterThan(10)
    expect(here.read('out.jsonl')).toBe('the old one')
    expect(existsSync(here.at('out.json'))).toBe(false)
    expect(readdirSync(here.path).sort()).toEqual(['long.json', 'out.jsonl', 'out.jsonl.partial'])
  })

  test.each(['pftrace', 'json'])('keeps what there is for Perfetto in whole events: .%s [LB-17]', async (form) => {
    here.file('long.json', { ...SCENARIO, steps: [{ at: 0, play: true }], until: '100000s' })
    const name = `out.${form}`
    const argv = [command, 'run', 'long.json', '--perfetto', name]
    const child = spawn(process.execPath, argv, { cwd: here.path, stdio: ['ignore', 'ignore', 'pipe'] })
    let stderr = ''
    child.stderr.on('data', (chunk) => {
      stderr += String(chunk)
    })
    const size = () => readdirSync(here.path).map((one) => (one.endsWith('.tmp') ? statSync(here.at(one)).size : 0))
    while (Math.max(...size()) < 100_000) await wait(20)
    const closed = once(child, 'close')
    child.kill('SIGINT')
    expect((await closed)[0]).toBe(130)
    const partial = readFileSync(here.at(`${name}.partial`))
    expect(stderr).toContain(`interrupted: the first ${partial.length} bytes of the trace for Perfetto are in `)
    if (form === 'json') expect(() => JSON.parse(`${String(partial)}]}`)).not.toThrow()
    else expect(packetsIn(partial)).toBeGreaterThan(1000)
    expect(readdirSync(here.path).sort()).toEqual(['long.json', `${name}.partial`])
  })
})

describe('in a process of its own [SC-05, SC-07]', () => {
  const scenario = (min: number) =>
    JSON.stringify({ trimline: 1, steps: [{ at: '1s', expect: { localUsage: { min } } }] })

  test.each([
    [0, 'all expectations hold', ['run', '-'], scenario(1)],
    [1, 'one failed', ['run', '-'], scenario(1e15)],
    [2, 'bad input', ['run', '-'], '{"trimline": 1,}'],
    [2, 'an unknown option', ['run', '--polcy'], ''],
  ])('the exit status is %d when %s', (status, _when, argv, input) => {
    const result = spawnSync(process.execPath, [command, ...argv], { input, encoding: 'utf8' })
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
