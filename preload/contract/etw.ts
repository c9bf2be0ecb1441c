/**
 * What Windows' own recordings call what is shown here: events of the provider Microsoft-Windows-DxgKrnl, as GPUView and
 * PresentMon know them. The one table of them: for imports, exports and what the instruments show.
 */
import type { PacketKind, PacketOutcomeName } from './names'

/** By id; what has a beginning and an end says which of them. */
const ETW_NAMES: Readonly<Record<number, string>> = {
  17: 'VSyncDPC',
  18: 'WorkerThread start',
  19: 'WorkerThread stop',
  20: 'UpdateContextStatus',
  21: 'ChangePriority',
  22: 'AttemptPreemption',
  23: 'SelectContext',
  27: 'Device start',
  29: 'Device',
  30: 'Context start',
  31: 'Context stop',
  32: 'Context',
  33: 'AdapterAllocation start',
  34: 'AdapterAllocation stop',
  35: 'AdapterAllocation',
  36: 'DeviceAllocation start',
  37: 'DeviceAllocation stop',
  38: 'DeviceAllocation',
  39: 'TerminateAllocation',
  43: 'ReferenceAllocations',
  45: 'PatchLocationList',
  50: 'MemoryTransfer',
  55: 'PagingOpDiscard',
  67: 'ReserveResource start',
  68: 'ReserveResource stop',
  71: 'AllocationFault',
  72: 'MarkAllocation',
  73: 'PageInAllocation',
  74: 'EvictAllocation',
  78: 'ReportSegment',
  94: 'Fence stop',
  105: 'Profiler start',
  106: 'Profiler stop',
  107: 'ExtendedProfiler start',
  108: 'ExtendedProfiler stop',
  109: 'SetPointerPosition',
  113: 'UpdateContextRunningTime',
  165: 'ExternalEvent',
  166: 'Blit',
  167: 'BlitRect',
  168: 'Flip',
  169: 'Render',
  170: 'RenderKm',
  171: 'PresentHistory start',
  172: 'PresentHistory',
  173: 'PresentHistory stop',
  175: 'DmaPacket start',
  176: 'DmaPacket stop',
  177: 'DmaPacket',
  178: 'QueuePacket start',
  179: 'QueuePacket',
  180: 'QueuePacket stop',
  181: 'VSyncInterrupt',
  182: 'GetDeviceState',
  184: 'Present',
  215: 'PresentHistoryDetailed',
  230: 'SignalSynchronizationObject2',
  231: 'WaitForSynchronizationObject2',
  238: 'UnwaitQueuePacket',
  242: 'ResetBackingStore',
  244: 'QueuePacket start (signal)',
  245: 'QueuePacket start (wait)',
  246: 'GpuWork',
  250: 'NodeMetadata',
  251: 'PresentMultiPlaneOverlay',
  252: 'FlipMultiPlaneOverlay',
  259: 'MMIOFlipMultiPlaneOverlay',
  262: 'CalibrateGpuClockTask',
  273: 'VSyncDPCMultiPlane',
  274: 'TotalBytesResidentInSegment',
  281: 'PagingPreparation start',
  282: 'PagingPreparation stop',
  288: 'ProcessAllocationDetails',
  294: 'SignalSynchronizationObjectFromGpu',
  295: 'WaitForSynchronizationObjectFromGpu',
  297: 'WaitForSynchronizationObjectFromCpu',
  300: 'UnwaitCpuWaiter',
  305: 'ReferenceWrittenPrimaries',
  306: 'PagingOpVirtualTransfer',
  307: 'PagingOpVirtualFill',
  309: 'PagingOpUpdatePageTable',
  310: 'PagingOpFlushTlb',
  313: 'PagingOpSysmemCommit',
  314: 'PagingOpSysmemUncommit',
  318: 'DWMVsyncCountWait',
  319: 'DWMVsyncSignal',
  320: 'VidMmMakeResident',
  321: 'VidMmEvict',
  322: 'PagingQueuePacket start (device)',
  323: 'PagingQueuePacket start (adapter)',
  324: 'PagingQueuePacket',
  325: 'PagingQueuePacket stop',
  327: 'CommitVirtualAddress start',
  328: 'CommitVirtualAddress stop',
  331: 'GpuVirtualAddressRange start',
  332: 'GpuVirtualAddressRange stop',
  334: 'GpuVirtualAddressRangeMapping start',
  338: 'MakeResident start',
  339: 'MakeResident stop',
  340: 'Lock',
  344: 'ExtendedProfiler',
  346: 'VidMmSelectOperation',
  347: 'VidMmTryOperation',
  359: 'YieldConditionEvaluation',
  362: 'VidMmWorkerThreadWake',
  363: 'YieldAccumulateRunningTime',
  364: 'LockAllocationBackingStore',
  365: 'UnlockAllocationBackingStore',
  366: 'VidMmProcessBudgetChange',
  367: 'VidMmProcessUsageChange',
  371: 'VidMmProcessCommitmentChange',
  373: 'TransferAllocationOwnership',
  386: 'MMIOFlipMultiPlaneOverlay3',
}

