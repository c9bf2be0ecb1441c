/** What the debug layer says: real message ids, and a finding in the trace for each (TN-40). */
import type { Simulation } from '../sim/simulation'

/** D3D12_MESSAGE_ID; 0 stands for rules that the real layer has no id for. */
export const MessageId = {
  NONE: 0,
  INVALID_USE_OF_NON_RESIDENT_RESOURCE: 608,
  MAKERESIDENT_NULL_OBJECT_ARRAY: 703,
  EVICT_NULL_OBJECT_ARRAY: 705,
  OBJECT_EVICTED_WHILE_STILL_IN_USE: 960,
  SETRESIDENCYPRIORITY_INVALID_PRIORITY: 999,
  SETRESIDENCYPRIORITY_NULL_OBJECT_ARRAY: 1009,
  ENQUEUEMAKERESIDENT_INVALID_FLAGS: 1111,
  EVICT_UNDERFLOW: 1136,
} as const
export type MessageId = (typeof MessageId)[keyof typeof MessageId]

export interface Finding {
  /** the clause, with a letter where it lists several */
  rule: string
  /** "Effect.resource", where the finding is about one */
  resource?: string
  message: string
}

export class DebugLayer {
  constructor(private readonly sim: Simulation) {}

  report(finding: Finding, id: MessageId = MessageId.NONE): void {
    const { rule, resource, message } = finding
    const text = id === MessageId.NONE ? message : `D3D12 debug message ${id}: ${message}`
    this.sim.trace.write('finding', { rule, ...(resource === undefined ? {} : { resource }), message: text })
  }
}
