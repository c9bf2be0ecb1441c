import { useMemo } from 'react'
import type { PoolView } from '../../../preload/contract'
import { said } from '../../glossary/codes'
import { useStore } from '../../store/store'
import { formatBytes, formatCount, withSizes } from '../../widgets/format'
import { useHeapPicture } from './heap-map/heap-map'
import { poolMeasures, STATISTICS_COLUMNS, totalStatistics } from './text'

/** Pools with nothing in them say nothing. */
function inUse({ statistics, committedCount, custom }: PoolView): boolean {
  return custom || statistics.blockCount > 0 || committedCount > 0
}

/** How fragmented each pool is, and D3D12MA's statistics. */
export function Measures() {
  const { pools } = useHeapPicture()
  const shown = useMemo(() => pools.filter(inUse), [pools])
  const isLive = useStore((state) => state.defragmentationTab.source === 'live')
  return (
    <section className="defrag-section" aria-label="Fragmentation">
      <h3>Fragmentation</h3>
      {shown.map((pool) => (
        <div key={pool.id} className="pool-measures">
          <h4>{pool.name}</h4>
          <dl className="defrag-facts">
            {poolMeasures(pool).map(({ name, value, meaning }) => (
              <div key={name} {...said(meaning)}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
      {isLive && <Failures />}
      <Statistics pools={shown} />
      {isLive && <Budgets />}
    </section>
  )
}

/** DF-03 */
function Failures() {
  const { fragmentation, exhaustion, other, last } = useStore((state) => state.view.heapMap.failures)
  if (fragmentation + exhaustion + other === 0) return null
  return (
    <>
      <p
        className="defrag-failures"
        {...said('Enough was free in scattered ranges, or there truly was not enough (DF-03)')}
      >
        Allocations that failed: <strong>{formatCount(fragmentation)}</strong> by fragmentation,{' '}
        <strong>{formatCount(exhaustion)}</strong> by exhaustion
        {other > 0 && (
          <>
            , <strong>{formatCount(other)}</strong> for other reasons
          </>
        )}
        .
      </p>
      {last !== null && <p className="last-call last-call-failed">{withSizes(last)}</p>}
    </>
  )
}

function Statistics({ pools }: { pools: readonly PoolView[] }) {
  const total = useMemo(() => totalStatistics(pools), [pools])
  const rows = [...pools.map(({ name, statistics }) => ({ name, statistics })), { name: 'Total', statistics: total }]
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
    <section className="defrag-scroll-x" tabIndex={0} aria-label="Statistics, all columns">
      <table className="table" aria-label="Statistics">
        <thead>
          <tr>
            <th scope="col">Pool</th>
            {STATISTICS_COLUMNS.map(({ name, meaning }) => (
              <th key={name} scope="col" className="number" {...said(meaning)}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, statistics }, at) => (
            <tr key={at === pools.length ? 'total' : pools[at]!.id}>
              <th scope="row">{name}</th>
              {STATISTICS_COLUMNS.map((column) => (
                <td key={column.name} className="number">
                  {column.text(statistics)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const GROUPS = { local: 'Local', 'non-local': 'Non-local' } as const

/** Budget of D3D12MA: what the system says of each segment group. */
function Budgets() {
  const budgets = useStore((state) => state.view.heapMap.budgets)
  if (budgets.length === 0) return null
  return (
    <dl className="defrag-facts">
      {budgets.map(({ group, usage, budget }) => (
        <div key={group} {...said('GetBudget: what is used, and what the system leaves to the app (RS-08)')}>
          <dt>{GROUPS[group]} budget</dt>
          <dd>
            {formatBytes(usage)} of {formatBytes(budget)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
