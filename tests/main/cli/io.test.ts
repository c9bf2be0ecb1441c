import { expect, it } from 'vitest'
import { reasonOf } from '../../../main/cli/io'

it('a reason has the words of the operating system, without its code', () => {
  expect(reasonOf(new Error("ENOENT: no such file or directory, open '/x'"))).toBe('no such file or directory')
  expect(reasonOf(new Error('the disk says no, twice'))).toBe('the disk says no, twice')
  expect(reasonOf('nothing that was thrown as it should be')).toBe('nothing that was thrown as it should be')
})
