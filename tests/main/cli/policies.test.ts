import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CliIo } from '../../../main/cli/io'
import { isPolicyPath, readPolicies } from '../../../main/cli/policies'
import { MOST_OWN_POLICY } from '../../../preload/contract'

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
    const own = file('own.js', 'export default {}')
    expect(await readPolicies(['none', own], ioOf().io)).toMatchObject([
      'none',
      { file: 'own.js', text: 'export default {}' },
    ])
    expect(await readPolicies([], ioOf().io)).toEqual([])
  })

  it('are each there once: of files by what they hold', async () => {
    await expect(readPolicies(['none', 'fence-lru', 'none'], ioOf().io)).rejects.toThrow(
      'found none twice, expected each policy once',
    )
    const [one, same, other] = [file('own.js', 'a'), file('own.js', 'a'), file('other.js', 'a')]
    await expect(readPolicies([one, same], ioOf().io)).rejects.toThrow(/^found own\.js.* twice/)
    expect(await readPolicies([one, other], ioOf().io)).toHaveLength(2)
  })

  it('are none where a file cannot be read, which is said', async () => {
    const { io, said } = ioOf()
    expect(await readPolicies(['none', { path: join(folder, 'none.js') }], io)).toBeUndefined()
    expect(await readPolicies([file('bytes.js', Uint8Array.of(0xff, 0xfe, 0xff))], io)).toBeUndefined()
    expect(await readPolicies([file('large.js', 'x'.repeat(MOST_OWN_POLICY + 1))], io)).toBeUndefined()
    expect(said.map((text) => text.slice(folder.length + 1).split(':')[0])).toEqual(['none.js', 'bytes.js', 'large.js'])
  })
})
