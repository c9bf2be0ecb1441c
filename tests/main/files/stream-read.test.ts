/** The reader of the command line: files as ever, and also what has no size. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readStreamOrFile, refuseFolder } from '../../../main/files/stream-read'
import { bundleFiles, type Children } from './child'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), 'trimline-stream-'))
  path = join(folder, 'a.json')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const LIMIT = 1000

describe('reading what a command line is given', () => {
  let children: Children
  beforeAll(async () => {
    children = await bundleFiles()
  })
  afterAll(() => children.remove())

  test('an ordinary file as ever', async () => {
    writeFileSync(path, 'text')
    expect(Buffer.from(await readStreamOrFile(path, LIMIT)).toString()).toBe('text')
    await expect(readStreamOrFile(folder, LIMIT)).rejects.toThrow(/found a folder/)
  })

  test('what has no end is refused at the limit', async () => {
    await expect(readStreamOrFile('/dev/zero', LIMIT)).rejects.toThrow(
      '/dev/zero cannot be read: found more than 1000 bytes; expected at most 1000 bytes. Choose a smaller file.',
    )
  })

  test('a named pipe is read to its end, however slowly it comes', async () => {
    spawnSync('mkfifo', [path])
    const writer = spawn('bash', ['-c', '(sleep 0.2; printf one; sleep 0.2; printf two) > "$0"', path])
    const ended = once(writer, 'exit')
    expect(Buffer.from(await readStreamOrFile(path, LIMIT)).toString()).toBe('onetwo')
    await ended
  })

  test('a named pipe that nobody writes to is refused, in words', async () => {
    spawnSync('mkfifo', [path])
    await expect(readStreamOrFile(path, LIMIT)).rejects.toThrow(
      /found a named pipe that nobody wrote to within 2 s.*Start the program that writes to it first/,
    )
  })

  test("the shell's <(…) is read", () => {
    const program = children.program(
      'console.log(Buffer.from(await readStreamOrFile(process.argv[2], 100)).toString())',
    )
    const command = '"$0" "$1" <(sleep 0.1; echo from a program)'
    const { stdout } = spawnSync('bash', ['-c', command, process.execPath, ...program], { encoding: 'utf8' })
    expect(stdout).toBe('from a program\n\n')
  })
})

test('a folder that the shell has opened for this process is refused, in words; a file is not', () => {
  writeFileSync(path, '')
  const [file, opened] = [openSync(path, 'r'), openSync(folder, 'r')]
  try {
    expect(() => refuseFolder('standard input', file)).not.toThrow()
    expect(() => refuseFolder('standard input', opened)).toThrow(
      'standard input cannot be read: found a folder; expected a file or a pipe. Give a file: < FILE.',
    )
  } finally {
    closeSync(file)
    closeSync(opened)
  }
})
