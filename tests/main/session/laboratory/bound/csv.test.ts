/** References as CSV, against the uses that the bound counts (LB-11). */
import { expect, it } from 'vitest'
import { boundOf } from '../../../../../main/session/laboratory/bound/bound'
import { ReferenceCsv } from '../../../../../main/session/laboratory/bound/csv'
import { ReferenceRecorder } from '../../../../../main/session/laboratory/bound/recorder'
import { together } from '../../../../../main/session/run/followers'
import { runScenario } from '../../../../../main/session/run/runner'
import type { Scenario } from '../../../../../main/session/scenario'
import { parseScenario } from '../../../../../main/session/scenario'
import { shipped } from '../../../../golden/scenarios'
import { trimline } from '../../../support/trimline'

interface Row {
  time: number
  object: number
  size: number
  resource: string
}

/** As libCacheSim's reader splits it, with the columns that it is told; and what the bound counts of the same run. */
async function referencesOf(scenario: Scenario) {
  let text = ''
  const csv = new ReferenceCsv((piece) => {
    text += piece
  })
  const recorder = new ReferenceRecorder('segment')
  await runScenario(scenario, { follower: together([csv.recorder, recorder])!, atEnd: () => csv.end() })
  const [head, ...lines] = text.split('\r\n').slice(0, -1)
  const rows = lines.map((line): Row => {
    const [time, object, size, resource = ''] = line.split(',')
    return { time: Number(time), object: Number(object), size: Number(size), resource }
  })
  return { text, head, rows, bound: boundOf(recorder.references) }
}

const MiB = 2 ** 20

/**
 * As libCacheSim documents its CSV reader: columns count from 1; the delimiter is the one of tab, comma, bar and colon that
 * the first line has most of; a first line with more letters than digits is a header; ids are numbers if it is told so; times
 * and sizes are whole numbers, times of 32 bits.
 */
function readByLibCacheSim(text: string, params: string): { time: number; id: number; size: number }[] {
  const told = new Map(params.split(',').map((pair) => pair.split('=') as [string, string]))
  const lines = text.split(/\r?\n/).filter((line) => line !== '')
  const [first = ''] = lines
  const count = (pattern: RegExp): number => first.match(pattern)?.length ?? 0
  const delimiters = ['\t', ',', '|', ':'].map((one, i) => ({ one, weight: (first.split(one).length - 1) * (4 - i) }))
  const delimiter = delimiters.reduce((best, next) => (next.weight > best.weight ? next : best)).one
  const hasHeader = count(/\d/g) <= count(/[a-z]/gi)
  expect(told.get('obj-id-is-num')).toBe('true')
  return lines.slice(hasHeader ? 1 : 0).map((line) => {
    const fields = line.split(delimiter)
    const number = (column: string): number => {
      const field = fields[Number(told.get(column)) - 1]
      expect(field).toMatch(/^\d+$/)
      return Number(field)
    }
    const row = { time: number('time-col'), id: number('obj-id-col'), size: number('obj-size-col') }
    expect(row.time).toBeLessThan(2 ** 32)
    return row
  })
}

/** Misses of a cache of that many bytes. @param belady it lets go what comes again last; otherwise what was used longest ago */
function misses(rows: readonly { id: number; size: number }[], capacity: number, belady: boolean): number {
  const held = new Map<number, number>()
  let count = 0
  for (const [i, { id, size }] of rows.entries()) {
    if (held.delete(id)) {
      held.set(id, size)
      continue
    }
    count++
    held.set(id, size)
    while ([...held.values()].reduce((sum, bytes) => sum + bytes) > capacity) {
      const next = (one: number): number => {
        const after = rows.findIndex((row, at) => at > i && row.id === one)
        return after < 0 ? rows.length : after
      }
      const ids = [...held.keys()].filter((one) => one !== id)
      held.delete((belady ? ids.reduce((far, one) => (next(one) > next(far) ? one : far)) : ids[0]) as number)
    }
  }
  return count
}

