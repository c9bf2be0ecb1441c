/** The command line between other programs: pipes, devices, interrupts, disks that are full [SC-17]. */
import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { SAMPLE } from '../session/dump/files'
import { trimline } from '../support/trimline'

const command = fileURLToPath(new URL('../../../scripts/trimline.mjs', import.meta.url))

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), 'trimline-streams-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const SCENARIO = { trimline: 1, name: 'piped', steps: [{ at: 0, apply: 'Blur' }] }
const at = (name: string) => join(folder, name)
const read = (name: string) => readFileSync(at(name), 'utf8')

function file(name: string, content: object | string = SCENARIO): string {
  writeFileSync(at(name), typeof content === 'string' ? content : JSON.stringify(content))
  return at(name)
}

function made(path: string, make: (path: string) => unknown): string {
  make(path)
  return path
}

const scriptOf = (line: string) => `trimline() { "${process.execPath}" "${command}" "$@"; }; ${line}`

/** A line of bash, in the folder; `trimline` is the command. */
function bash(line: string) {
  return spawnSync('bash', ['-c', scriptOf(line)], { cwd: folder, encoding: 'utf8', timeout: 25_000 })
}

/** As `bash`, for lines that only wait: they are run beside one another, so each has a folder of its own. */
async function bashBeside(line: string) {
  const own = mkdtempSync(join(realpathSync(tmpdir()), 'trimline-streams-'))
  try {
    writeFileSync(join(own, 'a.json'), JSON.stringify(SCENARIO))
    const options = { cwd: own, timeout: 25_000 }
    return await new Promise<{ own: string; status: unknown; stderr: string; left: string[] }>((resolve) => {
      execFile('bash', ['-c', scriptOf(line)], options, (error, _stdout, stderr) =>
        resolve({ own, status: error === null ? 0 : error.code, stderr, left: readdirSync(own) }),
      )
    })
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
}

describe('- is standard output [SC-17]', () => {
  test('of a trace: nothing else is in it, and the summary for people is on standard error', async () => {
    const path = file('a.json')
    await trimline(['run', path, '--trace', at('t.jsonl')])
    const { status, out, err } = await trimline(['run', path, '--trace', '-'])
    expect([status, out]).toEqual([0, read('t.jsonl')])
    expect(err).toMatch(/^piped: ok\n/)
    expect(readdirSync(folder).sort()).toEqual(['a.json', 't.jsonl'])
  })

  test('of a summary, also by the name /dev/stdout', async () => {
    const path = file('a.json')
    await trimline(['run', path, '--summary', at('s.json')])
    for (const name of ['-', '/dev/stdout', '/dev/fd/1', '/proc/self/fd/1']) {
      const { status, out, err } = await trimline(['run', path, '--summary', name])
      expect([status, out]).toEqual([0, read('s.json')])
      expect(err).toMatch(/^piped: ok\n/)
    }
  })

  test('of a dump: the dump and nothing else, and no file of that name', async () => {
    const path = file('a.json')
    const plain = await trimline(['dump', path])
    expect(await trimline(['dump', path, '--out', '-'])).toEqual({ status: 0, out: plain.out, err: '' })
    expect(plain.out).toMatch(/^\{/)
    expect(bash('trimline dump a.json --out - > got').status).toBe(0)
    expect(read('got')).toBe(plain.out)
    expect(readdirSync(folder).sort()).toEqual(['a.json', 'got'])
  })

  test('of rows: of compare and of defragment', async () => {
    const compared = await trimline(['compare', file('a.json'), '--policies', 'none,fence-lru', '--json', '-'])
    expect(compared.status).toBe(0)
    expect(JSON.parse(compared.out)).toMatchObject([{ policy: 'none' }, { policy: 'fence-lru' }])
    expect(compared.err).toMatch(/^piped: 2 policies, seed 1\nvariant /)
    writeFileSync(at('dump.json'), SAMPLE)
    const moved = await trimline(['defragment', at('dump.json'), '--algorithm', 'fast,full', '--json', '-'])
    expect(moved.status).toBe(0)
    expect(JSON.parse(moved.out)).toMatchObject([{ algorithm: 'fast' }, { algorithm: 'full' }])
    expect(moved.err).toContain('blocks left')
    expect(readdirSync(folder).sort()).toEqual(['a.json', 'dump.json'])
  })

  test('of a file named - it is not: ./- is one', async () => {
    expect(bash('trimline dump a.json --out ./-').status).toBe(2)
    file('a.json')
    expect(bash('trimline dump a.json --out ./-').status).toBe(0)
    expect(read('-')).toMatch(/^\{/)
    expect(bash('trimline defragment ./-').status).toBe(2)
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
    file('a.json')
    file('b.json')
    const paths = argv.map((argument) => (argument.endsWith('.json') ? at(argument) : argument))
    expect(await trimline(['run', ...paths])).toEqual({ status: 2, out: '', err: expect.stringMatching(words) })
    expect(readdirSync(folder).sort()).toEqual(['a.json', 'b.json'])
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
    writeFileSync(at('dump.json'), SAMPLE)
    const { stdout, status } = bash('trimline defragment - --algorithm fast < dump.json')
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^<stdin>: /)])
  })
})

