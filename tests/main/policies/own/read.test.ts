import { expect, it } from 'vitest'
import { ownPolicyOf } from '../../../../main/policies/own/read'

const bytes = (text: string) => new TextEncoder().encode(text)

it('is text, whatever is in the module, and keeps its name [LB-14]', () => {
  expect(ownPolicyOf('mine.mjs', bytes('nonsense ä'))).toEqual({ own: { file: 'mine.mjs', text: 'nonsense ä' } })
})

it('says what a file has that no module can have [LB-15]', () => {
  expect(ownPolicyOf('mine.mjs', Uint8Array.of(0xc3))).toEqual({ problem: expect.stringContaining('not UTF-8') })
  expect(ownPolicyOf('mine.mjs', bytes('a\0b'))).toEqual({ problem: expect.stringContaining('NUL') })
  expect(ownPolicyOf('mine.mjs', bytes(' '.repeat(262_145)))).toEqual({
    problem: 'found 262145 characters, expected a module of at most 262144',
  })
})
