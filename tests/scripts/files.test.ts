import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { notBuildable } from '../../scripts/lib/fail.mjs'
import { integrityOf, isWritable, newest, sizeOf, withLock, writeAtomic } from '../../scripts/lib/files.mjs'
import { temporaryFolder } from './temporary'

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('newest', () => {
  it('is the latest change below the paths; a path that is absent counts as never', async () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'a'))
    writeFileSync(join(folder, 'a', 'one'), '')
    const past = new Date('2020-01-01')
    for (const path of ['a/one', 'a', '.']) utimesSync(join(folder, path), past, past)
    expect(await newest([folder, join(folder, 'absent')])).toBe(past.getTime())

    const later = new Date('2021-01-01')
    utimesSync(join(folder, 'a', 'one'), later, later)
    expect(await newest([folder])).toBe(later.getTime())
  })

  it('notices a deletion', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'one'), '')
    const past = new Date('2020-01-01')
    utimesSync(folder, past, past)
    rmSync(join(folder, 'one'))
    expect(await newest([folder])).toBeGreaterThan(past.getTime())
  })
})

describe('sizeOf', () => {
  it('adds up the files below a folder', async () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'a'))
    writeFileSync(join(folder, 'a', 'one'), 'x'.repeat(10))
    writeFileSync(join(folder, 'two'), 'x'.repeat(5))
    expect(await sizeOf(folder)).toBe(15)
    expect(await sizeOf(join(folder, 'absent'))).toBe(0)
  })
})

describe('writeAtomic', () => {
  it('makes the folder, replaces the file and leaves nothing else', async () => {
    const folder = temporaryFolder()
    const file = join(folder, 'deep', 'file')
    await writeAtomic(file, 'one')
    await writeAtomic(file, 'two')
    expect(readFileSync(file, 'utf8')).toBe('two')
    expect(readdirSync(join(folder, 'deep'))).toEqual(['file'])
  })
})

describe('integrityOf', () => {
  it('is the SHA-512 of the content in Subresource-Integrity form', async () => {
    const file = join(temporaryFolder(), 'abc')
    writeFileSync(file, 'abc')
    // FIPS 180-4's example for the message "abc", in base64
    expect(await integrityOf(file)).toBe(
      'sha512-3a81oZNherrMQXNJriBBMRLm+k6JqX6iCp7u5ktV05ohkpkqJ0/BqDa6PCOj/uu9RU1EI2Q86A4qmslPpUyknw==',
    )
  })
})

describe('isWritable', () => {
  it('goes by the folder, or by that in which it would be made: a checkout may be another user’s [SC-07]', () => {
    const folder = temporaryFolder()
    const asked: string[] = []
    const denied = (path: string) => {
      asked.push(path)
      throw Object.assign(new Error('EACCES'), { code: 'EACCES' })
    }
    expect(isWritable(folder, denied)).toBe(false)
    expect(isWritable(join(folder, 'not', 'there'), denied)).toBe(false)
    expect(asked).toEqual([folder, folder])
    expect(isWritable(join(folder, 'not', 'there'))).toBe(true)
    expect(notBuildable('/work/out', 'npm run build').message).toMatch(
      /^what is in \/work\/out .*"npm run build" once/s,
    )
  })
})

describe('withLock', () => {
  it('lets one in after the other', async () => {
    const lock = join(temporaryFolder(), 'lock')
    const order: string[] = []
    const work = (name: string) =>
      withLock(lock, async () => {
        order.push(`${name} in`)
        await pause(50)
        order.push(`${name} out`)
      })
    await Promise.all([work('a'), work('b')])
    expect(order.map((entry) => entry.slice(2))).toEqual(['in', 'out', 'in', 'out'])
    expect(existsSync(lock)).toBe(false)
  })

  it('opens again after a failure', async () => {
    const lock = join(temporaryFolder(), 'lock')
    await expect(withLock(lock, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await withLock(lock, async () => 'in')).toBe('in')
  })

  it('takes over from an owner that has died', async () => {
    const lock = join(temporaryFolder(), 'lock')
    const { pid } = spawnSync(process.execPath, ['-e', ''])
    writeFileSync(lock, String(pid))
    expect(await withLock(lock, async () => 'in')).toBe('in')
  })
})
