/** The comparison as cells, bars and CSV. Pure; times in µs. */

import type { ComparisonRow } from '../../../../preload/contract'
import type { Column } from '../../../charts/comparison'
import { csvOf } from '../../../widgets/csv'
import { formatCount, formatDuration } from '../../../widgets/format'
import { GRANULARITY_LABELS, MODEL_LABELS } from '../labels'

const latency = (us: number | null): string => (us === null ? 'none' : formatDuration(Math.round(us)))

export const COMPARISON_COLUMNS: readonly Column<ComparisonRow>[] = [
  { name: 'Model', meaning: 'Preemption model (GP-01)', text: ({ model }) => MODEL_LABELS[model], number: false },
  {
    name: 'Graphics',
    meaning: 'Granularity of graphics work (GP-04)',
    text: ({ graphics }) => GRANULARITY_LABELS[graphics],
    number: false,
  },
  {
    name: 'Compute',
    meaning: 'Granularity of compute work (GP-04)',
    text: ({ compute }) => GRANULARITY_LABELS[compute],
    number: false,
  },
  {
    name: 'Worst latency',
    meaning: 'From a vertical blank to the end of the compositor’s packet (GP-28)',
    text: ({ worstLatency }) => latency(worstLatency),
    number: true,
  },
  {
    name: 'p99 latency',
    meaning: 'The same, 99th percentile (GP-28)',
    text: ({ p99Latency }) => latency(p99Latency),
    number: true,
  },
  {
    name: 'Missed',
    meaning: 'Missed vertical blanks (GP-09)',
    text: ({ missedVerticalBlanks }) => formatCount(missedVerticalBlanks),
    number: true,
  },
  {
    name: 'Effects / s',
    meaning: 'Effect submissions that the GPU finished, per second of simulated time (GP-28)',
    text: ({ effectsPerSecond }) => effectsPerSecond.toFixed(1),
    number: true,
  },
  {
    name: 'Switch time',
    meaning: 'Time spent saving and restoring contexts (GP-16)',
    text: ({ contextSwitchTime }) => formatDuration(contextSwitchTime),
    number: true,
  },
  {
    name: 'Resets',
    meaning: 'Engine resets (GP-23)',
    text: ({ engineResets }) => formatCount(engineResets),
    number: true,
  },
]

/** `Windows 8, Pixel / Thread` */
export function rowLabel({ model, graphics, compute }: ComparisonRow): string {
  return `${MODEL_LABELS[model]}, ${GRANULARITY_LABELS[graphics]} / ${GRANULARITY_LABELS[compute]}`
}

/** As CSV (RFC 4180) with a header row; an empty field: the compositor presented nothing. */
export function comparisonCsv(rows: readonly ComparisonRow[]): string {
  const head = [
    'model',
    'graphics',
    'compute',
    'worst_latency_us',
    'p99_latency_us',
    'missed_vertical_blanks',
    'effects_completed',
    'effects_per_second',
    'context_switches',
    'context_switch_us',
    'engine_resets',
  ]
  const lines = rows.map((row) => [
    row.model,
    row.graphics,
    row.compute,
    row.worstLatency,
    row.p99Latency,
    row.missedVerticalBlanks,
    row.effectsCompleted,
    row.effectsPerSecond,
    row.contextSwitches,
    row.contextSwitchTime,
    row.engineResets,
  ])
  return csvOf(head, lines)
}