const POWER = 'RuntimePowerManagement'

/** Those of 203 to 209, 232 to 237, 253 to 258 and others of power have one name. */
export function etwEventName(id: number): string {
  if ((id >= 203 && id <= 209) || (id >= 232 && id <= 237) || (id >= 253 && id <= 258)) return POWER
  if (id >= 301 && id <= 303) return 'RecycleRangeTracking'
  if (id === 277 || id === 278) return 'VidMmDereferenceObjectAsync'
  return ETW_NAMES[id] ?? `DxgKrnl event ${id}`
}

/** `id` is null where only the name is known; `code` is that of the field that tells one such event from another. */
export interface EtwEvent {
  readonly name: string
  readonly id: number | null
  readonly code?: number
}

/** "MakeResidentStop": as one word, as GPUView has it. */
function event(id: number, code?: number): EtwEvent {
  const name = etwEventName(id).replace(' start', 'Start').replace(' stop', 'Stop')
  return code === undefined ? { name, id } : { name, id, code }
}

/** Interrupts of a DMA packet, DXGK_INTERRUPT_TYPE: 1 completed, 2 preempted. */
const INTERRUPTS: Readonly<Partial<Record<PacketOutcomeName, number>>> = { completed: 1, preempted: 2 }

/** Types of a DMA packet: 0 render, 1 paging, 2 of the system, 3 preemption. */
const DMA_TYPES: Readonly<Partial<Record<PacketKind, number>>> = { paging: 1 }

const PREEMPTION = 3

/** What ends a packet on its engine; null: Windows has no interrupt for that. */
export function etwOfPacket(outcome: PacketOutcomeName): EtwEvent | null {
  const code = INTERRUPTS[outcome]
  return code === undefined ? null : event(177, code)
}

/** What begins a packet on its engine. */
export function etwOfStart(kind: PacketKind): EtwEvent {
  return event(175, DMA_TYPES[kind] ?? 0)
}

/** What this system records and Windows too. */
export const ETW = {
  created: event(33),
  destroyed: event(34),
  madeResident: event(339),
  evicted: event(321),
  pagedIn: event(73),
  pagedOut: event(74),
  budgetChanged: event(366),
  usageChanged: event(367),
  /** a trim notification; no recording that we have has one, so that its id is not known */
  trim: { name: 'VidMmTrimWnfProcess', id: null },
  verticalBlank: event(17),
  preemptionAttempt: event(22),
  preemption: event(175, PREEMPTION),
  virtualTransfer: event(306),
  virtualFill: event(307),
  pageTableUpdate: event(309),
} as const satisfies Readonly<Record<string, EtwEvent>>

const RECORDS: Readonly<Record<string, EtwEvent>> = {
  create: ETW.created,
  destroy: ETW.destroyed,
  'make-resident': ETW.madeResident,
  evict: ETW.evicted,
  'page-in': ETW.pagedIn,
  'page-out': ETW.pagedOut,
  notification: ETW.trim,
  budget: ETW.budgetChanged,
  preempt: ETW.preemption,
  'missed-vertical-blank': ETW.verticalBlank,
}

/** What Windows records where this system writes a record of that type; null: nothing, or it depends on the record. */
export function etwOfRecord(type: string): EtwEvent | null {
  return RECORDS[type] ?? null
}

const OPERATIONS: Readonly<Record<string, EtwEvent>> = {
  VIRTUAL_TRANSFER: ETW.virtualTransfer,
  VIRTUAL_FILL: ETW.virtualFill,
  UPDATE_PAGE_TABLE: ETW.pageTableUpdate,
}

/** What Windows records for a paging operation; null: nothing of its own. */
export function etwOfOperation(operation: string): EtwEvent | null {
  return OPERATIONS[operation] ?? null
}

/** An attempt to preempt. @param code its D3DKMT_QUERYRESULT_PREEMPTION_ATTEMPT_RESULT */
export function etwOfAttempt(code: number): EtwEvent {
  return { ...ETW.preemptionAttempt, code }
}

/** "DmaPacketStart (175), 0 · DmaPacket (177), 1": from its start on an engine to what ended it. */
export function etwTextOfPacket(kind: PacketKind, outcome: PacketOutcomeName): string {
  const end = etwOfPacket(outcome)
  return `${etwText(etwOfStart(kind))}${end === null ? '' : ` · ${etwText(end)}`}`
}

/** What tooltips of it say. */
export const ETW_MEANING =
  'What Windows records for it: name, id and code of the DxgKrnl event in an ETW log, as GPUView has it'

/** "DmaPacket (177), 2": as the instruments show it. */
export function etwText({ name, id, code }: EtwEvent): string {
  return `${name}${id === null ? '' : ` (${id})`}${code === undefined ? '' : `, ${code}`}`
}
