import { GitCompareArrows } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { DifferenceView, RunDifference, VariantRow } from '../../../preload/contract'
import { Outcome } from '../../charts/comparison'
import { send, setLaboratoryTab, useStore } from '../../store/store'
import { exactTime } from '../../widgets/format'
import { SelectField } from '../../widgets/select-field'
import { Tip } from '../../widgets/tip'
import { gridHeight, keyTarget, useVirtualGrid, VirtualGrid } from '../../widgets/virtual-grid'
import {
  DIFFERENCE_COLUMNS,
  type DifferenceSort,
  nextDifferenceSort,
  type ResourceDifference,
  sortedResources,
} from './difference-rows'
import { openMoment } from './moment'

/** Two of the runs that were compared: where they part, and what each resource cost in either (LB-06). */
export function DifferenceSection({ rows }: { rows: readonly VariantRow[] }) {
  const pair = useStore((state) => state.laboratoryTab.pair)
  const view = useStore((state) => state.view.difference)
  // the table may have fewer rows than the one before
  const one = pair[0] < rows.length ? pair[0] : 0
  const other = pair[1] < rows.length ? pair[1] : 1
  const running = view?.state === 'running'
  const options = rows.map(({ label }, index) => ({ value: String(index), text: label }))
  const show = (): void => {
    if (!running && one !== other) void send({ kind: 'compareRuns', one, other })
  }
  return (
    <section className="instrument-section" aria-label="Difference of two runs">
      <header>
        <h3>Difference of two runs</h3>
        <Tip text="Runs both beside each other: the first record in which they part, and what each resource cost (LB-06)">
          <button type="button" className="button" aria-disabled={running || one === other} onClick={show}>
            <GitCompareArrows size={14} aria-hidden="true" />
            Show difference
          </button>
        </Tip>
      </header>
      <div className="laboratory-pair">
        <SelectField
          label="One run"
          value={String(one)}
          options={options}
          onChange={(chosen) => setLaboratoryTab({ pair: [Number(chosen), other] })}
        />
        <SelectField
          label="The other"
          value={String(other)}
          options={options}
          onChange={(chosen) => setLaboratoryTab({ pair: [one, Number(chosen)] })}
        />
      </div>
      {one === other && <p className="field-error">Choose two different runs.</p>}
      {view !== null && (
        <Outcome progress={view} onCancel={() => void send({ kind: 'cancelVariants' })}>
          {view.difference !== null && <Difference view={view} difference={view.difference} rows={rows} />}
        </Outcome>
      )}
    </section>
  )
}

interface DifferenceProps {
  view: DifferenceView
  difference: RunDifference
  rows: readonly VariantRow[]
}

function Difference({ view: { labels }, difference: { first, resources }, rows }: DifferenceProps) {
  const runs = labels.map((label) => rows.find((row) => row.label === label))
  if (first === null) return <p role="status">{`${labels[0]} and ${labels[1]} are the same to the last record.`}</p>
  return (
    <>
      <p role="status">{`${labels[0]} and ${labels[1]} part at record ${first.index + 1} of their traces:`}</p>
      <dl className="laboratory-parting">
        {first.records.map((record, index) => (
          <div key={labels[index]}>
            <dt>{labels[index]}</dt>
            <dd>
              {record === null ? 'its run had ended' : <code>{record.text}</code>}
              {record !== null && <GoTo run={runs[index]} t={record.t} />}
            </dd>
          </div>
        ))}
      </dl>
      {resources.length > 0 && <Resources resources={resources} labels={labels} runs={runs} />}
    </>
  )
}

function GoTo({ run, t }: { run: VariantRow | undefined; t: number }) {
  if (run === undefined) return null
  return (
    <button type="button" className="time-link" onClick={() => void openMoment(run, t)}>
      {`${exactTime(t)} in ${run.label}`}
    </button>
  )
}

interface ResourcesProps {
  resources: readonly ResourceDifference[]
  labels: DifferenceView['labels']
  runs: readonly (VariantRow | undefined)[]
}

function Resources({ resources, labels, runs }: ResourcesProps) {
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
  const { first, last } = grid
  const row = chosen === null ? undefined : sorted[chosen]
  return (
    <>
      <p className="detail-hint">
        {`${resources.length === 1 ? '1 resource costs' : `${resources.length} resources cost`} another amount. In each column: ${labels[0]}, then ${labels[1]}.`}
      </p>
      <div className="laboratory-grid" style={{ height: gridHeight(sorted.length) }}>
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
          {sorted.slice(first, last + 1).map((resource, index) => (
            <tr
              key={resource.name}
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
          ))}
        </VirtualGrid>
      </div>
      {row !== undefined && (
        <p className="detail-hint">
          {`${row.name} is first paged in or evicted otherwise at`}
          {row.at.map((t, index) =>
            t === null ? ` – in ${labels[index]}` : <GoTo key={labels[index]} run={runs[index]} t={t} />,
          )}
        </p>
      )}
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
