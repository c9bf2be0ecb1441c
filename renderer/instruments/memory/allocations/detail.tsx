import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import {
  ETW_MEANING,
  etwOfRecord,
  etwText,
  type HistoryEntry,
  RESIDENCY_PRIORITIES,
  type ResidencyPriority,
  type WhyOut,
} from '../../../../preload/contract'
import { ENGINE_LABELS, SUBMIT_ENGINES, type SubmitEngine } from '../../../glossary/engines'
import { type AllocationColumns, effectName, fullName } from '../../../store/allocations'
import { toggleMoment } from '../../../store/cursor/cursor'
import { useNearest } from '../../../store/cursor/nearest'
import { selectResource, send, useStore } from '../../../store/store'
import { Facts } from '../../../widgets/facts'
import { formatTime } from '../../../widgets/format'
import { parseDuration } from '../../../widgets/parse'
import { StateChip } from '../../../widgets/state-chip'
import { TextField } from '../../../widgets/text-field'
import { HeapContents } from './heap-contents'
import { driverNotes, factsOf, priorityText, whyText } from './text'
import './detail.css'
import { said, splitCodes } from '../../../glossary/codes'
import { RuleLink, Words } from '../../../glossary/rule-link'

/** Entries shown at once; the session keeps more in its trace. */
const MOST_ENTRIES = 200

/**
 * Where those begin that are shown: the newest, or where an older one is marked, those around it.
 * @param at its place; -1: none is
 * @param before where they began: they stay where it is among them, as it may have been marked by a click there
 */
function firstShown(entries: readonly HistoryEntry[], at: number, before: number): number {
  const newest = Math.max(0, entries.length - MOST_ENTRIES)
  if (at < 0 || at >= newest) return newest
  const isThere = before <= newest && at >= before && at < before + MOST_ENTRIES
  return isThere ? before : Math.max(0, at - MOST_ENTRIES / 2)
}

/** It opens where the time cursor is: what led here may stand for a moment that much has happened since. */
function History({ entries }: { entries: readonly HistoryEntry[] }) {
  const moment = useStore((state) => state.moment)
  const nearest = useNearest(entries, ({ t }) => t)
  const at = nearest === null ? -1 : entries.lastIndexOf(nearest)
  const first = useRef(Number.POSITIVE_INFINITY)
  first.current = firstShown(entries, at, first.current)
  const shown = entries.slice(first.current, first.current + MOST_ENTRIES).reverse()
  const marked = useRef<HTMLLIElement>(null)
  // only then: what somebody marks later, in a chart, is not to scroll away the controls that are in use here
  useEffect(() => marked.current?.scrollIntoView({ block: 'nearest' }), [])
  if (shown.length === 0) return <p className="detail-hint">Nothing has happened to it yet.</p>
  return (
    <ol className="detail-history" aria-label="History, newest first">
      {shown.map((entry, index) => (
        <li
          key={first.current + shown.length - index}
          ref={entry === nearest ? marked : undefined}
          className={entry === nearest ? 'is-nearest' : undefined}
        >
          <button
            type="button"
            aria-pressed={moment === entry.t}
            title="Mark this moment in the charts"
            onClick={() => toggleMoment(entry.t)}
          >
            <time>{formatTime(entry.t)}</time>
            <span>{splitCodes(entry.text).words}</span>
            <RecordedAs type={entry.type} />
          </button>
          {splitCodes(entry.text).codes.map((code) => (
            <RuleLink key={code} code={code} />
          ))}
        </li>
      ))}
    </ol>
  )
}

function RecordedAs({ type }: { type: string }) {
  const etw = etwOfRecord(type)
  if (etw === null) return null
  return (
    <span className="muted detail-etw" title={ETW_MEANING}>
      ETW: {etwText(etw)}
    </span>
  )
}

const PRIORITIES = RESIDENCY_PRIORITIES.map((name, index) => ({ name, text: priorityText(index) })).reverse()

