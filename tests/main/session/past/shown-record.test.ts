/** A record of the run that is shown, against the lines of the same run as the command line writes it. */
import { describe, expect, it } from 'vitest'
import { runScenario } from '../../../../main/session/run/runner'
import type { TraceRecordView } from '../../../../preload/contract'
import { effects, LiveRig, MIB, scenario } from '../live-rig'
import { goTo, press, pressed, returnTo } from './pressed'

/** Three effects of which two fit, so that memory is evicted and paged. */
function crowded(checkpointsEvery: number | null): LiveRig {
  const app = { policy: 'fence-lru', effects: effects({ A: 64 * MIB, B: 64 * MIB, C: 64 * MIB }, false) }
  const live = new LiveRig(scenario({ app, system: { localMemory: '160MiB', budget: '140MiB' } }), {}, checkpointsEvery)
  for (const name of ['A', 'B', 'C', 'A', 'C']) {
    live.elapse(160)
    live.must(press(name))
  }
  live.elapse(320)
  return live
}

/** Of what was done so far, as `trimline run --trace` writes it. */
async function linesOf(live: LiveRig): Promise<string[]> {
  const chunks: string[] = []
  await runScenario(live.session.recording(), { sink: (chunk) => chunks.push(chunk) })
  return chunks.join('').trimEnd().split('\n')
}

/** @param line from 1 */
function shownOf(live: LiveRig, lines: readonly string[], line: number): TraceRecordView | null {
  const { t } = JSON.parse(lines[line - 1] as string) as { t: number }
  live.must({ kind: 'showTraceLine', record: { t, line } })
  return live.shown.traceRecord
}

