/** Packets, requests and marks of the GPU in words. Pure. */
import {
  BOUNDARIES,
  type Boundary,
  ENGINES,
  ETW,
  ETW_MEANING,
  etwText,
  etwTextOfPacket,
  type GPU_MARK_KINDS,
  type GpuView,
  PACKET_KINDS,
  PACKET_OUTCOMES,
  type PacketKind,
  type PacketOutcomeName,
} from '../../../preload/contract'
import { ENGINE_LABELS } from '../../glossary/engines'
import { contextOf, type GpuHistory } from '../../store/gpu'
import { allocationNamesOf } from '../../store/gpu-packets'
import type { Fact } from '../../widgets/facts'
import { formatCount, formatDuration, formatShare, formatTime } from '../../widgets/format'
import type { PreemptionBar } from './lanes/marks'

export const KIND_LABELS: Readonly<Record<PacketKind, string>> = {
  standard: 'Standard',
  present: 'Present',
  paging: 'Paging',
  'context-switch': 'Context switch',
  wait: 'Wait',
}

const OUTCOME_LABELS: Readonly<Record<PacketOutcomeName, string>> = {
  completed: 'completed',
  preempted: 'preempted: it comes again (GP-10 to GP-12)',
  reset: 'ended by a reset (GP-23)',
  'device-removed': 'its device was removed (GP-23, GP-24)',
  rejected: 'rejected: it leaks a binding (GP-19)',
}

const BOUNDARY_LABELS: Readonly<Record<Boundary, string>> = {
  none: 'when its hardware queue was empty',
  'dma-buffer': 'at the end of the DMA buffer',
  primitive: 'at the next primitive',
  triangle: 'at the next triangle',
  pixel: 'at the next pixel',
  dispatch: 'at the next dispatch',
  'thread-group': 'at the next thread group',
  thread: 'at the next thread',
  shader: 'at the next shader instruction',
  wait: 'in a wait, before its condition came true (GP-22)',
  finished: 'it had already finished everything (GP-07)',
  reset: 'it never did: the engine was reset (GP-23)',
}

const boundaryLabel = (boundary: number): string => BOUNDARY_LABELS[BOUNDARIES[boundary] ?? 'none']

/** DXGK_SUBMITCOMMANDFLAGS, by bit from the lowest. */
const FLAG_NAMES = [
  'Paging',
  'Present',
  'RedirectedPresent',
  'NullRendering',
  'Flip',
  'FlipWithNoWait',
  'ContextSwitch',
  'Resubmission',
  'VirtualMachineData',
] as const

/** `Present + Flip`, 'none' */
export function flagNames(flags: number): string {
  const names: string[] = FLAG_NAMES.filter((_, bit) => (flags & (1 << bit)) !== 0)
  return names.length === 0 ? 'none' : names.join(' + ')
}

/** Everything that is known of a packet in the ring. */
export function packetFacts(history: GpuHistory, id: number): Fact[] {
  const { packets, names } = history
  const slot = packets.slotOf(id)
  const { columns } = packets
  const start = columns.starts[slot]!
  const end = columns.ends[slot]!
  const submitted = columns.submitted[slot]!
  const gap = columns.switches[slot]!
  const facts: Fact[] = [
    { term: 'Kind', value: KIND_LABELS[PACKET_KINDS[columns.kinds[slot]!]!] },
    { term: 'Engine', value: ENGINE_LABELS[ENGINES[columns.engines[slot]!]!] },
    { term: 'Context', value: contextOf(history, slot) },
    { term: 'Command', value: names[columns.commands[slot]!] || 'none' },
    {
      term: 'Fence',
      value: formatCount(columns.fences[slot]!),
      meaning: 'Submission fence of the engine (GP-11, GP-12)',
    },
    { term: 'Flags', value: flagNames(columns.flags[slot]!), meaning: 'DXGK_SUBMITCOMMANDFLAGS' },
    { term: 'Allocations', value: allocationsText(history, slot) },
    { term: 'Submitted', value: formatTime(submitted) },
    { term: 'Start', value: formatTime(start) },
    { term: 'End', value: formatTime(end) },
    { term: 'Ran', value: formatDuration(end - start) },
    { term: 'Latency', value: formatDuration(end - submitted), meaning: 'From submission to its end' },
    {
      term: 'Switch cost',
      value: gap > 0 ? formatDuration(gap) : 'none',
      meaning: 'Saving one context and restoring another before it started (GP-16)',
    },
    { term: 'Outcome', value: OUTCOME_LABELS[PACKET_OUTCOMES[columns.outcomes[slot]!]!] },
    { term: 'ETW', value: packetEtw(history, slot), meaning: ETW_MEANING },
  ]
  return facts
}

