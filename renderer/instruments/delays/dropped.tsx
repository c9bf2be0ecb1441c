import { useMemo, useState } from 'react'
import type { DelayRowView, MarkView } from '../../../preload/contract'
import { WHY_DROPPED } from '../../glossary/dropped'
import { useNearest } from '../../store/cursor/nearest'
import { showDropped } from '../../store/delays/actions'
import { delayAt } from '../../store/delays/rows'
import { useStore } from '../../store/store'
import { Empty } from '../../widgets/empty'
import { formatCount } from '../../widgets/format'
import { keyTarget, useVirtualGrid, VirtualGrid } from '../../widgets/virtual-grid'
import { TimeLink } from '../lanes/time-link'
import { DelayGridHead } from './head'

const COLUMNS = [
  { key: 'begin', label: 'Dropped', meaning: 'When the frame would have begun, or its work was lost' },
  { key: 'late', label: 'Frames', meaning: 'How many at that moment' },
  { key: 'title', label: 'Under way', meaning: 'The frame whose delay explains it: as many as may be were under way' },
] as const

interface DroppedProps {
  items: readonly MarkView[]
  /** all that are kept: each frame that was dropped leads to one of them */
  delays: readonly DelayRowView[]
}

/** Frames of the clip that were dropped, the newest first; each leads to the frame that kept it from beginning. */
export function DroppedList({ items, delays }: DroppedProps) {
  const moment = useStore((state) => state.moment)
  const newestFirst = useMemo(() => items.toReversed(), [items])
  const nearest = useNearest(items, ({ t }) => t)
  // of one that was chosen here the cursor stands at the frame that explains it
  const [chosen, setChosen] = useState<number | null>(null)
  const byCursor = newestFirst.findIndex(({ t }) => t === moment)
  const at = byCursor < 0 ? newestFirst.findIndex(({ id }) => id === chosen) : byCursor
  const grid = useVirtualGrid({
    count: newestFirst.length,
    chosenId: at < 0 ? null : at,
    at,
    targetOf: (key, page) => keyTarget(key, at, newestFirst.length, page),
    choose: (place) => {
      const mark = newestFirst[place]
      if (mark === undefined) return
      setChosen(mark.id)
      showDropped(mark.t)
    },
  })
  if (newestFirst.length === 0)
    return <Empty title="No frame was dropped">Why one would have been: {WHY_DROPPED}.</Empty>
  return (
    <VirtualGrid
      grid={grid}
      label="Frames dropped, newest first"
      className="delay-grid"
      rowName="dropped"
      columns={COLUMNS.length}
      head={<DelayGridHead columns={COLUMNS} />}
    >
      {newestFirst.slice(grid.first, grid.last + 1).map((mark, index) => (
        <Row
          key={mark.id}
          mark={mark}
          delay={delayAt(delays, mark.t, ['frame'])}
          place={grid.first + index}
          chosen={grid.first + index === at}
          near={mark === nearest}
        />
      ))}
    </VirtualGrid>
  )
}

interface RowProps {
  mark: MarkView
  delay: DelayRowView | null
  place: number
  chosen: boolean
  near: boolean
}

function Row({ mark, delay, place, chosen, near }: RowProps) {
  return (
    <tr
      id={`dropped-${place}`}
      data-id={place}
      aria-rowindex={place + 2}
      aria-selected={chosen}
      className={near ? 'is-nearest' : undefined}
    >
      <td className="cell-begin">
        <TimeLink t={mark.t} inGrid />
      </td>
      <td className="cell-late">{formatCount(mark.count)}</td>
      <td className="cell-title">
        {delay === null ? (
          'not known, or still under way'
        ) : (
          <>
            {delay.title}, begun at <TimeLink t={delay.begin} inGrid />
          </>
        )}
      </td>
    </tr>
  )
}