describe('a record that is asked for', () => {
  it.each([
    ['of a run without checkpoints', null],
    ['from checkpoints at every event', 1],
    ['from checkpoints here and there', 64],
  ])(
    'is the line that a run of the recording writes there, with three before and behind it that are not far: %s [LB-09]',
    async (_, every) => {
      const live = crowded(every)
      const lines = await linesOf(live)
      expect(lines.length).toBeGreaterThan(100)
      // the first tells of the file
      for (let line = 2; line <= lines.length; line++) {
        const view = shownOf(live, lines, line)
        const { t } = JSON.parse(lines[line - 1] as string) as { t: number }
        const near = [-3, -2, -1, 0, 1, 2, 3].flatMap((offset) => {
          const text = lines[line - 1 + offset]
          if (line + offset < 2 || text === undefined) return []
          return Math.abs((JSON.parse(text) as { t: number }).t - t) <= 50_000 ? [[line + offset, text]] : []
        })
        expect(view?.around?.map((one) => [one.line, one.record.text])).toEqual(near)
      }
    },
  )

  it('is that of a segment of a chain, and says why memory was out [LB-08] [LB-09]', () => {
    const live = crowded(64)
    const late = live.shown.delayRows.filter(({ what }) => what === 'press')
    const found = late.flatMap(({ id }) => {
      live.must({ kind: 'selectDelay', id })
      return live.shown.delay?.segments ?? []
    })
    const pageIns = found.filter(({ kind, record, why }) => kind === 'page-in' && record !== null && why !== null)
    expect(pageIns.length).toBeGreaterThan(2)
    for (const { record, why, resource, end } of pageIns) {
      live.must({ kind: 'showTraceLine', record })
      const at = live.shown.traceRecord?.around?.find(({ line }) => line === record?.line)
      expect(JSON.parse(at?.record.text ?? '')).toMatchObject({ type: 'page-in', resource, t: record?.t })
      expect(record?.t).toBeGreaterThanOrEqual(end)
      live.must({ kind: 'showTraceLine', record: why?.record ?? null })
      const cause = live.shown.traceRecord?.around?.find(({ line }) => line === why?.record.line)
      expect(JSON.parse(cause?.record.text ?? '')).toMatchObject({ resource })
    }
  })

  it('changes nothing of the run, and is the same while an earlier moment is looked at [LB-02] [LB-09]', async () => {
    const live = crowded(64)
    const lines = await linesOf(live)
    const now = live.now
    const view = shownOf(live, lines, 90)
    expect([live.now, live.shown.clock.running, live.session.dirty]).toEqual([now, true, true])
    live.must(goTo(200_000), { kind: 'showTraceLine', record: null })
    expect(shownOf(live, lines, 90)).toEqual(view)
    expect([live.now, live.shown.branches.branches.length]).toEqual([200_000, 1])
    live.must(returnTo(1))
    expect(await linesOf(live)).toEqual(lines)
  })

  it('of another moment than it is of, or of a line that is not written yet, is none [LB-09]', () => {
    const live = pressed()
    const { t, line } = { t: 288_000, line: 100_000 }
    live.must({ kind: 'showTraceLine', record: { t, line } })
    expect(live.shown.traceRecord).toEqual({ place: { t, line }, around: [] })
    live.must({ kind: 'showTraceLine', record: { t: 1_000, line: 1 } })
    expect(live.shown.traceRecord?.around).toEqual([])
    expect(live.do({ kind: 'showTraceLine', record: { t: 288_001, line: 1 } })).toMatchObject({
      ok: false,
      message: expect.stringContaining('has not come to that moment'),
    })
  })

  it('that takes long to find is looked for, which is no way to another moment; another one, or none, can be asked for meanwhile [LB-09]', async () => {
    const live = pressed()
    live.elapse(8_000)
    const lines = await linesOf(live)
    const placeOf = (line: number): { t: number; line: number } => ({
      t: (JSON.parse(lines[line - 1] as string) as { t: number }).t,
      line,
    })
    const last = placeOf(lines.length - 1)
    const show = (record: typeof last | null): void => live.must({ kind: 'showTraceLine', record })
    live.costOfLook = 60
    show(last)
    expect(live.shown).toMatchObject({ project: { opening: { stage: 'looking' } }, traceRecord: { around: null } })
    expect(live.do(press('A'))).toMatchObject({ ok: false, message: expect.stringContaining('being looked for') })
    show(placeOf(lines.length - 2))
    expect(live.shown.traceRecord).toEqual({ place: placeOf(lines.length - 2), around: null })
    show(null)
    expect([live.shown.project.opening, live.shown.traceRecord]).toEqual([null, null])
    show(last)
    live.must(goTo(100_000))
    expect([live.shown.project.opening?.stage, live.shown.traceRecord]).not.toContain('looking')
    live.costOfLook = 0
    live.forgetLooks()
    live.elapse(100)
    expect([live.now, live.shown.traceRecord]).toEqual([100_000, null])
  })

  it('is not asked for on the way to another moment, which closing one that was shown does not give up [LB-02] [LB-09]', () => {
    const live = pressed()
    live.elapse(8_000)
    live.must({ kind: 'showTraceLine', record: { t: 0, line: 2 } })
    live.costOfLook = 60
    live.must(goTo(8_000_000))
    expect(live.do({ kind: 'showTraceLine', record: { t: 0, line: 2 } })).toMatchObject({
      ok: false,
      message: expect.stringContaining('on its way'),
    })
    live.must({ kind: 'showTraceLine', record: null })
    expect(live.shown).toMatchObject({ project: { opening: { stage: 'going' } }, traceRecord: null })
  })

  it('of what a branch that begins meanwhile has not is none any more, nor is a neighbour that it has not [LB-02] [LB-09]', async () => {
    const live = crowded(64)
    const lines = await linesOf(live)
    const times = lines.map((text) => (JSON.parse(text) as { t?: number }).t ?? 0)
    const line = times.findIndex((t, index) => index > 20 && t < (times[index + 1] ?? 0)) + 1
    const at = times[line - 1] as number
    const branchAt = (asked: number): TraceRecordView | null => {
      live.must(goTo(at, 1))
      shownOf(live, lines, asked)
      live.must(press('B'))
      return live.shown.traceRecord
    }
    expect(branchAt(line)?.around?.map((one) => one.line)).toEqual([line - 3, line - 2, line - 1, line])
    live.must(returnTo(1))
    expect(branchAt(line + 1)?.around).toEqual([])
  })

  it('goes when another line of the run is shown, or another run begins [LB-02] [LB-09]', async () => {
    const live = crowded(64)
    const show = async (): Promise<void> => {
      shownOf(live, await linesOf(live), 20)
      expect(live.shown.traceRecord?.place.line).toBe(20)
    }
    await show()
    live.must(goTo(200_000), press('B'))
    live.elapse(50)
    live.must(returnTo(1))
    expect(live.shown.traceRecord).toBeNull()
    await show()
    live.must({ kind: 'restartSimulation' })
    expect(live.shown.traceRecord).toBeNull()
    live.elapse(100)
    await show()
    live.must({ kind: 'returnToRunBefore' })
    expect(live.shown.traceRecord).toBeNull()
    await show()
    live.must({ kind: 'showTraceLine', record: null })
    expect(live.shown.traceRecord).toBeNull()
  })
})
