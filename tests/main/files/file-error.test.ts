import { describe, expect, it } from 'vitest'
import { FileError, readError, systemReason, UNCHANGED, writeError } from '../../../main/files/file-error'

const failure = (code: string, words: string) => Object.assign(new Error(`${code}: ${words}, open '/x'`), { code })

describe('why a file could not be used', () => {
  it('is said with the system’s words and code, and what to do about that', () => {
    const error = readError('/x/a.json', failure('ENOENT', 'no such file or directory'))
    expect(error.message).toBe(
      '/x/a.json cannot be read: no such file or directory (ENOENT). Look whether it was moved or renamed.',
    )
    expect([error.code, error.doing, error instanceof FileError]).toEqual(['ENOENT', 'read', true])
  })

  it('says of a file that was to be replaced that it is as it was', () => {
    const full = failure('ENOSPC', 'no space left on device')
    expect(writeError('a', full, true).advice).toBe(`${UNCHANGED} Free some room, or choose another place to save to.`)
    expect(writeError('a', full, false).advice).toBe('Free some room, or choose another place to save to.')
  })

  it('has advice for what nobody has thought of', () => {
    expect(writeError('a', failure('EWEIRD', 'odd'), false).advice).toBe(
      'Try again, or choose another place to save to.',
    )
    expect(readError('a', 'thrown as text').message).toBe(
      'a cannot be read: thrown as text. Try again, or choose another file.',
    )
  })

  it('counts the bytes of a name that is too long, or of the path where that is', () => {
    const long = failure('ENAMETOOLONG', 'name too long')
    expect(readError(`/x/${'é'.repeat(130)}`, long).reason).toBe(
      'found a name of 260 bytes; expected at most 255 (ENAMETOOLONG)',
    )
    expect(readError('/x'.repeat(3000), long).reason).toBe(
      'found a path of 6000 bytes; expected a shorter one (ENAMETOOLONG)',
    )
  })
})

it('of what is no error of the system its message is the reason', () => {
  expect([systemReason(new Error('odd')), systemReason(7)]).toEqual(['odd', '7'])
})
