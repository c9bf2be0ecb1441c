import { useMemo } from 'react'
import type { DelayRowView } from '../../../preload/contract'
import { useNearest } from '../../store/cursor/nearest'
import { openDelay } from '../../store/delays/actions'
import { lateBy, worstFirst } from '../../store/delays/rows'
import { useStore } from '../../store/store'
import { formatDuration } from '../../widgets/format'
import { keyTarget, useVirtualGrid, VirtualGrid } from '../../widgets/virtual-grid'
import { DELAY_LOOKS, delayFill } from '../lanes/delay-looks'
import { TimeLink } from '../lanes/time-link'
import { DelayGridHead } from './head'
import { rowText } from './text'

const COLUMNS = [
  {
    key: 'late',
    label: 'Late',
    meaning: 'From the first vertical blank that it could have met to the one that showed it',
  },
  { key: 'title', label: 'What', meaning: 'A press, a frame of the clip, or a present of the compositor' },
  { key: 'begin', label: 'Began', meaning: 'The press, or the start of the frame, in simulated time' },
  {
    key: 'most',
    label: 'Waited for',
    meaning: 'For what it waited longest, beside its own work and the vertical blank',
  },
] as const

/** Rows of a kind, the worst first. */
export function useRows(rows: readonly DelayRowView[]): readonly DelayRowView[] {
  const what = useStore((state) => state.delaysTab.what)
  return useMemo(() => worstFirst(what === null ? rows : rows.filter((row) => row.what === what)), [rows, what])
}

/** All that are kept, the worst first; arrow keys and clicks choose. */
export function DelayList({ rows }: { rows: readonly DelayRowView[] }) {
  const chosenId = useStore(({ view }) => view.delay?.id ?? null)
  const inOrder = useMemo(() => [...rows].sort((a, b) => a.begin - b.begin), [rows])
  const nearest = useNearest(inOrder, ({ begin }) => begin)?.id ?? null
  const at = chosenId === null ? -1 : rows.findIndex(({ id }) => id === chosenId)
  const grid = useVirtualGrid({
    count: rows.length,
    chosenId,
    at,
    targetOf: (key, page) => rows[keyTarget(key, at, rows.length, page) ?? -1]?.id,
    choose: (id) => void openDelay(id),
  })
  return (
    <VirtualGrid
      grid={grid}
      label="Delays, worst first"
      className="delay-grid"
      rowName="delay"
      columns={COLUMNS.length}
      head={<DelayGridHead columns={COLUMNS} />}
    >
      {rows.slice(grid.first, grid.last + 1).map((row, index) => (
        <Row
          key={row.id}
          row={row}
          index={grid.first + index + 2}
          chosen={row.id === chosenId}
          near={row.id === nearest}
        />
      ))}
    </VirtualGrid>
  )
}

function Row({ row, index, chosen, near }: { row: DelayRowView; index: number; chosen: boolean; near: boolean }) {
  const { id, title, begin, most } = row
  return (
    <tr
      id={`delay-${id}`}
      data-id={id}
      aria-rowindex={index}
      aria-selected={chosen}
      aria-label={rowText(row)}
      className={near ? 'is-nearest' : undefined}
    >
      <td className="cell-late">{formatDuration(lateBy(row))}</td>
      <td className="cell-title" title={title}>
        <span className="delay-name">{title}</span>
      </td>
      <td className="cell-begin">
        <TimeLink t={begin} inGrid />
      </td>
      <td className="cell-most">
        {most !== null && (
          <>
            <i className="swatch" style={delayFill(most)} aria-hidden="true" /> {DELAY_LOOKS[most].label}
          </>
        )}
      </td>
    </tr>
  )
}
