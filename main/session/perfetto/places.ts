/** Where each record of the trace is shown, what it is called there, and what Windows calls it (LB-17). */
import {
  type EtwEvent,
  etwOfAttempt,
  etwOfOperation,
  etwOfPacket,
  PACKET_OUTCOMES,
  type PacketOutcomeName,
  trimFlagsText,
} from '../../../preload/contract'
import type { TraceRecord, TraceType } from '../../sim/trace-records'

/** Processes of the export: the adapter, the kernel's memory manager, the app, and what was late. */
export const GPU = 'GPU'
export const VIDMM = 'VidMm'
export const APP_PROCESS = 'app'
export const DELAYS = 'Delays'

/** `span` in µs: what is none is a moment. `lanes`: others of this thread may overlap it. */
export interface Place {
  readonly process: string
  readonly thread: string
  readonly name: string
  readonly span?: { readonly start: number; readonly end: number; readonly lanes: boolean }
  /** where it depends on the record; absent: what `etwOfRecord` has for its type */
  readonly etw?: EtwEvent | null
}

type Places = { readonly [Type in TraceType]: (record: Extract<TraceRecord, { type: Type }>) => Place }

/** The thread of a hardware queue's slot; the packet in the first one runs. @param slot its index */
export function slotName(engine: string, slot: number): string {
  return `${engine} slot ${slot}`
}

/** What left without having run: its moment may lie in the middle of what runs. */
function ranOf({ engine, start, end, outcome }: Extract<TraceRecord, { type: 'packet' }>): string {
  return start === end && outcome !== 'completed' ? `${engine} not run` : slotName(engine, 0)
}

function outcomeOf(text: string): PacketOutcomeName | undefined {
  return PACKET_OUTCOMES.find((outcome) => outcome === text)
}

const defragmentation = { process: APP_PROCESS, thread: 'defragmentation' } as const
const background = { process: APP_PROCESS, thread: 'background tasks' } as const
const device = { process: APP_PROCESS, thread: 'device' } as const
const allocations = { process: VIDMM, thread: 'allocations' } as const
const residency = { process: VIDMM, thread: 'residency' } as const

export const PLACES: Places = {
  create: ({ resource }) => ({ ...allocations, name: `create ${resource}` }),
  destroy: ({ resource }) => ({ ...allocations, name: `destroy ${resource}` }),
  allocate: ({ resource }) => ({ ...allocations, name: `allocate ${resource}` }),
  free: ({ resource }) => ({ ...allocations, name: `free ${resource}` }),
  'allocation-failed': ({ resource }) => ({ ...allocations, name: `allocation of ${resource} failed` }),
  apply: ({ effect }) => ({ process: APP_PROCESS, thread: 'presses', name: effect ?? 'use' }),
  'make-resident': () => ({ ...residency, name: 'MakeResident' }),
  evict: ({ resource }) => ({ ...residency, name: `Evict ${resource}` }),
  'page-in': ({ resource, start, end }) => ({
    process: VIDMM,
    thread: 'page in',
    name: resource,
    span: { start, end, lanes: true },
  }),
  'page-out': ({ resource, start, end }) => ({
    process: VIDMM,
    thread: 'page out',
    name: resource,
    span: { start, end, lanes: true },
  }),
  'paging-operation': ({ operation, start, end }) => ({
    process: VIDMM,
    thread: 'paging operations',
    name: operation,
    span: { start, end, lanes: true },
    etw: etwOfOperation(operation),
  }),
  notification: ({ flags }) => ({
    process: VIDMM,
    thread: 'trim notifications',
    name: trimFlagsText(flags) || 'NONE',
  }),
  callback: ({ cookie }) => ({ process: APP_PROCESS, thread: 'trim callbacks', name: `callback ${cookie}` }),
  budget: ({ process }) => ({ process: VIDMM, thread: 'budgets', name: process }),
  packet: (record) => {
    const { command, start, end } = record
    const outcome = outcomeOf(record.outcome)
    const etw = outcome === undefined ? null : etwOfPacket(outcome)
    return { process: GPU, thread: ranOf(record), name: command, span: { start, end, lanes: false }, etw }
  },
  preempt: ({ engine, context, reason, requested, stopped }) => ({
    process: GPU,
    thread: `${engine} preemption`,
    name: context === undefined ? reason : `for ${context}`,
    span: { start: requested, end: stopped, lanes: true },
  }),
  'preemption-attempt': ({ engine, result, code }) => ({
    process: GPU,
    thread: `${engine} preemption attempts`,
    name: result,
    etw: etwOfAttempt(code),
  }),
  'missed-vertical-blank': ({ display }) => ({
    process: GPU,
    thread: `display ${display ?? 1}`,
    name: 'missed vertical blank',
  }),
  tear: () => ({ process: GPU, thread: 'display 1', name: 'tear' }),
  tdr: ({ action }) => ({ process: GPU, thread: 'timeout detection and recovery', name: action }),
  'background-task': ({ phase, pso }) => ({ ...background, name: `${phase} ${pso}` }),
  'background-mode': ({ mode }) => ({ ...background, name: mode }),
  'background-event': ({ event }) => ({ ...background, name: `event ${event}` }),
  workflow: ({ workflow }) => ({ ...background, name: workflow }),
  defragmentation: ({ phase }) => ({ ...defragmentation, name: phase }),
  'defragmentation-move': ({ operation, resource }) => ({ ...defragmentation, name: `${operation} ${resource}` }),
  'defragmentation-pass': ({ pass }) => ({ ...defragmentation, name: `pass ${pass}` }),
  'device-removed': ({ reason }) => ({ ...device, name: reason }),
  'driver-device-destroyed': () => ({ ...device, name: 'driver device destroyed' }),
  'own-policy': ({ file }) => ({ process: APP_PROCESS, thread: 'policy', name: file }),
  finding: ({ rule }) => ({ process: APP_PROCESS, thread: 'findings', name: rule }),
  expect: ({ ok }) => ({ process: APP_PROCESS, thread: 'expectations', name: ok ? 'held' : 'failed' }),
}