describe('outputs may be pipes [SC-17]', () => {
  test('a summary and a trace into other programs, and into named pipes', async () => {
    file('a.json')
    await trimline(['run', at('a.json'), '--trace', at('t'), '--summary', at('s')])
    const { status, stderr } = bash(
      'trimline run a.json --summary >(cat > s2) --trace >(cat > t2); s=$?; sleep 0.5; exit $s',
    )
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect([read('s2'), read('t2')]).toEqual([read('s'), read('t')])
    expect(bash('mkfifo p q; cat p > t3 & cat q > s3 & trimline run a.json --trace p --summary q && wait').status).toBe(
      0,
    )
    expect([read('s3'), read('t3')]).toEqual([read('s'), read('t')])
    expect(bash('test -p p && test -p q').status).toBe(0)
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

  test('a reader that comes soon, and one that is slow, get all of it', () => {
    file('a.json')
    file('long.json', { ...SCENARIO, steps: [{ at: 0, play: true }], until: '60s' })
    bash('trimline run long.json --trace t.jsonl')
    expect(read('t.jsonl').length).toBeGreaterThan(1_000_000)
    expect(
      bash(
        'mkfifo p; (for i in $(seq 50); do test -e s && break; sleep 0.1; done; sleep 0.7; cat p > got) & : > s; trimline run long.json --trace p && wait',
      ).status,
    ).toBe(0)
    expect(read('got')).toBe(read('t.jsonl'))
    expect(
      bash('(dd of=slow bs=4096 count=1; sleep 0.5; cat >> slow) < p 2>err & trimline run long.json --trace p && wait')
        .status,
    ).toBe(0)
    expect(read('slow').length).toBe(read('t.jsonl').length)
  })

  test('a reader that has seen enough is no error, and ends what is done for it only', () => {
    file('a.json')
    file('long.json', { ...SCENARIO, steps: [{ at: 0, play: true }], until: '100000s' })
    const head = bash('trimline run long.json --trace - 2> err | head -1; echo "$PIPESTATUS"')
    expect(head.stdout).toMatch(/^\{"t":0,"type":"meta".*\}\n0\n$/)
    expect(read('err')).toBe('')
  })

  test('a reader that has gone stops neither the outputs to files nor the exit status', () => {
    file('a.json')
    file('b.json', { ...SCENARIO, steps: [{ at: 0, expect: { evictions: 5 } }] })
    const { stdout, stderr } = bash('trimline run a.json b.json --trace out | true; echo "$PIPESTATUS"')
    expect([stdout, stderr]).toEqual(['1\n', ''])
    expect(readdirSync(at('out')).sort()).toEqual(['a.jsonl', 'b.jsonl'])
    const gone = bash('trimline run b.json --trace >(head -1 > first) > said; s=$?; sleep 0.3; exit $s')
    expect([gone.status, gone.stderr]).toEqual([1, ''])
    expect(read('said')).toMatch(/^piped: FAILED/)
  })
})

describe('descriptors that the shell has opened [SC-17]', () => {
  test.each(['/dev/fd/3', '/proc/self/fd/9', '/dev/fd/14'])('%s can be written to and read from', (name) => {
    file('a.json')
    const number = /\d+$/.exec(name)?.[0]
    expect(
      bash(`trimline run a.json --trace t.jsonl && trimline run a.json --trace ${name} ${number}>got`).status,
    ).toBe(0)
    expect(read('got')).toBe(read('t.jsonl'))
    expect(bash(`trimline check ${name} ${number}<a.json`)).toMatchObject({ status: 0, stdout: `${name}: ok\n` })
  })
})

describe('what cannot be written is said in words, with exit status 2', () => {
  test('but where words cannot be written the status says what was found', () => {
    file('a.json')
    expect(bash('trimline check missing.json 2>/dev/full').status).toBe(2)
    expect(bash('trimline run a.json --summary - 2>/dev/full').status).toBe(0)
  })

  test.each([
    [
      'standard output',
      'trimline schema > /dev/full',
      /^error: standard output cannot be written: no space left on device \(ENOSPC\)\. /,
    ],
    ['a trace', 'trimline run a.json --trace /dev/full', /^error: \/dev\/full cannot be written: no space left/],
    ['a summary', 'trimline run a.json --summary /dev/full', /^error: \/dev\/full cannot be written: no space left/],
    [
      'a name that is too long',
      `trimline dump a.json --out ${'n'.repeat(256)}`,
      /n… cannot be written: found a name of 256 bytes; expected at most 255 \(ENAMETOOLONG\)\. Choose a shorter name\.$/m,
    ],
    [
      'a path that is too long',
      `trimline run a.json --trace ${'folder/'.repeat(700)}t`,
      /… cannot be written: found a path of 49\d\d bytes; expected a shorter one \(ENAMETOOLONG\)\. Choose a shorter name\.$/m,
    ],
    [
      'a folder whose name is too long',
      `trimline run a.json b.json --trace ${'n'.repeat(256)}`,
      /cannot be made: found a name of 256 bytes; expected at most 255 \(ENAMETOOLONG\)\. Choose a shorter name\.$/m,
    ],
    [
      'a place in no folder',
      'trimline run a.json --trace nowhere/t',
      /nowhere\/t cannot be written: .*\/nowhere: no such file or directory \(ENOENT\)\. Make the folder, or choose another place to save to\.$/m,
    ],
    [
      'a folder that cannot be made',
      'trimline run a.json b.json --trace /proc/trimline/t',
      /cannot be made: no such file/,
    ],
    ['a socket', 'trimline dump a.json --out s', /s cannot be written: found a socket; expected a file/],
  ])('%s', (_what, line, words) => {
    file('a.json')
    file('b.json')
    bash('python3 -c "import socket; socket.socket(socket.AF_UNIX).bind(\'s\')"')
    const { status, stderr } = bash(line)
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringMatching(words) })
    expect(stderr).not.toMatch(/\n {4}at /)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  })

  test.each([
    ['a trace', 'run a.json --trace out'],
    ['a dump', 'dump a.json --out out'],
    ['rows', 'compare a.json --policies none --json out'],
    ['a summary', 'run a.json --summary out'],
  ])('%s on a disk that fills in the middle: the old file is as it was', (_what, argv) => {
    file('a.json')
    file('out', 'the old one')
    const { status, stderr } = bash(`prlimit --fsize=100 "${process.execPath}" "${command}" ${argv}`)
    expect(status, stderr).toBe(2)
    expect(stderr).toMatch(
      /^error: .*\/out cannot be written: file too large \(EFBIG\)\. What was there before is unchanged\. A limit/,
    )
    expect(read('out')).toBe('the old one')
    expect(readdirSync(folder).sort()).toEqual(['a.json', 'out'])
  })
})

