/** A scenario with faults that is played in the app is recorded with them: the recording gives the same findings (SC-12). */
import { expect, test } from 'vitest'
import { validateScenario } from '../../../../main/session/scenario'
import { shipped, traced } from '../../../golden/scenarios'
import { LiveRig } from '../live-rig'

test.each(['driver-fails-at-chunk', 'bp-driver-throws'])('%s [SC-12] [SC-14]', async (name) => {
  const scenario = shipped(name)
  const rig = new LiveRig(scenario)
  rig.elapse(scenario.until / 1000 + 1)
  const parsed = validateScenario(JSON.parse(rig.session.toRecordingText()))
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  const injected = (steps: typeof scenario.steps) =>
    steps.flatMap(({ verb, value }) => (verb === 'inject' ? [value] : []))
  expect(injected(parsed.scenario.steps)).toEqual(injected(scenario.steps))
  expect(injected(parsed.scenario.steps).length).toBeGreaterThan(2)
  const found = async (file: typeof scenario) =>
    (await traced(file)).text.split('\n').filter((line) => line.includes('"finding"'))
  const withoutCause = (lines: string[]) => lines.map((line) => line.replace(/,"cause":\d+/, ''))
  expect(withoutCause(await found(parsed.scenario))).toEqual(withoutCause(await found(scenario)))
})
