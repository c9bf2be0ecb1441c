import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CliIo } from '../../../main/cli/io'
import { entriesOf, isPolicyPath, readPolicies } from '../../../main/cli/policies'
import { MOST_OWN_POLICY } from '../../../preload/contract'

const MODULE = "export default { name: 'own', create: () => ({}) }"

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), 'trimline-policies-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const file = (name: string, content: string | Uint8Array): { path: string } => {
  writeFileSync(join(folder, name), content)
  return { path: join(folder, name) }
}

function ioOf() {
  const said: string[] = []
  const io: CliIo = {
    out: () => {},
    err: (text) => said.push(text),
    stdin: () => new Uint8Array(0),
    terminal: undefined,
  }
  return { io, said }
}

describe('policies on the command line [LB-14]', () => {
  it('are files where they look like one', () => {
    expect(['own.js', './own', 'policies\\own', 'a/b'].map(isPolicyPath)).toEqual([true, true, true, true])
    expect(['fence-lru', 'none', 'd3dx12-residency'].map(isPolicyPath)).toEqual([false, false, false])
  })

  it('come as they are run: by name, or with the text of their file, without its folder', async () => {
    const own = file('own.js', MODULE)
    expect(await readPolicies(['none', own], ioOf().io)).toMatchObject(['none', { file: 'own.js', text: MODULE }])
    expect(await readPolicies([], ioOf().io)).toEqual([])
  })

  it('are each there once: of files by what they hold', async () => {
    await expect(readPolicies(['none', 'fence-lru', 'none'], ioOf().io)).rejects.toThrow(
      'found the policy none twice, expected each policy once',
    )
    const [one, same, other] = [file('own.js', MODULE), file('own.js', MODULE), file('other.js', MODULE)]
    await expect(readPolicies([one, same], ioOf().io)).rejects.toThrow(/^found the policy own\.js.* twice/)
    expect(await readPolicies([one, other], ioOf().io)).toHaveLength(2)
  })

  it('are none where a file cannot be read, which is said', async () => {
    const { io, said } = ioOf()
    expect(await readPolicies(['none', { path: join(folder, 'none.js') }], io)).toBeUndefined()
    expect(await readPolicies([file('bytes.js', Uint8Array.of(0xff, 0xfe, 0xff))], io)).toBeUndefined()
    expect(await readPolicies([file('large.js', 'x'.repeat(MOST_OWN_POLICY + 1))], io)).toBeUndefined()
    expect(said.map((text) => text.slice(folder.length + 1).split(':')[0])).toEqual(['none.js', 'bytes.js', 'large.js'])
  })

  it.each([
    ['does not parse', 'export default {\n  name: ,\n}', /^own\.js:2: cannot be read as a policy: ./],
    ['ends too early', 'export default {\n  name: "a",', /^own\.js:2: cannot be read as a policy: ./],
    ['imports', '// one\nimport fs from "node:fs"', /^own\.js:2: .*could not load module 'node:fs'/],
    ['throws', '\n\nthrow new Error("no")', /^own\.js:3: .*no$/],
    ['does not end', 'for (;;);', /^own\.js:1: .*it did not end/],
    ['has no default export', 'export const name = 1', /^own\.js:1: .*found none$/],
    ['has another one', 'export default 7', /^own\.js:1: .*found 7$/],
    ['has a function', 'export default () => {}', /^own\.js:1: .*found a function$/],
    ['has no name', 'export default { create() {} }', /^own\.js:1: .*found one without name$/],
    ['has no create', 'export default { name: "a" }', /^own\.js:1: .*found one without create\(host\)$/],
    ['has no name to show', 'export default { name: "", create() {} }', /^own\.js:1: .*1 to 64 characters$/],
  ])('are none where a module %s, which is said with its line before anything runs', async (_what, text, message) => {
    const { io, said } = ioOf()
    const own = file('own.js', text)
    expect(await readPolicies(['none', own], io)).toBeUndefined()
    expect(said).toHaveLength(1)
    expect(said[0]?.slice(folder.length + 1).trimEnd()).toMatch(message)
    // the kit says which of its rules that breaks (LB-16)
    expect(await readPolicies([own], io, 'check')).toEqual([{ file: 'own.js', text }])
  })

  it('that are bad are all said at once', async () => {
    const { io, said } = ioOf()
    const bad = [file('a.js', 'let = ='), { path: join(folder, 'none.js') }, file('b.js', 'let = =')]
    expect(await readPolicies(bad, io)).toBeUndefined()
    expect(said.map((text) => text.slice(folder.length + 1).split(':')[0])).toEqual(['a.js', 'none.js', 'b.js'])
  })

  it('that fail when they are created are run: what that comes to is a finding [LB-15]', async () => {
    const { io, said } = ioOf()
    const own = file('own.js', 'export default { name: "a", create() { throw new Error("no") } }')
    expect(await readPolicies([own], io)).toHaveLength(1)
    expect(said).toEqual([])
  })
})

it.each([
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

it.each([
  ['a,"b,c', '"b,c'],
  ['a,"b"c,d', '"b"c,d'],
  ['"', '"'],
])('what is quoted in part is refused: %s', (list, found) => {
  expect(() => entriesOf(list)).toThrow(
    `Found ${found}, expected an entry in double quotes up to the next comma, such as a,"b,c".`,
  )
})