describe('what cannot be read is said in words, with exit status 2, soon', () => {
  test.each<[string, () => string, RegExp]>([
    [
      'a pipe that nobody writes to',
      () => made(at('p'), (path) => spawnSync('mkfifo', [path])),
      /found a named pipe that nobody wrote to within 2 s/,
    ],
    [
      'what has no end',
      () => '/dev/zero',
      /found more than 67108864 bytes; expected at most 67108864 bytes\. Choose a smaller/,
    ],
    ['a folder', () => folder, /found a folder; expected a file\. Choose a file\./],
    [
      'a file that is far too large',
      () => made(file('large.json', ''), (path) => truncateSync(path, 2 * 1024 ** 3)),
      /found 2147483648 bytes; expected at most 67108864/,
    ],
    ['no UTF-8', () => made(at('bytes'), (path) => writeFileSync(path, Buffer.from([0x7b, 0xff]))), /UTF-8/],
    ['nothing', () => '/dev/null', /\/dev\/null:1:1/],
  ])('%s', async (_what, make, words) => {
    const path = make()
    const before = performance.now()
    expect(await trimline(['check', path])).toEqual({ status: 2, out: '', err: expect.stringMatching(words) })
    expect(performance.now() - before).toBeLessThan(5000)
  })

  test.concurrent.each([
    [
      'a pipe that nobody writes to',
      'mkfifo p; trimline import p --out out',
      /^p: .*a named pipe that nobody wrote to/,
    ],
    ['what has no end', 'trimline import /dev/zero --out out', /^\/dev\/zero: offset 0: found something else/],
    [
      'what has no end, through a pipe',
      'yes | trimline import - --out out',
      /^<stdin>: offset 0: found something else/,
    ],
    [
      'a folder of temporary files that is not there',
      'echo "{" | TMPDIR="$PWD/none" trimline import - --out out',
      /^<stdin>: cannot be read: it cannot be kept in the folder of temporary files.*Free some room there/,
    ],
  ])('a recording from %s [LB-19]', async (_what, line, words) => {
    const before = performance.now()
    const { status, stderr, left } = await bashBeside(line)
    expect(status, stderr).toBe(2)
    expect(stderr).toMatch(words)
    expect(performance.now() - before).toBeLessThan(15_000)
    expect(left).not.toContain('out')
  })

  test.each(['check -', 'check /dev/stdin', 'defragment -', 'dump -'])(
    'standard input that is a folder: %s',
    (argv) => {
      const { status, stderr } = bash(`trimline ${argv} < "$PWD"`)
      const label = argv.endsWith('-') ? '<stdin>' : '/dev/stdin'
      expect([status, stderr]).toEqual([
        2,
        `${label}: cannot be read: found a folder; expected a file or a pipe. Give a file: < FILE.\n`,
      ])
    },
  )

  test('a name that is too long', async () => {
    expect(await trimline(['check', 'n'.repeat(256)])).toEqual({
      status: 2,
      out: '',
      err: `${'n'.repeat(199)}…: cannot be read: found a name of 256 bytes; expected at most 255 (ENAMETOOLONG). Choose a file with a shorter name.\n`,
    })
  })

  test('standard input that has no end', () => {
    const { status, stderr } = bash('trimline check - < /dev/zero')
    expect([status, stderr]).toEqual([
      2,
      expect.stringMatching(/^<stdin>: cannot be read: found more than 67108864 bytes/),
    ])
  })

  test("the shell's <(…) is read", () => {
    file('a.json')
    expect(bash('trimline check <(sleep 0.2; cat a.json)').status).toBe(0)
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
    file('long.json', { ...SCENARIO, steps: [{ at: 0, play: true }], until: '100000s' })
    file('out.jsonl', 'the old one')
    const argv = [command, 'run', 'long.json', '--trace', 'out.jsonl', '--summary', 'out.json']
    const child = spawn(process.execPath, argv, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
    let stderr = ''
    child.stderr.on('data', (chunk) => {
      stderr += String(chunk)
    })
    const written = () => readdirSync(folder).some((name) => name.endsWith('.tmp'))
    while (!written()) await wait(20)
    await wait(300)
    const closed = once(child, 'close')
    child.kill(signal)
    expect((await closed)[0]).toBe(status)
    const partial = read('out.jsonl.partial')
    expect(stderr).toBe(
      `interrupted (${signal})\ninterrupted: the first ${partial.length} bytes of the trace are in ${at('out.jsonl.partial')}; ${at('out.jsonl')} is as it was\n`,
    )
    const lines = partial.split('\n')
    expect(lines.pop()).toBe('')
    for (const line of lines) expect(JSON.parse(line)).toHaveProperty('t')
    expect(lines.length).toBeGreaterThan(10)
    expect(read('out.jsonl')).toBe('the old one')
    expect(existsSync(at('out.json'))).toBe(false)
    expect(readdirSync(folder).sort()).toEqual(['long.json', 'out.jsonl', 'out.jsonl.partial'])
  })

  test.each(['pftrace', 'json'])('keeps what there is for Perfetto in whole events: .%s [LB-17]', async (form) => {
    file('long.json', { ...SCENARIO, steps: [{ at: 0, play: true }], until: '100000s' })
    const name = `out.${form}`
    const argv = [command, 'run', 'long.json', '--perfetto', name]
    const child = spawn(process.execPath, argv, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
    let stderr = ''
    child.stderr.on('data', (chunk) => {
      stderr += String(chunk)
    })
    const size = () => readdirSync(folder).map((one) => (one.endsWith('.tmp') ? statSync(at(one)).size : 0))
    while (Math.max(...size()) < 100_000) await wait(20)
    const closed = once(child, 'close')
    child.kill('SIGINT')
    expect((await closed)[0]).toBe(130)
    const partial = readFileSync(at(`${name}.partial`))
    expect(stderr).toContain(`interrupted: the first ${partial.length} bytes of the trace for Perfetto are in `)
    if (form === 'json') expect(() => JSON.parse(`${String(partial)}]}`)).not.toThrow()
    else expect(packetsIn(partial)).toBeGreaterThan(1000)
    expect(readdirSync(folder).sort()).toEqual(['long.json', `${name}.partial`])
  })
})
