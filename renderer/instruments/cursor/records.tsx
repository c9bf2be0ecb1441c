import { List } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useMemo, useState } from 'react'
import { useCalm } from '../../store/calm'
import { toast, useStore } from '../../store/store'
import { copyText, tsvOf } from '../../widgets/copy'
import { counted, formatCount, formatTime } from '../../widgets/format'
import { SelectField } from '../../widgets/select-field'
import { VirtualList } from '../../widgets/virtual-list'
import { MOST_AROUND, recordsAround } from './around'
import { RECORD_KINDS, type RecordHit, type RecordKind } from './hits'
import { showHit } from './show'
import { KIND_NAMES, severalOf } from './text'

const KIND_OPTIONS: readonly { value: RecordKind | 'all'; text: string }[] = [
  { value: 'all', text: 'All kinds' },
  ...RECORD_KINDS.map((kind) => ({ value: kind, text: severalOf(kind) })),
]

/** What happened around the time cursor, in every instrument: a list, from which each record leads to its own. */
export function RecordsButton() {
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <button type="button" className="button" title="Records around the time cursor, of every instrument">
          <List aria-hidden="true" size={14} />
          Records
        </button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="menu cursor-records"
          side="top"
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label="Records around the cursor"
        >
          <Records />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

function Records() {
  const view = useCalm((state) => state)
  const moment = useStore((state) => state.moment)
  const [kind, setKind] = useState<RecordKind | 'all'>('all')
  const [name, setName] = useState('')
  // where one began to look: a record that is chosen moves the cursor, and the list stays
  const [from, setFrom] = useState(moment)
  const [chosen, setChosen] = useState<RecordHit | null>(null)
  const around = chosen === null || moment !== chosen.t ? moment : from
  const records = useMemo(
    () => recordsAround(view, { moment: around, kind: kind === 'all' ? null : kind, name }),
    [view, around, kind, name],
  )
  const at = around ?? view.clock.now
  const nearest = records.findLastIndex(({ t }) => t <= at)
  const choose = (record: RecordHit): void => {
    setFrom(around)
    setChosen(record)
    showHit(record)
  }
  return (
    <>
      <div className="cursor-records-bar">
        <SelectField label="Kind of record" value={kind} options={KIND_OPTIONS} onChange={setKind} />
        <label className="field">
          <span className="field-label">Name has</span>
          <input
            type="search"
            className="input"
            value={name}
            placeholder="a resource, a rule, an ETW event, …"
            onChange={({ target }) => setName(target.value)}
          />
        </label>
        <button
          type="button"
          className="button"
          onClick={() => copyText(recordsTsv(records)) && toast('info', `Copied ${counted(records.length, 'record')}.`)}
        >
          Copy
        </button>
      </div>
      <p className="detail-hint">
        {records.length === 0
          ? 'Nothing that is kept is of that kind and name.'
          : `${formatCount(records.length)} ${around === null ? 'newest' : `around ${formatTime(around)}`}${records.length === MOST_AROUND ? ': the nearest' : ''}. Choose one to see it in its instrument.`}
      </p>
      <div className="cursor-records-list">
        <VirtualList
          label="Records"
          items={records}
          keyOf={({ kind: one, id }) => `${one} ${id}`}
          estimate={() => 24}
          nearest={nearest}
        >
          {(record) => (
            <button
              type="button"
              className="cursor-record"
              aria-pressed={chosen?.kind === record.kind && chosen.id === record.id}
              onClick={() => choose(record)}
            >
              <span className="cursor-record-time">{formatTime(record.t)}</span>
              <span className="muted">{KIND_NAMES[record.kind]}</span>
              <span title={record.of}>{record.of}</span>
              <span className="muted" title={record.etw === '' ? undefined : `ETW: ${record.etw}`}>
                {record.etw}
              </span>
            </button>
          )}
        </VirtualList>
      </div>
    </>
  )
}

function recordsTsv(records: readonly RecordHit[]): string {
  const rows = records.map(({ t, kind, of, etw }) => [t, KIND_NAMES[kind], of, etw])
  return tsvOf([['time_us', 'record', 'of', 'etw'], ...rows])
}
