import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { labelOf, readBytes, readInputs } from '../../../main/cli/inputs'
import { type CliIo, UsageError } from '../../../main/cli/io'
import { trimline } from '../support/trimline'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), 'trimline-inputs-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function file(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

function ioOf(stdin = '') {
  const said: string[] = []
  const io: CliIo = {
    out: () => {},
    err: (text) => said.push(text),
    stdin: () => new TextEncoder().encode(stdin),
    terminal: undefined,
  }
  return { io, said }
}

const GOOD = '{"trimline":1,"name":"good"}'

describe('scenarios are read before anything runs [SC-02]', () => {
  it('each with what messages call it, and what its outputs are named after', async () => {
    const { io, said } = ioOf('{"trimline":1,"name":"piped"}')
    const read = await readInputs([file('a.JSON', GOOD), file('b.txt', GOOD), '-'], io)
    expect(read?.map(({ file: path, label, base, scenario }) => [path, label, base, scenario.name])).toEqual([
      [join(folder, 'a.JSON'), join(folder, 'a.JSON'), 'a', 'good'],
      [join(folder, 'b.txt'), join(folder, 'b.txt'), 'b.txt', 'good'],
      ['-', '<stdin>', 'stdin', 'piped'],
    ])
    expect(said).toEqual([])
  })

  it('whose texts are headed with the file where it gives no name, and whose JSON keeps to the name', async () => {
    const nameless = file('idle laptop.json', '{"trimline":1,"steps":[{"at":"0s","apply":"Blur"}],"until":"1s"}')
    const heads = async (...argv: string[]) => (await trimline(argv)).out.split('\n', 1)[0]
    expect(await heads('compare', nameless, '--policies', 'none')).toBe('idle laptop: 1 policy, seed 1')
    expect(await heads('bound', nameless)).toBe('idle laptop: the least for any policy, seed 1')
    expect(await heads('run', nameless)).toBe('idle laptop: ok')
    expect(await heads('explain', nameless)).toMatch(/^idle laptop: policy /)
    const { out } = await trimline(['compare', nameless, '--policies', 'none', '--json', '-'])
    expect(JSON.parse(out)).toMatchObject([{ name: 'untitled' }])
    expect(await heads('run', file('a.json', GOOD))).toBe('good: ok')
    const unnamed = file('.json', '{"trimline":1,"until":"1s"}')
    expect(await heads('run', unnamed)).toBe(`${unnamed}: ok`)
  })

  it('and all that is wrong with any of them is said', async () => {
    const { io, said } = ioOf('[')
    const bad = file('bad.json', '{"trimline":2}')
    expect(await readInputs([bad, file('a.json', GOOD), join(folder, 'none.json'), '-'], io)).toBeUndefined()
    expect(said).toHaveLength(3)
    expect(said[0]).toBe(`${bad}:1:13: trimline: found 2; expected 1\n`)
    expect(said[1]).toMatch(/none\.json: cannot be read: .*no such file/i)
    expect(said[2]).toMatch(/^<stdin>:1:/)
  })

  it.each([
    [
      'a Radeon trace',
      Buffer.from('AMD_RDF \u0003\0\0\0'),
      /found a recording of another program; .* “trimline import”/,
    ],
    ['an ETW log', Buffer.from([0, 0, 1, 0, ...new Uint8Array(96)]), /found a recording of another program;/],
    ['a sets file', '{"trimlineSets":1}\n{"t":0,"set":[]}\n', /found a recording of another program;/],
    ['a packed file', Buffer.from([0x1f, 0x8b, 8, 0]), /found a file that gzip has packed; .* unpack it/],
  ])('and %s is said to be none, and what to do with it [LB-19]', async (_what, content, why) => {
    const { io, said } = ioOf()
    const path = file('other', content)
    expect(await readInputs([path], io)).toBeUndefined()
    expect(said).toHaveLength(1)
    expect(said[0]).toMatch(why)
    expect(said[0]?.startsWith(`${path}: `)).toBe(true)
  })

  it('standard input once at most', async () => {
    await expect(readInputs(['-', '-'], ioOf(GOOD).io)).rejects.toThrow(UsageError)
  })
})

describe('bytes', () => {
  it('are those of a file or of standard input, up to a limit', async () => {
    const { io, said } = ioOf('12345')
    const path = file('five', '12345')
    expect([labelOf('-'), labelOf('x'), labelOf('')]).toEqual(['<stdin>', 'x', '""'])
    expect((await readBytes(path, 5, io))?.length).toBe(5)
    expect((await readBytes('-', 5, io))?.length).toBe(5)
    expect(said).toEqual([])
    expect([await readBytes(path, 4, io), await readBytes('-', 4, io)]).toEqual([undefined, undefined])
    expect(said.map((text) => text.split(':')[0])).toEqual([path, '<stdin>'])
    expect(said[1]).toContain('more than 4 bytes')
  })

  it('that cannot be read are said in words, whatever went wrong', async () => {
    const { io, said } = ioOf()
    const broken: CliIo = {
      ...io,
      stdin: () => {
        throw new Error('EIO: i/o error, read')
      },
    }
    expect(await readBytes('-', 4, broken)).toBeUndefined()
    expect(said).toEqual(['<stdin>: cannot be read: i/o error\n'])
  })
})
