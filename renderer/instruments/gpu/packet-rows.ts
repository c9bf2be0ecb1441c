/** Packets as rows of the table and of a CSV file. Pure. */

import { csvOf, ENGINES, etwTextOfPacket, PACKET_KINDS, PACKET_OUTCOMES } from '../../../preload/contract'
import { ENGINE_LABELS } from '../../glossary/engines'
import { contextOf, type GpuHistory } from '../../store/gpu'
import { allocationNamesOf } from '../../store/gpu-packets'
import { formatDuration, formatTime } from '../../widgets/format'
import { KIND_LABELS } from './text'

/** More rows than anybody reads; more would only make the list slow to make. */
export const MOST_IN_TABLE = 20_000

/** What the table shows of a packet in the ring, in the order of its columns. */
export function packetCells(history: GpuHistory, id: number) {
  const { packets, names } = history
  const { columns } = packets
  const slot = packets.slotOf(id)
  const start = columns.starts[slot]!
  const end = columns.ends[slot]!
  return {
    start: formatTime(start),
    engine: ENGINE_LABELS[ENGINES[columns.engines[slot]!]!],
    kind: KIND_LABELS[PACKET_KINDS[columns.kinds[slot]!]!],
    context: contextOf(history, slot),
    command: names[columns.commands[slot]!] ?? '',
    ran: formatDuration(end - start),
    latency: formatDuration(end - columns.submitted[slot]!),
    outcome: PACKET_OUTCOMES[columns.outcomes[slot]!]!,
  }
}

const HEAD = [
  'id',
  'engine',
  'context',
  'kind',
  'command',
  'fence',
  'flags',
  'submitted_us',
  'start_us',
  'end_us',
  'switch_us',
  'outcome',
  'allocations',
  'first_allocations',
  'etw',
]

/** The packets given as CSV (RFC 4180) with a header row. */
export function packetsCsv({ packets, names }: GpuHistory, ids: readonly number[]): string {
  const { columns } = packets
  const rows = ids.map((id) => {
    const slot = packets.slotOf(id)
    return [
      id,
      ENGINES[columns.engines[slot]!],
      names[columns.contexts[slot]!],
      PACKET_KINDS[columns.kinds[slot]!],
      names[columns.commands[slot]!],
      columns.fences[slot],
      columns.flags[slot],
      columns.submitted[slot],
      columns.starts[slot],
      columns.ends[slot],
      columns.switches[slot],
      PACKET_OUTCOMES[columns.outcomes[slot]!],
      columns.allocationCounts[slot],
      // names have spaces in them, those of an imported recording all
      allocationNamesOf(packets, slot, names).join('; '),
      etwTextOfPacket(PACKET_KINDS[columns.kinds[slot]!]!, PACKET_OUTCOMES[columns.outcomes[slot]!]!),
    ]
  })
  return csvOf(HEAD, rows)
}
