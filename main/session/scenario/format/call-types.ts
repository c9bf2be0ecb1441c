/** What the verbs take that are single calls of the API (SC-14). */
import type { HandBehaviour } from '../../../../preload/contract'

/** The verb `registerCallback`: a trim callback of that name is registered on the app's device (SC-14). */
export interface RegisterCallbackStep {
  name: string
  behaviour: HandBehaviour
  /** pContext [''] */
  context?: string | undefined
}

/** By the cookie, whatever number, or by the name that was registered last. */
export type UnregisterCallbackStep = { cookie: number } | { name: string }

/** The verb `makeResident`: EnqueueMakeResident of these, in order, beside the policy. */
export interface MakeResidentStep {
  /** full names, and those of allocations */
  names: string[]
  /** D3D12_RESIDENCY_FLAG_DENY_OVERBUDGET [false] */
  denyOverbudget?: boolean | undefined
}

/** The verb `evict`: Evict of these, in order, beside the policy. */
export interface EvictStep {
  names: string[]
}
