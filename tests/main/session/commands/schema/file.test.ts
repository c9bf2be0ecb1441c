import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fileSchemas } from '../../../../../main/session/commands/schema/file'
import { IMPORT_LIMITS } from '../../../../../preload/contract'

const taken = (command: unknown): boolean => z.union(fileSchemas).safeParse(command).success
const imports = (options: unknown): boolean => taken({ kind: 'importCapture', options })

describe('commands about files', () => {
  it('name a file or leave it to a dialog', () => {
    for (const kind of ['openProject', 'openDump', 'importCapture'])
      for (const path of [undefined, '/a', 'x'.repeat(4096)]) expect(taken({ kind, path }), `${kind}`).toBe(true)
    for (const path of ['', 'x'.repeat(4097), null, 7]) expect(taken({ kind: 'openProject', path })).toBe(false)
  })

  it('import from the least to the most that each option may be, and no more [LB-19]', () => {
    const { speed, interval, unknownSize, process } = IMPORT_LIMITS
    for (const value of [speed.least, 1, speed.most]) expect(imports({ speed: value })).toBe(true)
    for (const value of [speed.least / 2, 0, -1, speed.most + 1, Number.NaN, Number.POSITIVE_INFINITY, '1'])
      expect(imports({ speed: value }), `${value}`).toBe(false)
    expect([imports({ process }), imports({ process: process + 1 }), imports({ process: -1 })]).toEqual([
      true,
      false,
      false,
    ])
    expect([imports({ unknownSize }), imports({ unknownSize: unknownSize - 1 })]).toEqual([true, false])
    const every = (value: unknown): boolean => imports({ uses: { kind: 'every', interval: value } })
    expect([every(interval), every(interval - 1), every(undefined)]).toEqual([true, false, false])
    expect(imports({ uses: { kind: 'evidence', interval } })).toBe(false)
  })
})
