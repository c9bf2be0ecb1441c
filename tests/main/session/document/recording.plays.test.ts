/**
 * A scenario that is played, with things done by hand in between: whenever it is recorded, the recording can be opened, and
 * gives the live trace (SC-12, SC-14, SC-16). Also when steps so far name what only later ones make.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readBackProblem } from '../../../../main/session/document/read-back'
import { Chance } from '../../../torture/commands/chance'
import { mustReplay, playRandomly, RecordedSession } from '../../../torture/commands/session'
import { scenario } from '../live-rig'
import { anyPlay } from './random-plays'

const RUNS = Number(process.env.TRIMLINE_RUNS ?? (process.env.CI === undefined ? 200 : 1_000))
const seed = process.env.TRIMLINE_SEED === 'random' ? undefined : Number(process.env.TRIMLINE_SEED ?? 1)

const effect = { name: 'Late', gpuTime: '1ms', resources: [{ name: 'r', size: '1MiB' }] }
const makers = [
  { at: '50ms', addEffect: effect },
  { at: '50ms', allocate: { name: 'late', size: '1MiB' } },
]

/** Played up to before the steps that make what it names. */
function interrupted(early: object): RecordedSession {
  const app = { policy: 'none', effects: [], clips: [] }
  const session = new RecordedSession(scenario({ app, steps: [{ at: '10ms', ...early }, ...makers] }))
  session.elapse(20)
  return session
}

describe('the recording of a scenario that is still playing can be saved, and gives its trace', () => {
  it.each([
    ['submit', { submit: { engine: '3d', gpuTime: '1ms', resources: ['Late.r'] } }],
    ['a part of submit', { submit: { engine: '3d', parts: [{ gpuTime: '1ms', resources: ['late'] }] } }],
    ['use', { use: { set: ['Late.r', 'late'] } }],
    ['makeResident', { makeResident: { names: ['Late.r'] } }],
    ['evict', { evict: { names: ['late'] } }],
    ['residencyPriority', { residencyPriority: { resource: 'Late.r', priority: 'low' } }],
    ['map', { map: 'late' }],
    ['movable', { movable: { name: 'late', movable: false } }],
    ['defragment', { defragment: { ignore: ['late'] } }],
    ['defragmentation', { defragmentation: { call: 'begin', destroy: ['late'] } }],
    ['expect', { expect: { notAllocated: ['late'] } }],
  ])('where %s names what a later step makes [SC-16] [SC-12]', async (_verb, early) => {
    const session = interrupted(early)
    expect(readBackProblem(session.live.toRecordingText(), 'recording')).toBeNull()
    expect(JSON.parse(session.live.toRecordingText()).steps).toHaveLength(1)
    await mustReplay(session)
  })

  it('though more was made by hand than the rest of it leaves room for: that is refused [SC-16]', () => {
    // of each only the first comes about
    const allocate = (name: string) => ({ name, size: '64KiB', count: 100_000, pool: 'P' })
    const steps = Array.from({ length: 10 }, (_, i) => ({ at: `${20 + i}ms`, allocate: allocate(`g${i}`) }))
    const pools = [{ name: 'P', blockSize: '64KiB', maxBlocks: 1 }]
    const session = new RecordedSession(scenario({ app: { effects: [], clips: [], pools }, steps }))
    // a million are to come, so that 48,576 can be made beside them
    const count = (most: number) =>
      ({ kind: 'allocate', name: `h${most}`, size: 65_536, count: most, pool: 'P' }) as const
    const refused = session.do(count(48_577))
    expect(refused).toMatchObject({ ok: false, message: expect.stringContaining('1000000 that later steps make') })
    expect(session.do(count(48_576))).toMatchObject({ hresult: { name: 'E_OUTOFMEMORY' } })
    session.elapse(50)
    expect(JSON.parse(session.live.toRecordingText()).steps).toHaveLength(11)
    expect(readBackProblem(session.live.toRecordingText(), 'recording')).toBeNull()
    // nothing is to come any more, but there is no room left
    expect(session.do(count(1))).toMatchObject({ ok: false, message: expect.stringContaining('at most 1048576') })
  })

  it('whatever its steps name, in any order, whatever fails, whenever it is recorded [SC-12] [SC-14] [SC-16]', async () => {
    const property = fc.asyncProperty(fc.nat(), async (number) => {
      const chance = new Chance(number)
      const session = new RecordedSession(anyPlay(chance, 16))
      for (let left = chance.upTo(3); left > 0; left--) {
        session.elapse(chance.upTo(60))
        if (chance.flip()) playRandomly(session, chance, 2, () => undefined)
        if (session.opening !== null) session.do({ kind: 'cancelOpening' })
        expect(readBackProblem(session.live.toRecordingText(), 'recording')).toBeNull()
      }
      await mustReplay(session)
    })
    await fc.assert(property, { numRuns: RUNS, ...(seed === undefined ? {} : { seed }) })
  }, 600_000)
})