/** SetResidencyPriority for this allocation (RS-10). */
function Priority({ id, priority }: { id: number; priority: number }) {
  return (
    <label
      className="detail-priority"
      {...said('SetResidencyPriority: the lowest goes first when memory is needed (RS-10)')}
    >
      Residency priority
      <select
        className="input select"
        value={RESIDENCY_PRIORITIES[priority]}
        onChange={(event) =>
          void send({ kind: 'setResidencyPriority', id, priority: event.target.value as ResidencyPriority })
        }
      >
        {PRIORITIES.map(({ name, text }) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

/** µs */
const LONGEST_USE = 3_600_000_000

/** Work that uses it: on which engine, and how long. */
function Use({ name }: { name: string }) {
  const [engine, setEngine] = useState<SubmitEngine>('3d')
  const [time, setTime] = useState('1 ms')
  const parsed = parseDuration(time, 1, LONGEST_USE, 'ms')
  const use = (): void => {
    if (parsed.ok) void send({ kind: 'use', set: [name], engine, gpuTime: parsed.value })
  }
  return (
    <div className="detail-use">
      <button
        type="button"
        className="button"
        aria-disabled={!parsed.ok}
        title="A packet of that engine and GPU time uses it, and the policy makes it resident first, as for an effect"
        onClick={use}
      >
        Use
      </button>
      <select
        className="input select"
        aria-label="Engine of Use"
        value={engine}
        onChange={(event) => setEngine(event.target.value as SubmitEngine)}
      >
        {SUBMIT_ENGINES.map((name) => (
          <option key={name} value={name}>
            {ENGINE_LABELS[name]}
          </option>
        ))}
      </select>
      <TextField
        label="GPU time of Use"
        hideLabel
        value={time}
        error={parsed.ok ? undefined : parsed.message}
        onChange={setTime}
        onEnter={use}
      />
    </div>
  )
}

/** Work that uses it, for which the policy is asked; and single calls of the API, which it does not know of. */
function Calls({ id, name }: { id: number; name: string }) {
  return (
    <>
      <Use name={name} />
      <button
        type="button"
        className="button"
        {...said(
          'EnqueueMakeResident by hand, one reference more (RS-01): the policy does not know of it. With DENY_OVERBUDGET: right-click it',
        )}
        onClick={() => void send({ kind: 'makeResident', id })}
      >
        MakeResident
      </button>
      <button
        type="button"
        className="button"
        {...said(
          'Evict by hand, one reference less (RS-01): the policy does not know of it, and work that needs it removes the device (RS-07)',
        )}
        onClick={() => void send({ kind: 'evict', id })}
      >
        Evict
      </button>
    </>
  )
}

/** What no effect has, and is no heap that others share: an effect's goes with it. */
function Free({ id, name }: { id: number; name: string }) {
  const isLoose = useStore(({ view: { allocations, heapMap } }) => {
    const block = heapMap.byAllocation.get(id)
    return effectName(allocations, id) === '' && (block === undefined || block.committed)
  })
  if (!isLoose) return null
  return (
    <button
      type="button"
      className="button"
      {...said('The app releases it, and its policy forgets it (SC-13)')}
      onClick={() => void send({ kind: 'free', name })}
    >
      Free
    </button>
  )
}

/** What the driver asked for when the allocation was created (AN-01). */
function DriverFlags({ columns, id }: { columns: AllocationColumns; id: number }) {
  const notes = driverNotes(columns, id)
  if (notes.length === 0) return null
  return (
    <p className="detail-driver">
      Driver:
      {notes.map(({ name, meaning }) => (
        <span key={name} className="badge detail-flag" {...said(meaning)}>
          {name}
        </span>
      ))}
    </p>
  )
}

/** Of the time cursor's moment where one is marked: what came after it had not happened by then. */
function Why({ reasons }: { reasons: readonly WhyOut[] }) {
  const moment = useStore((state) => state.moment)
  const why = whyText(reasons, moment)
  if (why === null) return null
  return (
    <p className="detail-why">
      <strong>Why this one:</strong> <Words>{why}</Words>
    </p>
  )
}

/** Shown in controls of their own. */
const ELSEWHERE = ['State', 'Priority']

/** The selected allocation: what it is, why it is not resident, and what happened to it. */
export function AllocationDetail() {
  const id = useStore((state) => state.selectedId)
  const columns = useStore((state) => state.view.allocations)
  const selection = useStore((state) => state.view.selection)
  if (id === null) return null
  const known = selection?.id === id ? selection : null
  return (
    <section className="allocation-detail" aria-label="Selected allocation">
      <header>
        <h3 title={fullName(columns, id)}>{fullName(columns, id)}</h3>
        <StateChip state={columns.states[id] ?? 0} />
        <button
          type="button"
          className="icon-button"
          aria-label="Clear the selection"
          onClick={() => selectResource(null)}
        >
          <X aria-hidden="true" size={14} />
        </button>
      </header>
      <Facts facts={factsOf(columns, id).filter(({ term }) => !ELSEWHERE.includes(term))} />
      <div className="detail-controls">
        <Priority id={id} priority={columns.priorities[id] ?? 0} />
        <Calls id={id} name={fullName(columns, id)} />
        <button
          type="button"
          className="button"
          {...said(
            'DiscardResource: its contents are not kept, so that nothing of it is transferred, until the GPU uses it again (AN-10)',
          )}
          onClick={() => void send({ kind: 'discard', id })}
        >
          Discard contents
        </button>
        <Free id={id} name={fullName(columns, id)} />
        <DriverFlags columns={columns} id={id} />
      </div>
      <HeapContents id={id} />
      {known !== null && <Why reasons={known.reasons} />}
      {known === null ? <p className="detail-hint">Waiting for its history…</p> : <History entries={known.history} />}
    </section>
  )
}
