import { describe, expect, it } from 'vitest'
import { type Recovery, readRecovery, recoveryText, standOf } from '../../../../main/shell/hot-exit/recovery-file'

const PROJECT = '{"trimline":1,"name":"my film"}'
const RECOVERY: Recovery = {
  name: 'my film',
  path: '/home/films/my film.json',
  // SHA-256 of "abc", as FIPS 180-4 gives it
  stand: { size: 3, sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad' },
  savedAt: 1_700_000_000_000,
  project: PROJECT,
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const changed = (fields: object): Uint8Array => bytesOf(JSON.stringify({ trimlineRecovery: 1, ...RECOVERY, ...fields }))

describe('a recovery file', () => {
  it('gives back what was put in it, with the project as it opens', () => {
    for (const recovery of [RECOVERY, { ...RECOVERY, path: null, stand: null }]) {
      const read = readRecovery(bytesOf(recoveryText(recovery)))
      expect(read).toMatchObject({ ok: true, recovery, scenario: { name: 'my film' } })
    }
  })

  it.each<[string, Uint8Array, RegExp, is?: 'damaged' | 'newer']>([
    ['is no JSON', bytesOf('{'), /^it is not JSON: /],
    ['is no UTF-8', Uint8Array.of(0xff), /^it is not JSON: /],
    ['is of no version', changed({ trimlineRecovery: 0 }), /trimlineRecovery/],
    [
      'is of a newer version',
      changed({ trimlineRecovery: 2, more: 1 }),
      /^found trimlineRecovery 2; expected 1$/,
      'newer',
    ],
    ['has a field that nobody knows', changed({ more: 1 }), /more/],
    ['has a hash that is none', changed({ stand: { size: 3, sha256: 'ABC' } }), /sha256/],
    ['has a time that is none', changed({ savedAt: -1 }), /savedAt/],
    [
      'has a project that cannot be opened',
      changed({ project: '{"trimline":0}' }),
      /^its project:1:13: trimline: found 0/,
    ],
    ['has a newer project', changed({ project: '{"trimline":2}' }), /^found trimline 2; expected 1$/, 'newer'],
  ])('is refused in one line where it %s', (_title, bytes, message, is = 'damaged') => {
    const read = readRecovery(bytes)
    expect(read).toEqual({ ok: false, is, message: expect.stringMatching(message) })
    expect(JSON.stringify(read)).not.toContain('\\n')
  })
})

it('how a file stands is its length and its SHA-256', () => {
  expect(standOf(bytesOf('abc'))).toEqual(RECOVERY.stand)
})
