/**
 * The part of Perfetto's trace format that is written: numbers of fields and values of its published protos
 * (protos/perfetto/trace: trace, trace_packet, interned_data, track_event/track_event, track_descriptor,
 * process_descriptor, thread_descriptor, counter_descriptor, debug_annotation).
 */

export const PerfettoTrace = { packet: 1 } as const

export const TracePacket = {
  /** ns, uint64 */
  timestamp: 8,
  /** uint32 */
  trustedPacketSequenceId: 10,
  trackEvent: 11,
  internedData: 12,
  /** uint32, of SequenceFlags */
  sequenceFlags: 13,
  trackDescriptor: 60,
} as const

export const SequenceFlags = { INCREMENTAL_STATE_CLEARED: 1, NEEDS_INCREMENTAL_STATE: 2 } as const

export const TrackDescriptor = {
  /** uint64 */
  uuid: 1,
  name: 2,
  process: 3,
  thread: 4,
  /** uint64 */
  parentUuid: 5,
  counter: 8,
} as const

/** int32 and string */
export const ProcessDescriptor = { pid: 1, processName: 6 } as const
/** int32, int32 and string */
export const ThreadDescriptor = { pid: 1, tid: 2, threadName: 5 } as const
/** an enumeration */
export const CounterDescriptor = { unit: 3 } as const
export const CounterUnit = { SIZE_BYTES: 3 } as const

export const TrackEvent = {
  /** repeated uint64 */
  categoryIids: 3,
  debugAnnotations: 4,
  /** of TrackEventType */
  type: 9,
  /** uint64 */
  nameIid: 10,
  /** uint64 */
  trackUuid: 11,
  /** int64 */
  counterValue: 30,
  /** repeated fixed64 */
  flowIds: 47,
  /** repeated fixed64 */
  terminatingFlowIds: 48,
} as const

export const TrackEventType = { SLICE_BEGIN: 1, SLICE_END: 2, INSTANT: 3, COUNTER: 4 } as const

export const DebugAnnotation = {
  /** uint64 */
  nameIid: 1,
  boolValue: 2,
  /** int64 */
  intValue: 4,
  doubleValue: 5,
  stringValue: 6,
  arrayValues: 12,
} as const

export const InternedData = { eventCategories: 1, eventNames: 2, debugAnnotationNames: 3 } as const

/** of all entries of InternedData: uint64 and string */
export const InternedEntry = { iid: 1, name: 2 } as const
