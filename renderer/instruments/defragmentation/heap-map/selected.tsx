import { Pin, PinOff, X } from 'lucide-react'
import { useState } from 'react'
import { RangeFlag } from '../../../../preload/contract'
import { said } from '../../../glossary/codes'
import { NO_ALLOCATION, rangeAt } from '../../../store/heap-ranges'
import { send, showAllocation, useStore } from '../../../store/store'
import { Facts } from '../../../widgets/facts'
import { Tip } from '../../../widgets/tip'
import { clearRange } from './events'
import { useHeapPicture } from './heap-map'
import { rangeFacts, rangeTitle } from './text'

/** The selected range, whole, and whether it may be moved (DF-20). */
export function SelectedRange() {
  const cursor = useStore((state) => state.defragmentationTab.cursor)
  const { blocks, pools } = useHeapPicture()
  const allocations = useStore((state) => state.view.allocations)
  const block = cursor === null ? undefined : blocks.find(({ id }) => id === cursor.block)
  if (cursor === null || block === undefined) return null
  const range = rangeAt(block, cursor.offset)
  if (range < 0) return null
  const id = block.allocations[range]!
  const isLive = id !== NO_ALLOCATION && block.allocation >= 0
  const heap = pools.find((pool) => pool.id === block.pool)?.heap ?? 'default'
  const isMapped = (block.flags[range]! & RangeFlag.mapped) !== 0
  const isStale = (block.flags[range]! & RangeFlag.staleMapping) !== 0
  return (
    <section className="heap-selected" aria-label="Selected range">
      <header>
        <h3 title={rangeTitle(block, range)}>{rangeTitle(block, range)}</h3>
        {isLive && !block.committed && (
          <Movable key={id} id={id} pinned={(block.flags[range]! & RangeFlag.pinned) !== 0} />
        )}
        {isLive && heap !== 'default' && <Mapped key={`mapped ${id}`} id={id} mapped={isMapped} stale={isStale} />}
        {block.allocation >= 0 && (
          <button
            type="button"
            className="button"
            title="Shows the heap’s residency and its history in the Memory tab"
            onClick={() => showAllocation(block.allocation)}
          >
            Show heap
          </button>
        )}
        <button type="button" className="icon-button" aria-label="Clear the selected range" onClick={clearRange}>
          <X size={14} aria-hidden="true" />
        </button>
      </header>
      <Facts facts={rangeFacts(block, range, allocations)} />
    </section>
  )
}

function Movable({ id, pinned }: { id: number; pinned: boolean }) {
  const [failure, setFailure] = useState<string | null>(null)
  const change = async (): Promise<void> => {
    const result = await send({ kind: 'setMovable', allocation: id, movable: pinned }, 'inline')
    setFailure(result.ok ? null : result.message)
  }
  return (
    <>
      {failure !== null && (
        <span className="field-error" role="alert">
          {failure}
        </span>
      )}
      <Tip
        text={pinned ? 'Defragmentation may move it again (DF-20)' : 'Defragmentation leaves it where it is (DF-20)'}
      >
        <button type="button" className="button" onClick={() => void change()}>
          {pinned ? <PinOff size={13} aria-hidden="true" /> : <Pin size={13} aria-hidden="true" />}
          {pinned ? 'Unpin' : 'Pin'}
        </button>
      </Tip>
    </>
  )
}

const MAP_TIPS = {
  map: 'ID3D12Resource::Map: the CPU sees it, where it lies now (DF-15)',
  unmap: 'ID3D12Resource::Unmap',
  write: 'The CPU writes through the mapping: through one from before a move it goes where nobody looks (DF-15)',
} as const

/** The CPU's mapping of it. @param stale there is one, from before a move: writing through it is offered still */
function Mapped({ id, mapped, stale }: { id: number; mapped: boolean; stale: boolean }) {
  return (
    <>
      {(mapped || stale) && <Call kind="write" id={id} />}
      {/* one button: whoever has pressed it has the focus still */}
      <Call kind={mapped ? 'unmap' : 'map'} id={id} />
    </>
  )
}

function Call({ kind, id }: { kind: keyof typeof MAP_TIPS; id: number }) {
  return (
    <button
      type="button"
      className="button"
      {...said(MAP_TIPS[kind])}
      onClick={() => void send({ kind, allocation: id })}
    >
      {kind[0]?.toUpperCase()}
      {kind.slice(1)}
    </button>
  )
}
