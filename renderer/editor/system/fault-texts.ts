/** What each fault is called, and what it makes of the calls that it meets. */
import {
  counted,
  ENGINES,
  FAULT_NAMES,
  type FaultId,
  type FaultKind,
  formatDuration,
  type WaitingFault,
} from '../../../preload/contract'
import { ENGINE_LABELS } from '../../glossary/engines'

interface FaultText {
  /** in a list */
  readonly name: string
  /** what fails, and how */
  readonly what: string
}

export const FAULT_TEXTS: Readonly<Record<FaultId, FaultText>> = {
  'make-resident-fails': {
    name: 'MakeResident fails',
    what: 'MakeResident or EnqueueMakeResident returns E_OUTOFMEMORY and changes nothing (PL-45).',
  },
  'allocation-fails': {
    name: 'Allocation fails',
    what: 'Creating a committed resource or a heap returns E_OUTOFMEMORY (RS-06).',
  },
  'register-out-of-memory': {
    name: 'Registering a callback fails',
    what: 'RegisterTrimNotificationCallback returns E_OUTOFMEMORY (TN-09).',
  },
  'callback-throws': {
    name: 'A trim callback throws',
    what: 'A trim callback throws as it is called: those after it are called all the same (TN-16).',
  },
  'callback-takes': {
    name: 'A trim callback is slow',
    what: 'A trim callback takes that long: notifications that are due meanwhile, and a policy whose lock it holds, wait (TN-13).',
  },
  'reserve-fails': {
    name: 'No room for a move',
    what: 'BeginPass cannot reserve the destination of a move (DF-08).',
  },
  'stale-descriptor': {
    name: 'Descriptors are not updated',
    what: 'The client forgets to update the descriptors of a moved resource (DF-10).',
  },
  'stale-mapping': {
    name: 'A mapping is not updated',
    what: 'The client forgets to map a moved resource anew (DF-15).',
  },
  'build-paging-buffer-fails': {
    name: 'BuildPagingBuffer fails',
    what: 'The driver cannot build a paging buffer for a notification: the eviction is given up (AN-16).',
  },
  'touches-after-unmap': {
    name: 'The driver touches unmapped memory',
    what: 'The driver accesses a GPU virtual address after NotifyIoMmuUnmap has returned (AN-04).',
  },
  'leaks-bindings': {
    name: 'Bindings leak',
    what: 'The driver leaves bound what was bound before a buffer was split (GP-19).',
  },
  'changes-split-buffer': {
    name: 'A split buffer is changed',
    what: 'The driver changes a split buffer that is broadcast to linked adapters (GP-20).',
  },
  'background-task-throws': { name: 'A background task throws', what: 'A background task fails at its end (BP-21).' },
  'background-task-callback-throws': {
    name: 'A background task throws as it begins',
    what: 'A background task fails as its callback is called (BP-21).',
  },
  'background-task-cancel-throws': {
    name: 'A background task throws as it is cancelled',
    what: 'A background task fails as it is cancelled (BP-21).',
  },
  'queue-processing-work-fails': {
    name: 'QueueProcessingWorkCb fails',
    what: 'Neither the callback of the task nor its cancel is invoked (BP-21).',
  },
  'driver-call-throws': {
    name: 'A call into the driver throws',
    what: 'The driver throws in that call, and what was asked for has failed.',
  },
  hang: { name: 'The GPU hangs', what: 'The next packet of an app answers nothing (GP-23).' },
  'engine-reset-fails': {
    name: 'An engine reset fails',
    what: 'The reset of the engine fails and becomes one of the adapter (GP-24).',
  },
}

/** Those that the GPU tab has buttons for are not offered twice. */
type InGpu = 'hang' | 'engine-reset-fails'

export const OFFERED = FAULT_NAMES.filter(
  (fault): fault is Exclude<FaultId, InGpu> => fault !== 'hang' && fault !== 'engine-reset-fails',
)

/** "MakeResident fails: 2 calls", "A trim callback is slow: 1 call (50 ms)" */
export function waitingText({ count, ...kind }: WaitingFault): string {
  const details = detailsOf(kind)
  const behind = details.length === 0 ? '' : ` (${details.join(', ')})`
  return `${FAULT_TEXTS[kind.fault].name}: ${counted(count, 'call')}${behind}`
}

/** What tells it from others of its name. */
function detailsOf({ fault, duration, engine, call, notify, chunk, adapter, result }: FaultKind): string[] {
  const named = ENGINES.find((name) => name === engine)
  const endless = fault === 'hang' && duration === undefined
  return [
    ...(call === undefined ? [] : [call]),
    ...(named === undefined ? [] : [ENGINE_LABELS[named]]),
    ...(notify === undefined ? [] : [notify]),
    ...(chunk === undefined ? [] : [`chunk ${chunk}`]),
    ...(adapter === undefined ? [] : [`adapter ${adapter}`]),
    ...(result === 'no-room' ? ['for lack of room'] : []),
    ...(duration === undefined ? [] : [formatDuration(duration)]),
    ...(endless ? ['without end'] : []),
  ]
}

/** For screen readers, each time that one comes or goes. */
export function waitingSummary(waiting: readonly WaitingFault[]): string {
  if (waiting.length === 0) return 'No fault waits.'
  return `${counted(waiting.length, 'fault waits', 'faults wait')}. ${waiting.map(waitingText).join('. ')}.`
}
