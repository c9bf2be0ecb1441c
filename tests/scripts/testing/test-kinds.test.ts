import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pageTests, propertyTests } from '../../../scripts/testing/test-kinds.mjs'
import { temporaryFolder } from '../temporary'

/** Files by their path in the folder. */
function folderOf(files: Record<string, string>): string {
  const folder = temporaryFolder()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

describe('a test with a page of its own', () => {
  it('imports the store or what is seen, or asks for elements, at any depth; not what keeps nothing', () => {
    const folder = folderOf({
      'store/store.test.ts': "import { useStore } from '../../../renderer/store/store'",
      'a/b/seen.test.tsx': "import { isSeen } from '../../../../renderer/frame/seen'",
      'c/hook.test.tsx': "// @vitest-environment happy-dom\nimport { useX } from '../../../renderer/c/hook'",
      'store/model.test.ts': "import { emptyState } from '../../../renderer/store/model'",
      'store/store-like.test.ts': "import { x } from '../../../renderer/store/store-like'",
      'store/rig.ts': "import { useStore } from '../../../renderer/store/store'",
    })
    const found = ['a/b/seen.test.tsx', 'c/hook.test.tsx', 'store/store.test.ts']
    expect(pageTests(folder)).toEqual(found.map((path) => join(folder, path)))
  })
})

describe('a test of random cases', () => {
  it('imports fast-check', () => {
    const folder = folderOf({ 'b.test.ts': "import fc from 'fast-check'", 'a.test.ts': '// fast-check' })
    expect(propertyTests(folder)).toEqual([join(folder, 'b.test.ts')])
  })
})
