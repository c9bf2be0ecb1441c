import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { contentHash } from '../../../../main/policies/own/label'
import { moduleFault, ownPolicyOf } from '../../../../main/policies/own/read'

const bytes = (text: string) => new TextEncoder().encode(text)

it('is text, whatever is in the module, and keeps its name [LB-14]', () => {
  expect(ownPolicyOf('mine.mjs', bytes('nonsense ä'))).toEqual({ own: { file: 'mine.mjs', text: 'nonsense ä' } })
})

it('has the hash of its file, also where that begins with a byte order mark [LB-14]', () => {
  const file = bytes('\ufeffexport default { name: "mine", create: () => ({}) }\n')
  const read = ownPolicyOf('mine.mjs', file)
  if (!('own' in read)) throw new Error(read.problem)
  expect(contentHash(read.own)).toBe(createHash('sha256').update(file).digest('hex'))
  expect(moduleFault(read.own)).toBeNull()
})

it.each(['a\nb.mjs', 'a\u001b[31m.mjs', 'a\\b.mjs', '', `${'x'.repeat(252)}.mjs`])(
  'says that no scenario could name it %j [LB-14] [SC-16]',
  (file) => {
    expect(ownPolicyOf(file, bytes('text'))).toEqual({ problem: expect.stringMatching(/^found a name .*rename it$/) })
  },
)

it('says what a file has that no module can have [LB-15]', () => {
  expect(ownPolicyOf('mine.mjs', Uint8Array.of(0xc3))).toEqual({ problem: expect.stringContaining('not UTF-8') })
  expect(ownPolicyOf('mine.mjs', bytes('a\0b'))).toEqual({ problem: expect.stringContaining('NUL') })
  expect(ownPolicyOf('mine.mjs', bytes(' '.repeat(262_145)))).toEqual({
    problem: 'found 262145 characters, expected a module of at most 262144',
  })
})
