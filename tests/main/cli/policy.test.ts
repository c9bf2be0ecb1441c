/** `trimline policy`, `run --policy FILE` and `compare --policies …,FILE` [LB-14] [LB-15] [LB-16]. */
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { policyLabel } from '../../../main/policies/own/label'
import { TEMPLATE } from '../../../main/policies/own/starter'
import { POLICY_NAMES } from '../../../preload/contract'
import { trimline } from '../support/trimline'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), 'trimline-cli-policy-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const at = (name: string) => join(folder, name)

function file(name: string, content: string | Uint8Array): string {
  writeFileSync(at(name), content)
  return at(name)
}

const scenario = () =>
  file(
    'idle.json',
    JSON.stringify({
      trimline: 1,
      name: 'idle',
      app: { effects: [{ name: 'A', resources: [{ name: 'x', size: '64MiB' }] }] },
      steps: [
        { at: 0, apply: 'A' },
        { at: '1s', notify: { flags: ['TRIM_TO_BUDGET'], bytes: '64MiB' } },
      ],
      until: '2s',
    }),
  )

const IDLE = "export default { name: 'idle', create: () => ({}) }"
const BAD = "export default { name: 'bad', create: () => ({ onTrim() {\n throw new Error('no')\n} }) }"

describe('policy new [LB-16]', () => {
  test('writes a policy that is sound, and what it is given', async () => {
    const made = await trimline(['policy', 'new', at('mine.mjs')])
    expect([made.status, made.err]).toEqual([0, ''])
    expect(made.out).toContain('a policy that works')
    expect(readFileSync(at('trimline-policy.d.ts'), 'utf8')).toContain('export interface Policy')
    const guide = new URL('../../../resources/examples/policy/OWN-POLICY.md', import.meta.url)
    expect(readFileSync(at('OWN-POLICY.md'), 'utf8')).toBe(readFileSync(guide, 'utf8'))
    expect(made.out).toContain(`${at('OWN-POLICY.md')}: how to change it, in ten minutes\n`)
    const checked = await trimline(['policy', 'check', at('mine.mjs')])
    expect(checked.out).toContain('sound: all 8 rules are kept')
    expect([checked.status, checked.err]).toEqual([0, ''])
  })

  test.skipIf(process.platform === 'win32')('writes no file that no scenario could name [SC-16]', async () => {
    for (const name of ['a\nb.mjs', 'a\\b.mjs', 'a\u001b[31m.mjs']) {
      const { status, out, err } = await trimline(['policy', 'new', at(name)])
      expect([status, out, existsSync(at(name))]).toEqual([2, '', false])
      expect(err).toMatch(/^[^\p{Cc}]*found [^\p{Cc}]*, a name that no scenario can have; choose another\n/u)
    }
  })

  test('says of a folder, and of nothing, that they are no file, and not that they can be replaced [LB-16]', async () => {
    const ofFolder = await trimline(['policy', 'new', folder])
    expect(ofFolder).toMatchObject({ status: 2, out: '' })
    expect(ofFolder.err).toBe(
      `error: found the folder ${folder}; expected a file to write, such as ${at('mine.mjs')}\n`,
    )
    const ofNothing = await trimline(['policy', 'new', '', '--force'])
    expect(ofNothing).toMatchObject({ status: 2, out: '' })
    expect(ofNothing.err).toBe('error: found "", which is no name; expected a file to write, such as mine.mjs\n')
  })

  test('names what it has written as policies are named', async () => {
    const before = process.cwd()
    try {
      process.chdir(folder)
      const { out } = await trimline(['policy', 'new', 'mine'])
      const next = /^next: trimline (policy check .+)$/m.exec(out)?.[1]?.split(' ') ?? []
      expect((await trimline(next)).out).toContain('sound: all 8 rules are kept')
    } finally {
      process.chdir(before)
    }
  })

  test('says what to type next so that a shell reads one name, also with blanks in it', async () => {
    const next = async (name: string) => (await trimline(['policy', 'new', at(name)])).out.match(/^next: .*$/m)?.[0]
    const [open, close] = process.platform === 'win32' ? ['"', '"'] : ["'", "'"]
    expect(await next('mine.mjs')).toBe(`next: trimline policy check ${at('mine.mjs')}`)
    expect(await next('my own.mjs')).toBe(`next: trimline policy check ${open}${at('my own.mjs')}${close}`)
    if (process.platform !== 'win32')
      expect(await next(`it's "my" $own.mjs`)).toBe(`next: trimline policy check '${at(`it'\\''s "my" $own.mjs`)}'`)
    // what is shown in another way, or cut, is nothing to be typed
    expect(await next(`${'a'.repeat(220)}.mjs`)).toBeUndefined()
    const before = process.cwd()
    try {
      process.chdir(folder)
      expect((await trimline(['policy', 'new', '--', '-x.mjs'])).out).toContain('next: trimline policy check ./-x.mjs')
    } finally {
      process.chdir(before)
    }
  })

  test('is written to standard output, and nothing beside it [SC-17]', async () => {
    const { status, out, err } = await trimline(['policy', 'new', '-'])
    expect([status, out, err]).toEqual([0, TEMPLATE, ''])
  })

  test('overwrites nothing without being told to', async () => {
    file('mine.mjs', 'my own')
    file('OWN-POLICY.md', 'my notes')
    const other = await trimline(['policy', 'new', at('other.mjs')])
    expect(other.out).toContain('in ten minutes, as it was\n')
    expect(readFileSync(at('OWN-POLICY.md'), 'utf8')).toBe('my notes')
    const refused = await trimline(['policy', 'new', at('mine.mjs')])
    expect([refused.status, readFileSync(at('mine.mjs'), 'utf8')]).toEqual([2, 'my own'])
    expect(refused.err).toContain('which stays as it is')
    expect((await trimline(['policy', 'new', at('mine.mjs'), '--force'])).status).toBe(0)
    expect(readFileSync(at('mine.mjs'), 'utf8')).toContain('export default')
  })
})

test('all stands for every policy that there is, beside one of one’s own [LB-14]', async () => {
  await trimline(['policy', 'new', at('mine.mjs')])
  const { status, err } = await trimline([
    'compare',
    scenario(),
    '--policies',
    `all,${at('mine.mjs')}`,
    '--json',
    at('rows.json'),
  ])
  expect([status, err]).toEqual([0, ''])
  const rows = JSON.parse(readFileSync(at('rows.json'), 'utf8')) as { policy: string }[]
  expect(rows.map(({ policy }) => policy)).toEqual([...POLICY_NAMES, expect.stringMatching(/^mine\.mjs#/)])
  const twice = await trimline(['compare', at('idle.json'), '--policies', 'all,clock'])
  expect([twice.status, twice.err]).toEqual([2, expect.stringContaining('found the policy clock twice')])
})

describe('policy check [LB-16]', () => {
  // Windows has no such names
  test.skipIf(process.platform === 'win32')(
    'of a file that no scenario could name says so [SC-02] [SC-16]',
    async () => {
      const odd = file('a\nb\u001b[31m.mjs', TEMPLATE)
      for (const argv of [
        ['policy', 'check', odd],
        ['run', scenario(), '--policy', odd],
        ['compare', scenario(), '--policies', odd],
      ]) {
        const { status, out, err } = await trimline(argv)
        expect([status, out]).toEqual([2, ''])
        expect(err).toMatch(/^[^\p{Cc}]+: found a name of the file that no scenario can have, .*; rename it\n$/u)
      }
    },
  )

  test('says which rules are broken, and where', async () => {
    const { status, out } = await trimline(['policy', 'check', file('bad.mjs', BAD)])
    expect(status).toBe(1)
    expect(out).toContain('2 of 8 rules broken')
    expect(out).toMatch(/^every-flag +BROKEN /m)
    expect(out).toMatch(/^every-flag: bad\.mjs:2: Error: no \(in onTrim\), in “editing”$/m)
  })

  test('says of a module that is none which rule that breaks', async () => {
    const { status, out } = await trimline(['policy', 'check', file('none.mjs', 'export default {\n  name: ,\n}')])
    expect(status).toBe(1)
    expect(out).toMatch(/^loads: none\.mjs:2: ./m)
  })

  test('of a module that is none says that the other rules were not seen, not that they are kept', async () => {
    const { out } = await trimline(['policy', 'check', file('none.mjs', 'export default {')])
    expect(out).toContain('1 of 8 rules broken, 7 not seen to the end\n')
    expect(out.match(/ not seen {2}/g)).toHaveLength(7)
    expect(out).not.toContain(' kept')
    expect(out).toMatch(/^not seen: it cannot be used$/m)
  })

  test('says which rules it had no occasion to break, and why', async () => {
    const { status, out } = await trimline(['policy', 'check', file('idle.mjs', IDLE)])
    expect(status).toBe(0)
    expect(out).toMatch(/: sound: 4 of 8 rules are kept, 4 without an occasion\n/)
    expect(out.match(/ no occasion {2}/g)).toHaveLength(4)
    expect(out).toMatch(/^no occasion: it evicted nothing\nno occasion: no notification reached it\n/m)
  })

  test('takes a built-in one by its name', async () => {
    expect((await trimline(['policy', 'check', 'fence-lru'])).status).toBe(0)
  })

  test('of a module without a path says how one is named [LB-14]', async () => {
    file('mine', TEMPLATE)
    const { status, err } = await trimline(['policy', 'check', 'mine'])
    expect([status, err]).toEqual([2, expect.stringContaining('Expected a path such as ./mine.mjs, or one of\nnone, ')])
  })

  test.each([
    ['no such file', () => at('none.mjs'), /no such file/],
    ['bytes that are no text', () => file('bytes.mjs', Uint8Array.of(0xff, 0xfe, 0x00)), /not UTF-8/],
    ['a file that is too large', () => file('large.mjs', ' '.repeat(300_000)), /262144/],
  ])('ends with 2 for %s', async (_what, path, message) => {
    const { status, err } = await trimline(['policy', 'check', path()])
    expect(status).toBe(2)
    expect(err).toMatch(message)
  })
})

describe('the module of a policy is not overwritten by what is written [SC-05] [LB-14]', () => {
  test.each([
    ['run', '--trace', ['run', 'FILE', '--policy', 'OWN', '--trace', 'OWN']],
    ['run', '--summary', ['run', 'FILE', '--policy', 'OWN', '--summary', 'OWN']],
    ['compare', '--json', ['compare', 'FILE', '--policies', 'none,OWN', '--json', 'OWN']],
    ['compare', '--html', ['compare', 'FILE', '--policies', 'none,OWN', '--html', 'OWN']],
    ['bound', '--json', ['bound', 'FILE', '--policy', 'OWN', '--json', 'OWN']],
  ])('by %s %s', async (_command, option, argv) => {
    const own = file('mine.mjs', TEMPLATE)
    const named = argv.map((text) => (text === 'FILE' ? scenario() : text.replace('OWN', own)))
    const { status, out, err } = await trimline(named)
    expect([status, out]).toEqual([2, ''])
    expect(err).toMatch(new RegExp(`^error: ${option}: .*mine\\.mjs would overwrite the policy .*mine\\.mjs\\n$`))
    expect(readFileSync(own, 'utf8')).toBe(TEMPLATE)
  })
})

describe('a policy on standard input [SC-17]', () => {
  test.each([
    ['policy check', ['policy', 'check', '-'], /^stdin#[0-9a-f]{12}: sound/m],
    ['run', ['run', 'FILE', '--policy', '-'], /policy +stdin#[0-9a-f]{12}/],
    ['compare', ['compare', 'FILE', '--policies', 'none,-'], /^stdin#[0-9a-f]{12} /m],
    ['bound', ['bound', 'FILE', '--policy', '-'], /bound/],
  ])('is taken by %s', async (_command, argv, said) => {
    const named = argv.map((text) => (text === 'FILE' ? scenario() : text))
    const { status, out, err } = await trimline(named, TEMPLATE)
    expect([status, err]).toEqual([0, ''])
    expect(out).toMatch(said)
  })

  test('that is none is said with its line', async () => {
    const { status, err } = await trimline(['run', scenario(), '--policy', '-'], '\nlet = =')
    expect([status, err]).toEqual([2, expect.stringMatching(/^<stdin>:2: cannot be read as a policy: ./)])
  })

  test.each([
    ['run', ['run', '-', '--policy', '-']],
    ['compare', ['compare', '-', '--policies', 'none,-']],
    ['bound', ['bound', '-', '--policy', '-']],
  ])('is read for one thing only: %s', async (_command, argv) => {
    const { status, err } = await trimline(argv, '{}')
    expect([status, err]).toEqual([2, expect.stringContaining('found "-" twice; standard input can be read once only')])
  })
})

describe('a run with a policy of one’s own [LB-14]', () => {
  test('names it by file and content', async () => {
    const text = "export default { name: 'mine', create: (host) => ({ onTrim() { host.evict(host.units) } }) }"
    const path = file('mine.mjs', text)
    const { status, out } = await trimline(['run', scenario(), '--policy', path])
    expect(status).toBe(0)
    expect(out).toContain(policyLabel({ file: 'mine.mjs', text }))
    expect(out).toMatch(/evictions +1 \(64 MiB\)/)
  })

  test('goes on through its faults, which are findings', async () => {
    const { status, out } = await trimline(['run', scenario(), '--policy', file('bad.mjs', BAD)])
    expect(status).toBe(0)
    expect(out).toMatch(/findings +1 \(LB-15: 1\)|findings +.*LB-15/)
  })

  test('is compared with built-in ones', async () => {
    const path = file('bad.mjs', BAD)
    const { status, out } = await trimline(['compare', scenario(), '--policies', `fence-lru,${path}`])
    expect(status).toBe(0)
    expect(out).toMatch(/^bad\.mjs#[0-9a-f]{12} .*LB-15/m)
    const twice = await trimline(['compare', scenario(), '--policies', `${path},${at('./bad.mjs')}`])
    expect(twice.status).toBe(2)
  })

  test.each(['run', 'compare', 'bound'])(
    'is none where its module is none: %s ends with 2 before it runs',
    async (command) => {
      const path = file('none.mjs', 'export default {\n  name: ,\n}')
      const option = command === 'compare' ? ['--policies', `fence-lru,${path}`] : ['--policy', path]
      const { status, out, err } = await trimline([command, scenario(), ...option])
      expect([status, out]).toEqual([2, ''])
      expect(err).toMatch(/none\.mjs:2: cannot be read as a policy: ./)
    },
  )
})
