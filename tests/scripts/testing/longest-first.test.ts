import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../../scripts/lib/paths.mjs'
import { LONGEST, longestFirst } from '../../../scripts/testing/longest-first.mjs'

describe('the order of test files', () => {
  it.each(LONGEST)('%s is there', (path) => {
    expect(existsSync(join(root, path))).toBe(true)
  })

  it('begins with those that take longest, wherever the checkout is; the others stay as they come', () => {
    const [longest, second] = LONGEST
    const files = [
      '/a/tests/x.test.ts',
      `/a/${second}`,
      '/a/tests/b.test.ts',
      `C:\\a\\${longest?.replaceAll('/', '\\')}`,
    ]
    const order = longestFirst(files.map((moduleId) => ({ moduleId })))
    expect(order.map(({ moduleId }) => moduleId)).toEqual([files[3], files[1], files[0], files[2]])
  })

  it('knows no file by a part of its name', () => {
    const files = ['/a/b.test.ts', `/a/other-${LONGEST[0]}`].map((moduleId) => ({ moduleId }))
    expect(longestFirst(files)).toEqual(files)
  })
})