/** The slots of an engine's hardware queue, and how many packets wait for one (GP-27). @param engine its place in ENGINES */
export function queueFacts({ engines }: GpuView, engine: number): Fact[] {
  const state = engines.find(({ name }) => name === ENGINES[engine])
  if (state === undefined) return []
  const slots = Array.from({ length: state.depth }, (_, at) => {
    const packet = state.queue[at]
    if (packet === undefined) return { term: `Slot ${at + 1}`, value: 'empty' }
    const { command, context, kind, start, hung } = packet
    const doing = hung ? ', hangs' : start === null ? '' : ', runs'
    const whose =
      kind === 'context-switch' ? 'to the null context' : `${command === '' ? '' : `${command} of `}${context}`
    return {
      term: `Slot ${at + 1}`,
      value: `${KIND_LABELS[kind]}: ${whose}${doing}`,
    }
  })
  const waiting = state.waiting + Math.max(0, state.queue.length - state.depth)
  return [...slots, { term: 'Wait for a slot', value: formatCount(waiting) }]
}

/** What Windows records for a packet in the ring. */
function packetEtw({ packets: { columns } }: GpuHistory, slot: number): string {
  return etwTextOfPacket(PACKET_KINDS[columns.kinds[slot]!]!, PACKET_OUTCOMES[columns.outcomes[slot]!]!)
}

function allocationsText({ packets, names }: GpuHistory, slot: number): string {
  const count = packets.columns.allocationCounts[slot]!
  if (count === 0) return 'none'
  const first = allocationNamesOf(packets, slot, names)
  if (first.length === 0) return formatCount(count)
  return `${formatCount(count)}: ${first.join(', ')}${count > first.length ? ', …' : ''}`
}

/** `Standard packet of dwm on 3D, 0.5 ms, completed` */
export function packetSentence(history: GpuHistory, id: number): string {
  const { columns } = history.packets
  const slot = history.packets.slotOf(id)
  const kind = KIND_LABELS[PACKET_KINDS[columns.kinds[slot]!]!]
  const engine = ENGINE_LABELS[ENGINES[columns.engines[slot]!]!]
  const command = history.names[columns.commands[slot]!]
  const ran = formatDuration(columns.ends[slot]! - columns.starts[slot]!)
  return (
    `${kind} packet of ${contextOf(history, slot)}${command ? `, ${command},` : ''} ` +
    `on ${engine}: started at ${formatTime(columns.starts[slot]!)}, ran ${ran}, ` +
    `${OUTCOME_LABELS[PACKET_OUTCOMES[columns.outcomes[slot]!]!]}`
  )
}

/** by number, as the columns have them */
const REQUEST_REASONS = [
  'work of a higher priority (GP-06)',
  'before a timeout (GP-08, GP-23)',
  'its quantum was over, and another of its priority waited',
] as const

export function preemptionFacts(bar: PreemptionBar): Fact[] {
  const facts = [
    { term: 'Requested', value: formatTime(bar.requested) },
    { term: 'Stopped', value: formatTime(bar.stopped) },
    { term: 'Latency', value: formatDuration(bar.stopped - bar.requested) },
    { term: 'Where', value: boundaryLabel(bar.boundary) },
    { term: 'Why', value: REQUEST_REASONS[bar.reason] ?? '' },
    { term: 'Taken back', value: `${formatCount(bar.held)} ${bar.held === 1 ? 'packet' : 'packets'}` },
    { term: 'ETW', value: etwText(ETW.preemption), meaning: ETW_MEANING },
  ]
  return bar.count > 1
    ? [{ term: 'Requests here', value: `${formatCount(bar.count)}, the longest is` }, ...facts]
    : facts
}

export const MARK_LABELS: Readonly<Record<(typeof GPU_MARK_KINDS)[number], string>> = {
  'missed-vertical-blank': 'Missed vertical blank',
  tear: 'Tearing',
  timeout: 'Timeout',
  'engine-reset': 'Engine reset',
  'adapter-reset': 'Adapter reset',
  blocked: 'Blocked',
  'bug-check': 'Bug check',
}

/** @param share of the time that is shown, 0 to 1; null: nothing of it is kept */
export function busyText(share: number | null): string {
  return share === null ? 'not kept' : `busy ${formatShare(share)}`
}

/** What the lanes show for someone who does not see them. `counts`: packets in view of each engine; `shares` in 0 to 1. */
export function lanesSummary(
  gpu: GpuView,
  span: number,
  to: number,
  counts: readonly number[],
  shares: readonly (number | null)[],
): string {
  const engines = ENGINES.map((engine, at) => {
    const state = gpu.engines.find(({ name }) => name === engine)
    const pending = state === undefined ? 0 : state.queue.length + state.waiting
    const packets = counts[at] ?? 0
    const { [at]: share = 0 } = shares
    return (
      `${ENGINE_LABELS[engine]}: ${formatCount(packets)} ${packets === 1 ? 'packet' : 'packets'}, ` +
      `${busyText(share)}, ${pending} queued`
    )
  })
  return (
    `${formatDuration(Math.round(span))} until ${formatTime(to)}. ${engines.join('. ')}. ` +
    `${formatCount(gpu.missedVerticalBlanks)} of ${formatCount(gpu.verticalBlanks)} vertical blanks missed since the start.`
  )
}

/**
 * How many there are. While time goes on three digits of it, as at least so many, so that the text does not change with
 * every frame; where it stands still the list beside it says the same number.
 */
export function keptCount(count: number, runs: boolean): string {
  if (!runs || count < 1000) return formatCount(count)
  const unit = 10 ** (Math.floor(Math.log10(count)) - 2)
  return `${formatCount(Math.floor(count / unit) * unit)}+`
}
