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
  return { head, rows, bound: boundOf(recorder.references) }
}

const MiB = 2 ** 20

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