it('is read by libCacheSim’s rules with the columns that the command line names: LRU and Belady miss as counted by hand [LB-11]', async () => {
  const { status, out } = await trimline(['run', '--help'])
  expect(status).toBe(0)
  const params = /-t "([^"]+)"/.exec(out.replaceAll(/\s+/g, ' '))?.[1]?.replaceAll(' ', '') ?? ''
  expect(params).toBe('time-col=1,obj-id-col=2,obj-size-col=3,obj-id-is-num=true')
  const effects = ['A', 'B', 'C'].map((name) => ({
    name,
    gpuTime: '1ms',
    resources: [{ name: 'r', size: '4MiB', resident: false }],
  }))
  const steps = ['A', 'B', 'C', 'A', 'B', 'C'].map((apply, i) => ({ at: `${i + 1}s`, apply }))
  const parsed = parseScenario(Buffer.from(JSON.stringify({ trimline: 1, app: { effects }, steps })))
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  const rows = readByLibCacheSim((await referencesOf(parsed.scenario)).text, params)
  expect(rows.map(({ time, id, size }) => [time, id, size / MiB])).toEqual([
    [1e6, 1, 4],
    [2e6, 2, 4],
    [3e6, 3, 4],
    [4e6, 1, 4],
    [5e6, 2, 4],
    [6e6, 3, 4],
  ])
  // two have room: LRU lets each go just before it comes again; Belady lets B go for C, and A for B
  expect([misses(rows, 8 * MiB, false), misses(rows, 8 * MiB, true)]).toEqual([6, 4])
  // three have room
  expect([misses(rows, 12 * MiB, false), misses(rows, 12 * MiB, true)]).toEqual([3, 3])
  // what Belady pages in, the bound says too
  const bounded = await trimline(
    ['bound', '-', '--json', '-'],
    JSON.stringify({ trimline: 1, system: { localMemory: '16MiB', budget: '8MiB' }, app: { effects }, steps }),
  )
  expect(JSON.parse(bounded.out)).toMatchObject({ bound: 4 * 4 * MiB, compulsory: 3 * 4 * MiB })
})

it('has a row for each use of a unit, in the order of submission [LB-11]', async () => {
  const parsed = parseScenario(
    Buffer.from(
      JSON.stringify({
        trimline: 1,
        app: {
          effects: [
            {
              name: 'A',
              gpuTime: '1ms',
              resources: [
                { name: 'r', size: '1MiB' },
                { name: 's', size: '2MiB' },
              ],
            },
            { name: 'B', gpuTime: '1ms', resources: [{ name: 'r', size: '3MiB', resident: false }] },
          ],
        },
        steps: [
          { at: '1ms', apply: 'B' },
          { at: '2ms', apply: 'A' },
          { at: '3ms', removeEffect: 'B' },
          { at: '40ms', addEffect: { name: 'B', gpuTime: '1ms', resources: [{ name: 'r', size: '4MiB' }] } },
          { at: '50ms', apply: 'B' },
        ],
      }),
    ),
  )
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  const { head, rows, bound } = await referencesOf(parsed.scenario)
  expect(head).toBe('time,object,size,resource')
  // another B.r is another object
  expect(rows).toEqual([
    { time: 1000, object: 3, size: 3 * MiB, resource: 'B.r' },
    { time: 2000, object: 1, size: 1 * MiB, resource: 'A.r' },
    { time: 2000, object: 2, size: 2 * MiB, resource: 'A.s' },
    { time: 50_000, object: 4, size: 4 * MiB, resource: 'B.r' },
  ])
  expect(bound).toMatchObject({ uses: 3, units: 4 })
})

it.each(['over-commit', 'idle-trimming', 'budget-drop', 'df-evicted'])(
  'has as many submissions and objects for %s as the bound counts [LB-11] [LB-12]',
  async (name) => {
    const { rows, bound } = await referencesOf(shipped(name))
    // each submission uses a unit once: it is another where the moment is, or where an object comes again
    let submissions = 0
    let seen = new Set<number>()
    let time = -1
    for (const row of rows) {
      if (row.time !== time || seen.has(row.object)) {
        submissions++
        seen = new Set()
      }
      time = row.time
      seen.add(row.object)
    }
    expect(rows.length).toBeGreaterThan(0)
    expect({ submissions, units: new Set(rows.map(({ object }) => object)).size }).toEqual({
      submissions: bound.uses,
      units: bound.units,
    })
  },
)
