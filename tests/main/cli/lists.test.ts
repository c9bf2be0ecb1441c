import { expect, test } from 'vitest'
import { entriesOf } from '../../../main/cli/lists'

test.each([
  ['a,b,./mine.mjs', ['a', 'b', './mine.mjs']],
  [' a , b c ', ['a', 'b c']],
  ['a,"./b,c.mjs",d', ['a', './b,c.mjs', 'd']],
  [' "./say ""hi"", there.mjs" ,a', ['./say "hi", there.mjs', 'a']],
  ['it"s,C:\\a b.mjs', ['it"s', 'C:\\a b.mjs']],
  ['a,,', ['a', '', '']],
  ['', ['']],
  ['""', ['']],
])('the entries of %s', (list, entries) => {
  expect(entriesOf(list)).toEqual(entries)
})

test.each([
  ['a,"b,c', '"b,c'],
  ['a,"b"c,d', '"b"c,d'],
  ['"', '"'],
])('what is quoted in part is refused: %s', (list, found) => {
  expect(() => entriesOf(list)).toThrow(
    `Found ${found}, expected an entry in double quotes up to the next comma, such as a,"b,c".`,
  )
})
