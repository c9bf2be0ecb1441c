/** The one writer: everything, or the old file as it was. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AtomicFile, writeFile } from '../../../main/files/atomic-file'
import { FileError } from '../../../main/files/file-error'
import { bundleFiles, type Children } from './child'
import { type Call, type Fault, FaultyFiles } from './faulty'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trimline-writer-'))
  path = join(folder, 'a.json')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const OLD = 'what was there before\n'
const NEW = 'what is written now, and longer than before\n'.repeat(20_000)

function failureOf(action: () => unknown): FileError {
  try {
    action()
  } catch (error) {
    if (error instanceof FileError) return error
    throw error
  }
  throw new Error('expected a FileError')
}

describe('a file', () => {
  test('is written whole, and nothing else is left', () => {
    const identity = writeFile(path, NEW)
    expect(readFileSync(path, 'utf8')).toBe(NEW)
    expect(identity?.size).toBe(NEW.length)
    expect(readdirSync(folder)).toEqual(['a.json'])
  })

  test('that can be read by its owner only stays so, also while it is written', () => {
    writeFileSync(path, OLD, { mode: 0o600 })
    const modes = new Set<number>()
    const watched = new FaultyFiles(({ name, path: at }) => {
      if (name === 'write') modes.add(statSync(at).mode & 0o777)
      return undefined
    })
    writeFile(path, NEW, { fs: watched })
    expect([...modes, statSync(path).mode & 0o777]).toEqual([0o600, 0o600])
  })

  test('keeps a mode that the mask of the process would not give', () => {
    writeFileSync(path, OLD)
    chmodSync(path, 0o777)
    writeFile(path, NEW)
    expect(statSync(path).mode & 0o7777).toBe(0o777)
  })

  test('that may only be read is not replaced', () => {
    writeFileSync(path, OLD)
    const fs = new FaultyFiles(({ name }) => (name === 'mayWrite' ? { code: 'EACCES' } : undefined))
    expect(failureOf(() => writeFile(path, NEW, { fs })).message).toMatch(/permission denied \(EACCES\)/)
    expect(readFileSync(path, 'utf8')).toBe(OLD)
    expect(fs.calls.some(({ name }) => name === 'open')).toBe(false)
  })

  test.each(['EACCES', 'EROFS'])('in a folder that takes no new file (%s) says so of the folder [SC-12]', (code) => {
    writeFileSync(path, OLD)
    const fs = new FaultyFiles(({ name, path: at }) => (name === 'open' && at !== folder ? { code } : undefined))
    expect(() => writeFile(path, NEW, { fs })).toThrow(`${path} cannot be written: ${folder}: `)
  })

  test('at the end of links is replaced, and the links stay', () => {
    mkdirSync(join(folder, 'deep'))
    writeFileSync(join(folder, 'deep', 'real.json'), OLD)
    symlinkSync(join('deep', 'real.json'), join(folder, 'second'))
    symlinkSync('second', path)
    writeFile(path, NEW)
    expect(lstatSync(path).isSymbolicLink()).toBe(true)
    expect(readFileSync(join(folder, 'deep', 'real.json'), 'utf8')).toBe(NEW)
    expect(readdirSync(join(folder, 'deep'))).toEqual(['real.json'])
  })

  test('is made where a link leads that leads to nothing yet', () => {
    mkdirSync(join(folder, 'deep'))
    symlinkSync(join('deep', 'new.json'), path)
    writeFile(path, NEW)
    expect(lstatSync(path).isSymbolicLink()).toBe(true)
    expect(readFileSync(join(folder, 'deep', 'new.json'), 'utf8')).toBe(NEW)
  })

  test('of links in a circle is refused', () => {
    symlinkSync('b', join(folder, 'a.json'))
    symlinkSync('a.json', join(folder, 'b'))
    expect(failureOf(() => writeFile(path, NEW)).message).toMatch(/ELOOP.*circle/)
  })

  test('may have a name of 255 bytes, in letters of several bytes too', () => {
    for (const name of [`${'n'.repeat(250)}.json`, `${'é'.repeat(125)}.json`]) {
      expect(Buffer.byteLength(name)).toBe(255)
      writeFile(join(folder, name), NEW)
      writeFile(join(folder, name), OLD)
      expect(readFileSync(join(folder, name), 'utf8')).toBe(OLD)
    }
  })

  test('with a name that is too long says so', () => {
    const error = failureOf(() => writeFile(join(folder, 'n'.repeat(256)), NEW))
    expect(error.message).toMatch(
      /found a name of \d+ bytes; expected at most 255 \(ENAMETOOLONG\)\. Choose a shorter name\./,
    )
  })

  test('is what was given, in whatever pieces it comes', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 100_000 }), { maxLength: 12 }), (pieces) => {
        const file = new AtomicFile(path)
        for (const piece of pieces) file.write(piece)
        file.commit()
        expect(readFileSync(path).equals(Buffer.concat(pieces))).toBe(true)
      }),
      { numRuns: 30 },
    )
  })

  test('given up leaves nothing', () => {
    writeFileSync(path, OLD)
    const file = new AtomicFile(path)
    file.write(NEW)
    file.discard()
    expect(readdirSync(folder)).toEqual(['a.json'])
    expect(readFileSync(path, 'utf8')).toBe(OLD)
  })
})

describe('what is no file', () => {
  test('a folder is refused', () => {
    expect(failureOf(() => writeFile(folder, NEW)).message).toBe(
      `${folder} cannot be written: found a folder; expected a file. Give the name of a file in it.`,
    )
  })

  test('a pipe is refused where only files are expected, without waiting for a reader', () => {
    spawnSync('mkfifo', [path])
    expect(failureOf(() => writeFile(path, NEW)).message).toMatch(/found a named pipe; expected a file/)
    expect(failureOf(() => writeFile('/dev/null', NEW)).message).toMatch(/found a device; expected a file/)
  })

  test('a device is written straight where that is allowed', () => {
    expect(writeFile('/dev/null', NEW, { streams: true })).toBeUndefined()
    expect(failureOf(() => writeFile('/dev/full', NEW, { streams: true })).message).toMatch(/no space left/)
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true)
  })
})

/** One fault each time, at every call of a save. */
describe('a fault', () => {
  const save = (fs: FaultyFiles) => writeFile(path, NEW, { fs })
  const calls = (): Call[] => {
    const fs = new FaultyFiles(() => undefined)
    save(fs)
    return fs.calls
  }

  /** Everything that must hold after a failure. */
  function expectUnharmed(fs: FaultyFiles): void {
    expect(fs.opened.size).toBe(0)
    expect(readdirSync(folder)).toEqual(['a.json'])
    expect(readFileSync(path, 'utf8')).toBe(OLD)
  }

  test.each<[string, (call: Call) => Fault | undefined, RegExp]>([
    ['open', ({ name }) => (name === 'open' ? { code: 'EMFILE' } : undefined), /too many open files \(EMFILE\)/],
    ['a full disk at once', ({ name }) => (name === 'write' ? { code: 'ENOSPC' } : undefined), /no space left/],
    [
      'fsync',
      ({ name }) => (name === 'sync' ? { code: 'EIO' } : undefined),
      /i\/o error \(EIO\)\. .*disk may be failing/,
    ],
    [
      'a size that is not what was written',
      ({ name }) => (name === 'statOpen' ? { shrunk: true } : undefined),
      /found 879999 bytes on the disk; expected the 880000/,
    ],
    ['close', ({ name }) => (name === 'close' ? { code: 'EIO' } : undefined), /i\/o error/],
    ['rename across disks', ({ name }) => (name === 'rename' ? { code: 'EXDEV' } : undefined), /EXDEV/],
    ['rename not allowed', ({ name }) => (name === 'rename' ? { code: 'EACCES' } : undefined), /permission denied/],
  ])('%s: the old file is as it was, and why is said', (_what, faultOf, words) => {
    writeFileSync(path, OLD)
    const fs = new FaultyFiles(faultOf)
    const error = failureOf(() => save(fs))
    expect(error.message).toMatch(words)
    expect(error.message).toContain('What was there before is unchanged.')
    expectUnharmed(fs)
  })

  test('a disk that fills in the middle: a short write, then no room', () => {
    writeFileSync(path, OLD)
    let writes = 0
    const fs = new FaultyFiles(({ name }) => {
      if (name !== 'write') return undefined
      return ++writes === 1 ? { half: true } : { code: 'ENOSPC' }
    })
    expect(failureOf(() => save(fs)).message).toMatch(
      /no space left on device \(ENOSPC\)\. What was there before is unchanged\. Free some room/,
    )
    expect(writes).toBe(2)
    expectUnharmed(fs)
  })

  test('short writes alone are no failure', () => {
    const fs = new FaultyFiles(({ name }) => (name === 'write' ? { half: true } : undefined))
    save(fs)
    expect(readFileSync(path, 'utf8')).toBe(NEW)
    expect(fs.calls.filter(({ name }) => name === 'write').length).toBeGreaterThan(5)
  })

  test('of the folder when it is synced: the new file is whole, and it is said that the disk did not confirm it', () => {
    writeFileSync(path, OLD)
    const fs = new FaultyFiles(({ name, path: at }) => (name === 'sync' && at === folder ? { code: 'EIO' } : undefined))
    const error = failureOf(() => save(fs))
    expect(error.message).toMatch(/it was written, but the disk did not confirm it: i\/o error \(EIO\)\. Save again/)
    expect(error.replaced?.size).toBe(NEW.length)
    expect(readFileSync(path, 'utf8')).toBe(NEW)
    expect([readdirSync(folder), fs.opened.size]).toEqual([['a.json'], 0])
  })

  test('a folder that cannot be synced by itself, as on some network drives, is no failure', () => {
    const fs = new FaultyFiles(({ name, path: at }) =>
      name === 'sync' && at === folder ? { code: 'EINVAL' } : undefined,
    )
    expect(save(fs)?.size).toBe(NEW.length)
  })

  test.each(['EIO', 'ENOSPC', 'EACCES', 'EROFS', 'ENOENT'])(
    '%s at any call: the file is one or the other, whole',
    (code) => {
      writeFileSync(path, OLD)
      const points = calls().length
      expect(points).toBeGreaterThan(12)
      for (let point = 0; point < points; point++) {
        writeFileSync(path, OLD)
        const fs = new FaultyFiles(({ index }) => (index === point ? { code } : undefined))
        let failed = false
        try {
          save(fs)
        } catch (error) {
          failed = true
          expect(error).toBeInstanceOf(FileError)
        }
        const content = readFileSync(path, 'utf8')
        expect([OLD, NEW]).toContain(content)
        if (!failed) expect(content).toBe(NEW)
        expect([readdirSync(folder), fs.opened.size], `call ${point}, ${fs.calls[point]?.name}`).toEqual([
          ['a.json'],
          0,
        ])
      }
    },
  )

  test('that cannot be mended leaves the temporary file to a later start', () => {
    writeFileSync(path, OLD)
    const fs = new FaultyFiles(({ name }) => (name === 'rename' || name === 'remove' ? { code: 'EACCES' } : undefined))
    expect(failureOf(() => save(fs)).message).toMatch(/permission denied/)
    expect(readFileSync(path, 'utf8')).toBe(OLD)
    expect(readdirSync(folder)).toHaveLength(2)
  })
})

