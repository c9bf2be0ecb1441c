/** The scenarios of the kit (LB-16): what each has to show of a policy is in it. */
import { describe, expect, it } from 'vitest'
import { TO_FREE, WORKLOADS, type Workload, workloadFile } from '../../../../main/session/kit/workloads'
import { runScenario } from '../../../../main/session/run/runner'
import type { TraceRecord } from '../../../../main/sim/trace-records'
import { TrimFlag } from '../../../../preload/contract'
import { ofType } from '../../support/world'
import { scenario } from '../live-rig'

/** Its records under the policy that does nothing. */
async function recordsOf(workload: Workload): Promise<TraceRecord[]> {
  const records: TraceRecord[] = []
  const follower = {
    kernel: () => {},
    look: () => {},
    submitted: () => {},
    record: (one: TraceRecord) => records.push(one),
  }
  await runScenario(scenario(workloadFile(workload, 'none') as Record<string, unknown>), { written: false, follower })
  return records
}

describe('a workload of the kit [LB-16]', () => {
  it.each(WORKLOADS)('%s is a scenario, with the policy that is asked for', (workload) => {
    const file = scenario(workloadFile(workload, 'clock') as Record<string, unknown>)
    expect([file.name, file.app.policy, file.app.effects.length]).toEqual([`kit: ${workload}`, 'clock', 4])
  })

  it('"told to free" asks each time for no more than is idle by then, and for no less than any one resource has', async () => {
    const records = await recordsOf('told to free')
    const [first] = TO_FREE.told
    const told = ofType(records, 'notification').filter(({ bytesToTrim }) => bytesToTrim > 0)
    expect(told.map(({ t, flags, bytesToTrim }) => [t, flags, bytesToTrim])).toEqual([
      [5_000_000, 4, TO_FREE.bytes],
      [8_000_000, 5, TO_FREE.bytes],
      [11_000_000, 6, TO_FREE.bytes],
    ])
    const idle = ofType(records, 'create').filter(({ resident }) => resident)
    const brought = ofType(records, 'page-in').filter(({ t }) => t < first.at)
    const bytes = [...idle, ...brought].reduce((sum, one) => sum + one.bytes, 0)
    // also the second time; before the third as much is used again
    expect(bytes).toBeGreaterThan(2 * TO_FREE.bytes)
    const [again] = ofType(records, 'apply').slice(-1)
    expect([again?.effect, (again?.t ?? 0) > 8_000_000]).toEqual(['Render', true])
    expect(Math.max(...idle.map((one) => one.bytes))).toBeLessThanOrEqual(TO_FREE.bytes)
    // no work is in flight at any of them
    for (const { start, end } of ofType(records, 'packet').filter(({ context }) => context === 'app'))
      expect(TO_FREE.told.filter(({ at }) => at >= start && at <= end)).toEqual([])
  })

  it('"in flight" notifies while the GPU is at work with what could go', async () => {
    const records = await recordsOf('in flight')
    const render = ofType(records, 'packet').find(({ command }) => command === 'Render')
    const inside = ofType(records, 'notification').filter(({ t }) => t > (render?.start ?? 0) && t < (render?.end ?? 0))
    expect(inside).toHaveLength(3)
  })

  it('"every flag" has each notification that there can be, in flight and idle [TN-03]', async () => {
    const records = await recordsOf('every flag')
    const flags = ofType(records, 'notification').map((one) => one.flags)
    const { PERIODIC_TRIM, RESTART_PERIODIC_TRIM, TRIM_TO_BUDGET } = TrimFlag
    for (const each of [
      PERIODIC_TRIM,
      RESTART_PERIODIC_TRIM,
      TRIM_TO_BUDGET,
      PERIODIC_TRIM | TRIM_TO_BUDGET,
      RESTART_PERIODIC_TRIM | TRIM_TO_BUDGET,
    ])
      expect(flags.filter((one) => one === each).length, String(each)).toBeGreaterThanOrEqual(2)
  })

  it('"removed device" loses it, and goes on with another', async () => {
    const records = await recordsOf('removed device')
    const [removed, ...more] = ofType(records, 'device-removed')
    expect(more).toEqual([])
    const after = ofType(records, 'packet').filter(
      ({ t, context, outcome }) => t > 12_000_000 && context === 'app' && outcome === 'completed',
    )
    expect([removed !== undefined, after.length]).toEqual([true, 2])
  })
})
