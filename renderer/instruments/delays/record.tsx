import { Popover } from 'radix-ui'
import { type ReactNode, useId, useState } from 'react'
import type { RecordPlace, TraceRecordView } from '../../../preload/contract'
import { recordText } from '../../charts/record-text'
import { setMoment } from '../../store/cursor/cursor'
import { send, toast, useStore } from '../../store/store'
import { copyText } from '../../widgets/copy'
import { formatCount, formatTime } from '../../widgets/format'
import './record.css'

/** Of the button that asked last: one that is pressed while another is open asks before that closes. */
let asking: string | null = null

/** Leads to a record of the trace: the time cursor goes to its moment, and it is shown with its neighbours (LB-09). */
export function RecordButton({ record, children }: { record: RecordPlace; children: ReactNode }) {
  const [note, setNote] = useState('')
  const id = useId()
  const ask = async (open: boolean): Promise<void> => {
    if (open) setMoment(record.t)
    else if (asking !== id) return
    asking = open ? id : null
    const result = await send({ kind: 'showTraceLine', record: open ? record : null }, 'inline')
    setNote(result.ok ? '' : result.message)
  }
  return (
    <Popover.Root onOpenChange={(open) => void ask(open)}>
      <Popover.Trigger asChild>
        <button
          type="button"
          className="time-link delay-line"
          title={`Its record: line ${formatCount(record.line)} of the trace, at ${formatTime(record.t)}`}
        >
          {children}
        </button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="menu trace-record"
          side="top"
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label={`Line ${formatCount(record.line)} of the trace`}
        >
          <h3>Line {formatCount(record.line)} of the trace</h3>
          {note === '' ? <Around of={record} /> : <p role="status">{note}</p>}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

function Around({ of }: { of: RecordPlace }) {
  const view = useStore((state) => state.view.traceRecord)
  const around = view?.place.line === of.line && view.place.t === of.t ? view.around : null
  if (around === null) return <p role="status">The run is run again up to there …</p>
  if (around.length === 0) return <p role="status">The run that is shown has no such record.</p>
  return <Lines line={of.line} around={around} />
}

function Lines({ line, around }: { line: number; around: NonNullable<TraceRecordView['around']> }) {
  const [chosen, setChosen] = useState(line)
  const text = around.find((one) => one.line === chosen)?.record.text ?? ''
  return (
    <>
      <ol className="trace-record-lines" aria-label="That record, and those before and behind it">
        {around.map(({ line: number, record }) => (
          <li key={number}>
            <button
              type="button"
              className="trace-record-line"
              aria-current={number === line}
              aria-pressed={number === chosen}
              onClick={() => setChosen(number)}
            >
              <span className="muted">{formatCount(number)}</span>
              <span className="muted">{formatTime(record.t)}</span>
              <span className="trace-record-words">{recordText(record)}</span>
            </button>
          </li>
        ))}
      </ol>
      <p className="detail-hint">
        Line {formatCount(chosen)} as <code>trimline run --trace</code> writes it:
      </p>
      <pre className="trace-record-text">{text}</pre>
      <button
        type="button"
        className="button"
        onClick={() => copyText(text) && toast('info', `Line ${formatCount(chosen)} is in the clipboard.`)}
      >
        Copy line
      </button>
    </>
  )
}
