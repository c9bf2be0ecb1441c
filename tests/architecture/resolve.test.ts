import { expect, it } from 'vitest'
import { resolved } from './resolve'

const FILES = ['a.ts', 'b/index.ts', 'b/c.tsx', 'b/d.mjs', 'b/index.css', 'e.ts', 'e/index.ts']

it.each([
  ['a.ts', './b', 'b/index.ts'],
  ['a.ts', './b/c', 'b/c.tsx'],
  ['a.ts', './b/d.mjs', 'b/d.mjs'],
  ['b/c.tsx', '../a', 'a.ts'],
  ['b/c.tsx', './index.css', 'b/index.css'],
  ['b/c.tsx', '.', 'b/index.ts'],
  // a file before a folder
  ['a.ts', './e', 'e.ts'],
  ['a.ts', './f', undefined],
  ['a.ts', 'b', undefined],
  ['a.ts', null, undefined],
])('in %s the import of %s comes to %s', (path, from, found) => {
  expect(resolved(path, from, (each) => FILES.includes(each))).toBe(found)
})
