/** `trimline bound`: the least that any policy could have paged in (LB-12). */
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { trimline } from '../support/trimline'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), 'trimline-cli-bound-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const at = (name: string) => join(folder, name)
const MiB = 2 ** 20

/** A and B take turns; both fit in the segment, and not in the budget: 32 MiB of each are let go while the other is used. */
const TURNS = {
  trimline: 1,
  name: 'turns',
  system: { localMemory: '256MiB', budget: '96MiB' },
  app: {
    policy: 'fence-lru',
    effects: ['A', 'B'].map((name) => ({
      name,
      gpuTime: '1ms',
      resources: [{ name: 'r', size: '64MiB', resident: false }],
    })),
  },
  steps: [
    { at: '0s', apply: 'A' },
    { at: '1s', apply: 'B' },
    { at: '2s', apply: 'A' },
    { at: '3s', apply: 'B' },
    // does not hold: the bound does not depend on it
    { at: '4s', expect: { evictions: 99 } },
  ],
  until: '5s',
}

function file(content: object): string {
  writeFileSync(at('turns.json'), JSON.stringify(content))
  return at('turns.json')
}

describe('trimline bound', () => {
  test('computes it with the budget as room, and writes it as JSON [LB-12] [LB-11]', async () => {
    const { status, out, err } = await trimline(['bound', file(TURNS), '--json', at('b.json')])
    expect({ status, err }).toEqual({ status: 0, err: '' })
    const written = readFileSync(at('b.json'), 'utf8')
    expect(JSON.parse(written)).toEqual({
      compulsory: 128 * MiB,
      bound: 192 * MiB,
      uses: 4,
      units: 2,
      exceeded: 0,
    })
    expect(Object.keys(JSON.parse(written) as object)).toEqual(['compulsory', 'bound', 'uses', 'units', 'exceeded'])
    expect(out).toContain('turns: the least for any policy, seed 1\n')
    expect(out).toMatch(/^ {2}bound +192 MiB$/m)
    expect(out).toMatch(/^ {2}of it for first uses +128 MiB$/m)
  })

  test('with the segment as room, less what other processes use [LB-12]', async () => {
    const whole = await trimline(['bound', file(TURNS), '--capacity', 'segment', '--json', '-'])
    expect(JSON.parse(whole.out)).toMatchObject({ bound: 128 * MiB })
    const other = { at: '1500ms', otherProcess: { name: 'game', usage: '144MiB' } }
    const steps = [...TURNS.steps.slice(0, 2), other, ...TURNS.steps.slice(2)]
    // 112 MiB are left when the game comes: 16 of B's go, which is used again last
    const less = await trimline(['bound', file({ ...TURNS, steps }), '--capacity', 'segment', '--json', '-'])
    expect(JSON.parse(less.out)).toMatchObject({ compulsory: 128 * MiB, bound: 144 * MiB })
  })

  test('says how far the policy of the file is from it [LB-12]', async () => {
    const none = { ...TURNS, app: { ...TURNS.app, policy: 'none' } }
    const paged = async (content: object): Promise<number> => {
      await trimline(['run', file(content), '--summary', at('s.json')])
      return (JSON.parse(readFileSync(at('s.json'), 'utf8')) as { pageInBytes: number }).pageInBytes
    }
    expect(await paged(none)).toBe(128 * MiB)
    expect((await trimline(['bound', file(none)])).out).toMatch(/paged in by none +128 MiB, 0\.67 × the bound$/m)
    const lru = await paged(TURNS)
    expect((await trimline(['bound', file(TURNS)])).out).toContain(`, ${(lru / (192 * MiB)).toFixed(2)} × the bound\n`)
  })

  test('says why a policy paged in less, where it did [LB-11]', async () => {
    // from 1 s until 5 s both are used of what has room for one
    const none = { ...TURNS, app: { ...TURNS.app, policy: 'none' } }
    const { out } = await trimline(['bound', file(none)])
    expect(out).toMatch(/^ {2}less, because +it was above its budget for 4 s$/m)
    // what fence-lru lets go stays in the segment, and comes back without a transfer
    expect((await trimline(['bound', file(TURNS)])).out).toMatch(
      /^ {2}less, because +what it evicted was still in the segment, or it used less than the input asks for$/m,
    )
    // A is there after 4 s, and B has been on its way for one when the run ends
    const slow = { ...TURNS, system: { localMemory: '256MiB', pagingBandwidth: '16MiB' } }
    expect((await trimline(['bound', file(slow)])).out).toMatch(/^ {2}less, because +64 MiB still came in at the end$/m)
    expect((await trimline(['bound', file(TURNS), '--capacity', 'segment'])).out).not.toContain('because')
  })

  test('reports submissions that are larger than the room by themselves [LB-11]', async () => {
    const small = { ...TURNS, system: { ...TURNS.system, budget: '48MiB' } }
    const { out } = await trimline(['bound', file(small)])
    expect(out).toMatch(/^ {2}larger than the room +4 of the submissions, each by itself$/m)
  })

  test('speaks of one submission as of one [LB-12]', async () => {
    const steps = [{ at: 0, apply: 'A' }]
    const { out } = await trimline(['bound', file({ ...TURNS, system: { ...TURNS.system, budget: '48MiB' }, steps })])
    expect(out).toMatch(/^ {2}submissions +1, which uses 1 unit$/m)
    expect(out).toMatch(/^ {2}larger than the room +1 of the submissions, by itself$/m)
  })

  test('of nothing says so without a ratio', async () => {
    const { out } = await trimline(['bound', '-'], JSON.stringify({ trimline: 1, name: 'idle', app: { effects: [] } }))
    expect(out).toMatch(/^ {2}paged in by [\w-]+ +0 B$/m)
  })

  test.each([
    [['bound'], /missing required argument 'file'/],
    [['bound', '-', '--capacity', 'all'], /Allowed choices are budget, segment/],
  ])('%j is refused in words', async (argv, message) => {
    const { status, err } = await trimline(argv, JSON.stringify(TURNS))
    expect(status).toBe(2)
    expect(err).toMatch(message)
  })
})
