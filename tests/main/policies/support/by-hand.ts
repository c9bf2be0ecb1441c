/** What a policy is handed, made by hand: the app of the world has none of its own. */
import type { Resource } from '../../../../main/d3d12/resource'
import type { PolicyHost, ResidencyPolicy, SubmissionSet } from '../../../../main/policies/policy'
import type { RecordOf, TestWorld } from '../../support/world'

export const hostOf = ({ device, queue, sim }: TestWorld): PolicyHost => ({
  device,
  queue,
  sim,
  externalReservations: [0, 0],
})

/** No submission before this policy took over. */
export const NEVER = { lastFence: 0, lastApplied: -1 }

export const setOf = (effect: string | null, ...resources: Resource[]): SubmissionSet => ({ effect, resources })

/** Prepares, submits and tells the policy, as the app does at a press; the GPU needs 1 ms unless it says otherwise. */
export function press(world: TestWorld, policy: ResidencyPolicy, set: SubmissionSet, gpuTime = 1000): void {
  const hr = policy.prepare(set, () => {})
  if (hr !== 'S_OK') throw new Error(`not prepared: ${hr}`)
  const { fence } = world.queue.executeCommandLists({ name: 'press', gpuTime, resources: set.resources })
  policy.submitted(set, fence)
}

/** "resource reason age", in order. */
export function evicted(records: readonly RecordOf<'evict'>[]): string[] {
  return records.map(({ resource, reason, age }) => `${resource} ${reason} ${age ?? 'never'}`)
}
