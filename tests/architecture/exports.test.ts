/** What others may call says what it does: shapes, units, errors and the clause, where the types do not. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { type ExportedFunction, exportedFunctions } from './exports'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

function functionsIn(folder: string): ExportedFunction[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length).replaceAll('\\', '/'))
    .flatMap((path) => exportedFunctions(path, readFileSync(join(ROOT, path), 'utf8')))
}

const undocumented = (functions: readonly ExportedFunction[]): string[] =>
  functions.filter(({ documented }) => !documented).map(({ path, line, name }) => `${path}:${line} ${name}`)

describe('exported functions of main/', () => {
  it('are documented, each of them', () => {
    const functions = functionsIn('main')
    expect(functions.length).toBeGreaterThan(400)
    expect(undocumented(functions)).toEqual([])
  })

  it.each([
    ['export function f() {}', ['planted.ts:1 f']],
    ['/** Does. */\nexport function f() {}\nexport async function g() {}', ['planted.ts:3 g']],
    ['/** Does. */\n\nexport function* f() {}', []],
    ['// does\nexport const f = () => 1', ['planted.ts:2 f']],
    ['/* does */\nexport const f = function () {}', ['planted.ts:2 f']],
    ['/** Does. */\nconst a = 1\nexport const f = () => a', ['planted.ts:3 f']],
    ['export default 1', ['planted.ts:1 default']],
    ['export const a = 1\nexport class C {}\nexport type T = () => void\nfunction own() {}', []],
  ])('are found: %j', (text, found) => {
    expect(undocumented(exportedFunctions('planted.ts', text))).toEqual(found)
  })
})
