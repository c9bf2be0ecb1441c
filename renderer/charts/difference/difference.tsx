import { Fragment, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import {
  atStart,
  differenceAt,
  inSentence,
  lineOfRecord,
  type ResourceDifference,
  type ResourceDifferences,
  type RunDifference,
  WAITED_LATE,
} from '../../../preload/contract'
import { formatCount, formatDuration, formatTime } from '../../widgets/format'
import { gridHeight, keyTarget, useVirtualGrid, VirtualGrid } from '../../widgets/virtual-grid'
import { recordText } from '../record-text'
import {
  DIFFERENCE_COLUMNS,
  type DifferenceKey,
  type DifferenceSort,
  nextDifferenceSort,
  sortedResources,
} from './rows'
import './difference.css'

interface DifferenceProps {
  difference: RunDifference
  /** goes to a moment of the one or of the other run, µs */
  open(run: 0 | 1, t: number): void
  /** a number of a resource, as it leads to its records; absent: it leads nowhere */
  numberOf?(run: 0 | 1, resource: string, key: DifferenceKey, text: string): ReactNode
}

/** Two runs side by side: where they part, and what each resource cost in either (LB-06). */
export function Difference({ difference: { labels, ends, first, resources }, open, numberOf }: DifferenceProps) {
  const both = `${atStart(labels[0])} and ${inSentence(labels[1])}`
  if (first === null) return <p role="status">{`${both} are the same to the last record.`}</p>
  return (
    <>
      <p role="status">{`${both} part at line ${formatCount(lineOfRecord(first.index))} of their traces:`}</p>
      <ul className="difference-parting" aria-label="Where they part">
        {([0, 1] as const).map((run) => {
          const record = first.records[run]
          return (
            <li key={run}>
              <strong>{labels[run]}</strong>
              {record === null ? (
                <span className="muted">its run had ended by then</span>
              ) : (
                <>
                  <GoTo label={labels[run]} t={record.t} open={() => open(run, record.t)} />
                  <span className="difference-record" title={record.text}>
                    {recordText(record)}
                  </span>
                </>
              )}
            </li>
          )
        })}
      </ul>
      {ends[0] !== ends[1] && <p className="detail-hint">{unequalText(labels, ends)}</p>}
      {resources.nameEnds.length === 0 ? (
        <p className="detail-hint">Every resource cost the same in both.</p>
      ) : (
        <Resources resources={resources} labels={labels} open={open} {...(numberOf && { numberOf })} />
      )}
    </>
  )
}

/** The one that goes on costs more for that alone: what they cost does not say which is better. */
function unequalText(labels: RunDifference['labels'], ends: RunDifference['ends']): string {
  const [short, long] = ends[0] < ends[1] ? ([0, 1] as const) : ([1, 0] as const)
  const more = formatDuration(ends[long] - ends[short])
  return `${atStart(labels[long])} goes on for ${more} longer than ${inSentence(labels[short])}, until ${formatTime(ends[long])}: what it cost in that time is counted too.`
}

function GoTo({ label, t, open }: { label: string; t: number; open(): void }) {
  return (
    <button type="button" className="time-link" onClick={open}>
      {`${formatTime(t)} in ${inSentence(label)}`}
    </button>
  )
}

interface ResourcesProps extends Pick<DifferenceProps, 'open' | 'numberOf'> {
  resources: ResourceDifferences
  labels: RunDifference['labels']
}

function Resources({ resources, labels, open, numberOf }: ResourcesProps) {
  const [sort, setSort] = useState<DifferenceSort>({ by: 'pagedIn', reversed: false })
  const [chosen, setChosen] = useState<number | null>(null)
  const sorted = useMemo(() => sortedResources(resources, sort), [resources, sort])
  const grid = useVirtualGrid({
    count: sorted.length,
    chosenId: chosen,
    at: chosen ?? -1,
    targetOf: (key, page) => keyTarget(key, chosen ?? -1, sorted.length, page),
    choose: setChosen,
  })
  const details = useRef<HTMLDivElement>(null)
  // what is chosen is told below the table, beyond the end of what is in sight
  useEffect(() => {
    if (chosen !== null) details.current?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  const { first, last } = grid
  const at = chosen === null ? undefined : sorted[chosen]
  const row = at === undefined ? undefined : differenceAt(resources, at)
  return (
    <>
      <p className="detail-hint">
        {`${sorted.length === 1 ? '1 resource costs' : `${formatCount(sorted.length)} resources cost`} another amount. In each column: ${inSentence(labels[0])}, then ${inSentence(labels[1])}. ${WAITED_LATE}`}
      </p>
      <div className="difference-grid" style={{ height: gridHeight(sorted.length) }}>
        <VirtualGrid
          grid={grid}
          label="Resources in which the runs differ"
          rowName="difference"
          columns={1 + DIFFERENCE_COLUMNS.length}
          head={
            <ResourcesHead
              sort={sort}
              onSort={(by) => {
                setSort(nextDifferenceSort(sort, by))
                setChosen(null)
              }}
            />
          }
        >
          {sorted.slice(first, last + 1).map((at, index) => {
            const resource = differenceAt(resources, at)
            return (
              <tr
                key={at}
                id={`difference-${first + index}`}
                data-id={first + index}
                aria-rowindex={first + index + 2}
                aria-selected={first + index === chosen}
              >
                <td title={resource.name}>{resource.name}</td>
                {DIFFERENCE_COLUMNS.map(({ key, write }) => (
                  <td key={key}>{`${write(resource[key][0])} · ${write(resource[key][1])}`}</td>
                ))}
              </tr>
            )
          })}
        </VirtualGrid>
      </div>
      {row !== undefined && (
        <div ref={details} className="difference-chosen">
          <p className="detail-hint">
            <WhereParted row={row} labels={labels} open={open} />
          </p>
          {numberOf !== undefined && (
            <ul className="difference-numbers" aria-label={`What ${row.name} cost`}>
              {DIFFERENCE_COLUMNS.map(({ key, heading, write }) => (
                <li key={key}>
                  {heading}
                  {([0, 1] as const).map((run) => (
                    <span key={run}>
                      {`${labels[run]} `}
                      {row[key][run] === 0 ? write(0) : numberOf(run, row.name, key, write(row[key][run]))}
                    </span>
                  ))}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </>
  )
}

/** Of one that was waited for alone there is no such moment: what was late in the one run may have been in time in the other. */
function WhereParted({
  row: { name, at, evictions },
  labels,
  open,
}: Omit<ResourcesProps, 'resources'> & { row: ResourceDifference }) {
  if (at[0] === null && at[1] === null)
    return `${name} is paged in${evictions[0] === 0 ? '' : ' and evicted'} at the same moments in both.`
  return (
    <>
      {`${name} is first paged in or evicted otherwise: `}
      {([0, 1] as const).map((run) => {
        const t = at[run]
        return (
          <Fragment key={run}>
            {run === 1 && ', '}
            {t === null ? (
              `nothing more in ${inSentence(labels[run])}`
            ) : (
              <GoTo label={labels[run]} t={t} open={() => open(run, t)} />
            )}
          </Fragment>
        )
      })}
    </>
  )
}

/** Names from A on, numbers from the largest on. */
function orderOf({ by, reversed }: DifferenceSort): 'ascending' | 'descending' {
  return (by === 'name') === reversed ? 'descending' : 'ascending'
}

function ResourcesHead({ sort, onSort }: { sort: DifferenceSort; onSort(by: DifferenceSort['by']): void }) {
  const columns = [{ key: 'name', heading: 'Resource' } as const, ...DIFFERENCE_COLUMNS]
  return (
    <thead>
      <tr aria-rowindex={1}>
        {columns.map(({ key, heading }) => (
          <th key={key} scope="col" aria-sort={sort.by === key ? orderOf(sort) : 'none'}>
            <button type="button" onClick={() => onSort(key)}>
              {heading}
            </button>
          </th>
        ))}
      </tr>
    </thead>
  )
}
