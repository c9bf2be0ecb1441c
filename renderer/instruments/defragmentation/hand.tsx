import { useState } from 'react'
import type { Command, PoolHeap } from '../../../preload/contract'
import { HEAP_OPTIONS } from '../../glossary/heaps'
import { send, useStore } from '../../store/store'
import type { Parsed } from '../../widgets/parse'
import { SelectField } from '../../widgets/select-field'
import { TextField } from '../../widgets/text-field'
import { chosenPool } from './form'
import { type AllocateText, FIRST_ALLOCATE, FIRST_FREE, type FreeText, readAllocate, readFree } from './hand-form'

/** What a call by hand came to: shown beside the button. */
interface Said {
  ok: boolean
  text: string
}

/** Fragments memory by hand: allocations of no effect, and freeing some of them (DF-03). */
export function ByHand() {
  return (
    <section className="defrag-section" aria-label="By hand">
      <h3>Fragment by hand</h3>
      <Allocate />
      <Free />
    </section>
  )
}

function useCall(): [Said | null, (read: Parsed<Command>, done: string) => void] {
  const [said, setSaid] = useState<Said | null>(null)
  const call = (read: Parsed<Command>, done: string): void => {
    if (!read.ok) {
      setSaid({ ok: false, text: read.message })
      return
    }
    void send(read.value, 'inline').then((result) =>
      setSaid({ ok: result.ok, text: result.ok ? (result.message ?? done) : result.message }),
    )
  }
  return [said, call]
}

function Allocate() {
  const [text, setText] = useState<AllocateText>(FIRST_ALLOCATE)
  const [said, call] = useCall()
  const pools = useStore((state) => state.view.heapMap.pools)
  const pool = chosenPool(text.pool, pools)
  const change = (part: Partial<AllocateText>): void => setText({ ...text, ...part })
  const allocate = (): void => {
    const read = readAllocate({ ...text, pool })
    call(read.ok ? { ok: true, value: { kind: 'allocate', ...read.value } } : read, `Allocated ${text.name}.`)
  }
  const custom = pools.filter((pool) => pool.custom).map(({ name }) => ({ value: name, text: name }))
  return (
    <fieldset className="defrag-form">
      <legend className="field-label">Allocate: one, or a group “name 1” to “name n”</legend>
      <div className="defrag-fields defrag-fields-five">
        <TextField label="Name" value={text.name} onChange={(name) => change({ name })} onEnter={allocate} />
        <TextField
          label="Size"
          value={text.size}
          placeholder="64 KiB-16 MiB"
          onChange={(size) => change({ size })}
          onEnter={allocate}
        />
        <TextField label="Count" value={text.count} onChange={(count) => change({ count })} onEnter={allocate} />
        <SelectField
          label="Placed in"
          value={pool}
          options={[{ value: '', text: 'Default' }, ...custom]}
          onChange={(pool: string) => change({ pool })}
        />
        <SelectField
          label="Heap"
          value={text.heap}
          options={HEAP_OPTIONS}
          onChange={(heap: PoolHeap) => change({ heap })}
        />
      </div>
      <div className="defrag-buttons">
        <button type="button" className="button" onClick={allocate}>
          Allocate
        </button>
        <Check label="Committed" checked={text.committed} onChange={(committed) => change({ committed })} />
        <Check label="Pinned" checked={text.pinned} onChange={(pinned) => change({ pinned })} />
      </div>
      <SaidLine said={said} />
    </fieldset>
  )
}

function Free() {
  const [text, setText] = useState<FreeText>(FIRST_FREE)
  const [said, call] = useCall()
  const change = (part: Partial<FreeText>): void => setText({ ...text, ...part })
  const free = (): void => {
    const read = readFree(text)
    call(read.ok ? { ok: true, value: { kind: 'free', ...read.value } } : read, `Freed of ${text.name}.`)
  }
  return (
    <fieldset className="defrag-form">
      <legend className="field-label">Free: an allocation, or a part of a group</legend>
      <div className="defrag-fields">
        <TextField label="Name to free" value={text.name} onChange={(name) => change({ name })} onEnter={free} />
        <TextField
          label="Every"
          value={text.every}
          hint="Every n-th, from the first"
          onChange={(every) => change({ every })}
          onEnter={free}
        />
        <TextField
          label="Share"
          value={text.share}
          hint="Of those a random part, 0 to 1"
          onChange={(share) => change({ share })}
          onEnter={free}
        />
      </div>
      <div className="defrag-buttons">
        <button type="button" className="button" onClick={free}>
          Free
        </button>
      </div>
      <SaidLine said={said} />
    </fieldset>
  )
}

function Check({ label, checked, onChange }: { label: string; checked: boolean; onChange(checked: boolean): void }) {
  return (
    <label className="check">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
  )
}

function SaidLine({ said }: { said: Said | null }) {
  if (said === null) return null
  return (
    <p className={said.ok ? 'field-hint' : 'field-error'} role={said.ok ? 'status' : 'alert'}>
      {said.text}
    </p>
  )
}
