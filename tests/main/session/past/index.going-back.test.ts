/**
 * Random sessions of every kind of command, gone back in. The oracle of what is shown is the session itself when it was
 * there; that of the trace is the recording, cut at that moment and run by what runs scenarios.
 */
import { describe, expect, it, vi } from 'vitest'
import { runScenario } from '../../../../main/session/run/runner'
import { parseScenarioText, type Scenario } from '../../../../main/session/scenario'
import { Checkpoint } from '../../../../main/sim/checkpoint/checkpoint'
import { traceLine } from '../../../../main/sim/trace-lines'
import type { TraceRecord } from '../../../../main/sim/trace-records'
import type { SessionCommand } from '../../../../preload/contract'
import { mustEqual } from '../../../support/must-equal'
import { Chance } from '../../../torture/commands/chance'
import { anyCommand } from '../../../torture/commands/generate'
import { anyStart } from '../../../torture/commands/start'
import { LiveRig } from '../live-rig'
import { isOfRun } from './of-run'
import { ofRun } from './shown'

const SESSIONS = Number(process.env.TRIMLINE_RUNS ?? (process.env.CI === undefined ? 15 : 150))

/** The whole trace of what is shown then, and not that of what was shown before. */
function traceOf(live: LiveRig, change: () => void): TraceRecord[] {
  change()
  return [...live.records]
}

const linesOf = (records: readonly TraceRecord[]): string[] => records.map((record) => traceLine(record))

/** A recording up to a moment, run by itself. */
async function runTo(recording: string, until: number): Promise<string[]> {
  const parsed = parseScenarioText(recording)
  if (!parsed.ok) throw new Error('the recording cannot be opened')
  const cut: Scenario = { ...parsed.scenario, steps: parsed.scenario.steps.filter(({ at }) => at <= until), until }
  const chunks: string[] = []
  await runScenario(cut, { sink: (chunk) => chunks.push(chunk) })
  return chunks.join('').trimEnd().split('\n').slice(1)
}

/** Random commands with time between them. @returns what was shown at each moment, as the last of it was done */
function live(rig: LiveRig, chance: Chance, commands: number): Map<number, unknown> {
  const looks = new Map<number, { steps: number; shown: unknown }>()
  const look = (): void => {
    const steps = rig.session.recording().steps.length
    looks.set(rig.session.world.sim.now, { steps, shown: ofRun(rig) })
  }
  for (let left = commands; left > 0; left--) {
    const command = anyCommand(chance, rig.session.world)
    // before time moves on
    if (command.kind === 'step') look()
    if (isOfRun(command)) rig.do(command)
    if (chance.flip()) continue
    look()
    rig.elapse(chance.one([1, 5, 16, 40, chance.upTo(200)]))
  }
  rig.must({ kind: 'run' })
  look()
  rig.elapse(chance.upTo(50))
  look()
  // a file's own step at that moment can have come after the look
  const { steps: all } = rig.session.recording()
  const last = (time: number): number => all.filter(({ at }) => at <= time).length
  return new Map([...looks].flatMap(([time, { steps, shown }]) => (steps === last(time) ? [[time, shown]] : [])))
}

/** Goes some of the way to a moment before the end, and no further where that takes long. */
function givenUp(rig: LiveRig, time: number): void {
  if (time === rig.session.world.sim.now) return
  rig.costOfLook = 60
  rig.must(goTo(time))
  rig.session.pump()
  rig.costOfLook = 0
  rig.do({ kind: 'cancelOpening' })
}

const goTo = (time: number): SessionCommand => ({ kind: 'goTo', time })

describe.each([
  ['by running it again', null],
  ['from the checkpoints of every event or two', 1],
])('a session that is taken to an earlier moment, %s', (_how, checkpointsEvery) => {
  it(
    'shows what it showed then, has the trace of a run that ends there, and returns to the end of each branch [LB-02]',
    async () => {
      const restored = vi.spyOn(Checkpoint.prototype, 'restore')
      let restorings = 0
      let moments = 0
      let branches = 0
      for (let seed = 0; seed < SESSIONS; seed++) {
        const isEachPut = restored.mock.results.every(({ value }) => value === true)
        expect(isEachPut, `all that was restored before seed ${seed}`).toBe(true)
        restorings += restored.mock.calls.length
        // it keeps all that it was called with: hundreds of systems and checkpoints of each session
        restored.mockClear()
        const chance = new Chance(seed)
        const rig = new LiveRig(anyStart(chance), {}, checkpointsEvery)
        const shown = live(rig, chance, chance.between(5, 40))
        const [recording, saved, end] = [
          rig.session.toRecordingText(),
          rig.session.toScenarioText(),
          rig.session.world.sim.now,
        ]
        const at = (time: number): string => `seed ${seed}, at ${time} of ${end} µs`
        for (let visit = 0; visit < 4; visit++) {
          const time = chance.one([...shown.keys()])
          if (time === rig.session.world.sim.now) continue
          moments++
          // a way that is given up leaves a system, from which some of the next ones go on
          if (visit % 2 === 1) givenUp(rig, Math.max(0, ...[...shown.keys()].filter((t) => t < end)))
          const trace = traceOf(rig, () => rig.must(goTo(time)))
          mustEqual(ofRun(rig), shown.get(time), at(time))
          if (checkpointsEvery === null) mustEqual(linesOf(trace), await runTo(recording, time), at(time))
          // only looking changes nothing
          expect(rig.session.toScenarioText(), at(time)).toBe(saved)
          expect(rig.shown.branches.branches, at(time)).toHaveLength(1)
        }
        // what is done there is another branch
        const from = chance.one([...shown.keys()])
        if (from === end) continue
        rig.must(goTo(from))
        live(rig, chance, 8)
        expect(rig.shown.branches.branches.length, at(from)).toBe(2)
        branches++
        const [other, otherSaved] = [rig.session.toRecordingText(), rig.session.toScenarioText()]
        const otherShown = ofRun(rig)
        const otherEnd = rig.session.world.sim.now
        const back = traceOf(rig, () => rig.must({ kind: 'returnTo', branch: 1 }))
        if (checkpointsEvery === null) mustEqual(linesOf(back), await runTo(recording, end), at(end))
        mustEqual(ofRun(rig), shown.get(end), at(end))
        expect(rig.session.toScenarioText(), at(end)).toBe(saved)
        expect(rig.session.toRecordingText(), at(end)).toBe(recording)
        const there = traceOf(rig, () => rig.must({ kind: 'returnTo', branch: 2 }))
        if (checkpointsEvery === null) mustEqual(linesOf(there), await runTo(other, otherEnd), at(otherEnd))
        mustEqual(ofRun(rig), otherShown, at(otherEnd))
        expect(rig.session.toScenarioText(), at(otherEnd)).toBe(otherSaved)
      }
      expect(restored.mock.results.every(({ value }) => value === true)).toBe(true)
      restorings += restored.mock.calls.length
      expect(restorings > SESSIONS).toBe(checkpointsEvery !== null)
      restored.mockRestore()
      expect(moments).toBeGreaterThan(SESSIONS)
      expect(branches).toBeGreaterThan(SESSIONS / 2)
    },
    60_000 + SESSIONS * 2_000,
  )
})