describe('in a process of its own', () => {
  let children: Children
  beforeAll(async () => {
    children = await bundleFiles()
  })
  afterAll(() => children.remove())

  test('a limit that the operating system holds to in the middle of a write: the old file is as it was, and why is said', () => {
    writeFileSync(path, OLD)
    const program = children.program(`
      try { writeFile(${JSON.stringify(path)}, 'x'.repeat(100_000)) } catch (error) { console.log(error.message) }
    `)
    const { stdout, status } = spawnSync('prlimit', ['--fsize=65536', process.execPath, ...program], {
      encoding: 'utf8',
    })
    expect(status).toBe(0)
    expect(stdout).toMatch(
      /file too large \(EFBIG\)\. What was there before is unchanged\. A limit on the size of files/,
    )
    expect(readFileSync(path, 'utf8')).toBe(OLD)
    expect(readdirSync(folder)).toEqual(['a.json'])
  })

  test('that ends in the middle leaves nothing, and keeps what it was asked to keep', () => {
    writeFileSync(path, OLD)
    writeFileSync(`${path}.partial`, 'of an earlier run')
    const program = children.program(`
      const other = new AtomicFile(${JSON.stringify(join(folder, 'b.json'))})
      other.write('half of it')
      const file = new AtomicFile(${JSON.stringify(path)}, { interrupted: ({ partial, bytes }) => console.log(partial, bytes) })
      file.write('first line\\n')
      process.exit(130)
    `)
    const { stdout, status } = spawnSync(process.execPath, program, { encoding: 'utf8' })
    expect([status, stdout]).toEqual([130, `${path}.partial-2 11\n`])
    expect(readFileSync(`${path}.partial-2`, 'utf8')).toBe('first line\n')
    expect(readFileSync(path, 'utf8')).toBe(OLD)
    expect(readdirSync(folder).sort()).toEqual(['a.json', 'a.json.partial', 'a.json.partial-2'])
  })

  test.each([
    ['on a full disk', 'write', 'ENOSPC', 300_000],
    ['with what cannot be closed', 'close', 'EIO', null],
    ['beside which nothing can be renamed', 'rename', 'EACCES', null],
  ] as const)('that ends in the middle %s says what could not be kept', (_what, call, code, bytes) => {
    writeFileSync(path, OLD)
    const program = children.program(`
      const file = new AtomicFile(${JSON.stringify(path)}, { interrupted: (left) => console.log(JSON.stringify(left)) })
      file.write('x'.repeat(300_000))
      const real = nodeFileSystem.${call}
      nodeFileSystem.${call} = (...given) => {
        if ('${call}' === 'close') real(...given)
        throw Object.assign(new Error('${code}: it failed, ${call}'), { code: '${code}' })
      }
      file.write('y'.repeat(1000))
      process.exit(130)
    `)
    const { stdout, status } = spawnSync(process.execPath, program, { encoding: 'utf8' })
    expect([status, JSON.parse(stdout)]).toEqual([
      130,
      { partial: bytes === null ? null : `${path}.partial`, bytes: bytes ?? 0, trouble: `it failed (${code})` },
    ])
    expect(readdirSync(folder)).toEqual(bytes === null ? ['a.json'] : ['a.json', 'a.json.partial'])
    expect(readFileSync(path, 'utf8')).toBe(OLD)
  })

  test('that is killed leaves a temporary file, which the next one to write there removes, and no other', async () => {
    writeFileSync(path, OLD)
    const foreign = ['.a.json.swp', '.trimline-ffffffff-1-aabbccddeeff.tmp', '.trimline-notes.tmp', 'a.json.123.tmp']
    for (const name of foreign) writeFileSync(join(folder, name), 'of somebody else')
    const program = children.program(`
      const file = new AtomicFile(${JSON.stringify(path)})
      file.write('x'.repeat(1_000_000))
      console.log('writing')
      setInterval(() => {}, 1000)
    `)
    const child = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(child.stdout, 'data')
    const next = children.program(`writeFile(${JSON.stringify(path)}, 'whole')`)
    const temporary = () => readdirSync(folder).filter((name) => !foreign.includes(name) && name !== 'a.json')
    // while it lives its file stays
    expect(spawnSync(process.execPath, next).status).toBe(0)
    expect(temporary()).toHaveLength(1)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(temporary()).toHaveLength(1)
    expect(spawnSync(process.execPath, next).status).toBe(0)
    expect(temporary()).toEqual([])
    expect(readdirSync(folder).sort()).toEqual([...foreign, 'a.json'].sort())
    expect(readFileSync(path, 'utf8')).toBe('whole')
  })

  test('a temporary file whose number is now of a younger process is a left-over too', async () => {
    const sleeper = spawn('sleep', ['60'])
    try {
      const program = children.program(`
        Object.defineProperty(process, 'pid', { value: ${sleeper.pid} })
        const file = new AtomicFile(${JSON.stringify(path)})
        file.write('x'.repeat(1_000_000))
        process.kill(process.ppid, 0)
        process.reallyExit(0)
      `)
      spawnSync(process.execPath, program)
      const [left, ...others] = readdirSync(folder)
      expect([left, others]).toEqual([expect.stringContaining(`-${sleeper.pid}-`), []])
      const next = children.program(`console.log(removeLeftOvers(${JSON.stringify(folder)}, nodeFileSystem))`)
      // written after the process began: it may be its own
      expect(spawnSync(process.execPath, next, { encoding: 'utf8' }).stdout).toBe('0\n')
      utimesSync(join(folder, left!), new Date(2020, 1), new Date(2020, 1))
      expect(spawnSync(process.execPath, next, { encoding: 'utf8' }).stdout).toBe('1\n')
      expect(readdirSync(folder)).toEqual([])
    } finally {
      sleeper.kill()
    }
  })
})
