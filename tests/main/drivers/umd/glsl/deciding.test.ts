import { expect, it } from 'vitest'
import { decidingNames } from '../../../../../main/drivers/umd/glsl/deciding'
import { parseStatement } from '../../../../../main/drivers/umd/glsl/syntax'

const deciding = (text: string) => [...decidingNames([parseStatement(`{ ${text} }\n`)])].sort()

it.each([
  ['an if', 'if (a > b) { x = c; }', ['a', 'b']],
  ['a while', 'while (a) { x = c; }', ['a']],
  ['a do', 'do { x = c; } while (a);', ['a']],
  ['a switch', 'switch (a) { case 1: x = c; }', ['a']],
  ['a choice', 'x = a ? b : c;', ['a']],
  ['all parts of the head of a for', 'for (int i = a; i < b; i += c) { x = d; }', ['a', 'b', 'c', 'i']],
  ['what a name in a condition was declared as', 'int n = a + b; if (n > 2) { x = c; }', ['a', 'b', 'n']],
  ['what it is given later', 'n = a; if (n > 2) { x = c; }', ['a', 'n']],
  ['what it is given behind the condition, for the next round', 'while (n > 2) { n = m; m = a; }', ['a', 'm', 'n']],
  ['nothing of what is only computed with', 'x = a * b; y = x + c;', []],
])('%s decides what a shader costs [BP-31]', (_what, text, names) => {
  expect(deciding(text)).toEqual(names)
})

it('names decide wherever their value was given, in another function too [BP-31]', () => {
  const nodes = ['{ n = a; }\n', '{ if (n > 0) { x = b; } }\n'].map(parseStatement)
  expect([...decidingNames(nodes)].sort()).toEqual(['a', 'n'])
})
