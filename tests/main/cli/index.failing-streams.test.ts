/** Streams and files that cannot be written or read: devices, pipes, disks that are full. */
import { spawnSync } from 'node:child_process'
import { readdirSync, truncateSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bashBeside, command, ShellFolder } from '../support/shell-folder'
import { trimline } from '../support/trimline'

let here: ShellFolder
beforeEach(() => {
  here = new ShellFolder()
})
afterEach(() => here.remove())

function made(path: string, make: (path: string) => unknown): string {
  make(path)
  return path
}

describe('what cannot be written is said in words, with exit status 2', () => {
  test('but where words cannot be written the status says what was found', () => {
    here.file('a.json')
    expect(here.bash('trimline check missing.json 2>/dev/full').status).toBe(2)
    expect(here.bash('trimline run a.json --summary - 2>/dev/full').status).toBe(0)
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
    [
      'a socket',
      'python3 -c "import socket; socket.socket(socket.AF_UNIX).bind(\'s\')" && trimline dump a.json --out s',
      /s cannot be written: found a socket; expected a file/,
    ],
  ])('%s', (_what, line, words) => {
    here.file('a.json')
    here.file('b.json')
    const { status, stderr } = here.bash(line)
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
    here.file('a.json')
    here.file('out', 'the old one')
    const { status, stderr } = here.bash(`prlimit --fsize=100 "${process.execPath}" "${command}" ${argv}`)
    expect(status, stderr).toBe(2)
    expect(stderr).toMatch(
      /^error: .*\/out cannot be written: file too large \(EFBIG\)\. What was there before is unchanged\. A limit/,
    )
    expect(here.read('out')).toBe('the old one')
    expect(readdirSync(here.path).sort()).toEqual(['a.json', 'out'])
  })
})

describe('what cannot be read is said in words, with exit status 2, and nothing is waited for without end', () => {
  test.each<[string, () => string, RegExp]>([
    [
      'a pipe that nobody writes to',
      () => made(here.at('p'), (path) => spawnSync('mkfifo', [path])),
      /found a named pipe that nobody wrote to within 2 s/,
    ],
    [
      'what has no end',
      () => '/dev/zero',
      /found more than 67108864 bytes; expected at most 67108864 bytes\. Choose a smaller/,
    ],
    ['a folder', () => here.path, /found a folder; expected a file\. Choose a file\./],
    [
      'a file that is far too large',
      () => made(here.file('large.json', ''), (path) => truncateSync(path, 2 * 1024 ** 3)),
      /found 2147483648 bytes; expected at most 67108864/,
    ],
    ['no UTF-8', () => made(here.at('bytes'), (path) => writeFileSync(path, Buffer.from([0x7b, 0xff]))), /UTF-8/],
    ['nothing', () => '/dev/null', /\/dev\/null:1:1/],
  ])('%s', async (_what, make, words) => {
    // to wait without end is to be in it for longer than a test may be
    expect(await trimline(['check', make()])).toEqual({ status: 2, out: '', err: expect.stringMatching(words) })
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
      const { status, stderr } = here.bash(`trimline ${argv} < "$PWD"`)
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
    const { status, stderr } = here.bash('trimline check - < /dev/zero')
    expect([status, stderr]).toEqual([
      2,
      expect.stringMatching(/^<stdin>: cannot be read: found more than 67108864 bytes/),
    ])
  })

  test("the shell's <(…) is read", () => {
    here.file('a.json')
    expect(here.bash('trimline check <(sleep 0.2; cat a.json)').status).toBe(0)
  })
})
