import { useMemo } from 'react'
import { MOVE_OPERATIONS, type MoveOperation, type MoveView } from '../../../preload/contract'
import { said } from '../../glossary/codes'
import { send, setDefragmentationTab, useStore } from '../../store/store'
import { formatBytes, formatCount, formatExactBytes } from '../../widgets/format'
import { VirtualList } from '../../widgets/virtual-list'
import { MOVE_STATES } from './text'

const ROW = 36

const MEANING =
  'COPY: the allocation goes to the destination. IGNORE: it stays, which packs worse. DESTROY: it and its destination are freed (DF-11).'

/** The moves of the pass that waits, or of the last one (DF-08, DF-11). */
export function Moves() {
  const { moves, moveCount, state } = useStore((store) => store.view.defragmentation)
  const numbered = useMemo(() => moves.map((move, at) => ({ move, at })), [moves])
  if (moves.length === 0) return null
  const most = moveCount > moves.length ? `the first ${formatCount(moves.length)} of ` : ''
  return (
    <section className="defrag-section defrag-moves" aria-label="Moves of the pass">
      <h3>
        {state === 'pass' ? 'Moves that wait' : 'Moves of the last pass'}{' '}
        <span className="muted">
          {most}
          {formatCount(moveCount)}
        </span>
      </h3>
      <div className="move-table">
        <div className="move-row move-head" aria-hidden="true">
          <span>Allocation</span>
          <span>Size</span>
          <span>From</span>
          <span>To</span>
          <span {...said(MEANING)}>Operation</span>
          <span>State</span>
        </div>
        <VirtualList
          label="Moves"
          items={numbered}
          keyOf={({ at }) => at}
          estimate={({ move }) => (move.because === null ? ROW : ROW + 16)}
        >
          {({ move, at }) => <MoveRow move={move} at={at} waits={state === 'pass'} />}
        </VirtualList>
      </div>
    </section>
  )
}

function MoveRow({ move, at, waits }: { move: MoveView; at: number; waits: boolean }) {
  const { name, bytes, from, fromOffset, to, toOffset, operation, state, because } = move
  const blocks = useStore((store) => store.view.heapMap.byId)
  const place = (block: number, offset: number) => (
    <span className="move-place" title={`Offset ${formatExactBytes(offset)}`}>
      <span>{blocks.get(block)?.name ?? 'a heap since freed'}</span>
      <span className="muted">at {formatBytes(offset)}</span>
    </span>
  )
  return (
    <>
      <div className="move-row">
        <button
          type="button"
          className="move-name"
          title={`${name}: show it in the heap map`}
          onClick={() => setDefragmentationTab({ source: 'live', cursor: { block: from, offset: fromOffset } })}
        >
          {name}
        </button>
        <span>{formatBytes(bytes)}</span>
        {place(from, fromOffset)}
        {place(to, toOffset)}
        {waits ? (
          <select
            className="input select"
            aria-label={`Operation of ${name}`}
            {...said(MEANING)}
            value={operation}
            onChange={(event) =>
              void send({ kind: 'setMoveOperation', move: at, operation: event.target.value as MoveOperation })
            }
          >
            {MOVE_OPERATIONS.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        ) : (
          <span>{operation}</span>
        )}
        <span>{MOVE_STATES[state]}</span>
      </div>
      {because !== null && <p className="move-because">{because}</p>}
    </>
  )
}
