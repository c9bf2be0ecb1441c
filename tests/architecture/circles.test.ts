import { describe, expect, it } from 'vitest'
import { circlesOf, dependenciesOf } from './circles'
import { readSource } from './source'

const circles = (files: Record<string, string>): string[][] =>
  circlesOf(dependenciesOf(Object.entries(files).map(([path, text]) => readSource(path, text))))

describe('circles of imports', () => {
  it('are none in a chain, nor where two ways lead to one file', () => {
    expect(
      circles({
        'a.ts': "import './b'\nimport './c'",
        'b.ts': "import './d'",
        'c.tsx': "import { d } from './d'",
        'd.ts': "import 'react'",
      }),
    ).toEqual([])
  })

  it('are found over several files, also by types alone and through an index', () => {
    expect(
      circles({
        'a.ts': "import './b'",
        'b.ts': "import type { C } from './c'",
        'c/index.ts': "export * from '../a'",
        'd.ts': "import './a'",
      }),
    ).toEqual([['a.ts', 'b.ts', 'c/index.ts']])
  })

  it('are found apart from each other, and of a file with itself', () => {
    expect(
      circles({
        'x.ts': "import './x'",
        'b.ts': "import './a'\nimport './x'",
        'a.ts': "import './b'",
      }),
    ).toEqual([['a.ts', 'b.ts'], ['x.ts']])
  })
})
