import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fileSchemas } from '../../../../../main/session/commands/schema/file'

const taken = (command: unknown): boolean => z.union(fileSchemas).safeParse(command).success
const imports = (options: unknown): boolean => taken({ kind: 'importCapture', options })

describe('commands about files', () => {
  it('name a file or leave it to a dialog', () => {
    for (const kind of ['openProject', 'openDump', 'importCapture'])
      for (const path of [undefined, '/a', 'x'.repeat(4096)]) expect(taken({ kind, path }), `${kind}`).toBe(true)
    for (const path of ['', 'x'.repeat(4097), null, 7]) expect(taken({ kind: 'openProject', path })).toBe(false)
  })

  it('import from the least to the most that each option may be, and no more [LB-19]', () => {
    for (const value of [0.001, 1, 1_000_000]) expect(imports({ speed: value })).toBe(true)
    for (const value of [0.0009, 0, -1, 1_000_001, Number.NaN, Number.POSITIVE_INFINITY, '1'])
      expect(imports({ speed: value }), `${value}`).toBe(false)
    expect([imports({ process: 4294967295 }), imports({ process: 4294967296 }), imports({ process: -1 })]).toEqual([
      true,
      false,
      false,
    ])
    expect([imports({ unknownSize: 1 }), imports({ unknownSize: 0 })]).toEqual([true, false])
    const every = (value: unknown): boolean => imports({ uses: { kind: 'every', interval: value } })
    expect([every(1000), every(999), every(undefined)]).toEqual([true, false, false])
    expect(imports({ uses: { kind: 'evidence', interval: 1000 } })).toBe(false)
  })
})
