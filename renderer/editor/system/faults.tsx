import { useState } from 'react'
import {
  type FaultSpec,
  MOST_FAULTS_AT_ONCE,
  THROWING_CALLS,
  type ThrowingCall,
  type WaitingFault,
} from '../../../preload/contract'
import { Words } from '../../glossary/rule-link'
import { send, useStore } from '../../store/store'
import { parseDuration, parseWhole } from '../../widgets/parse'
import { Announcement } from '../../widgets/screen-reader'
import { SelectField } from '../../widgets/select-field'
import { TextField } from '../../widgets/text-field'
import { FAULT_TEXTS, OFFERED, waitingSummary, waitingText } from './fault-texts'

/** µs */
const LONGEST = 3_600_000_000

type Offered = (typeof OFFERED)[number]

const FAULT_OPTIONS = OFFERED.map((value) => ({ value, text: FAULT_TEXTS[value].name }))
const CALL_OPTIONS = THROWING_CALLS.map((value) => ({ value, text: value }))

/** The next calls fail in a way of one's choice (SC-14): how a policy takes what seldom happens. */
export function Faults() {
  const waiting = useStore((store) => store.view.system.faults)
  const [fault, setFault] = useState<Offered>('make-resident-fails')
  const [call, setCall] = useState<ThrowingCall>('CreateAllocation')
  const [count, setCount] = useState('1')
  const [takes, setTakes] = useState('50 ms')
  const counted = parseWhole(count, 1, MOST_FAULTS_AT_ONCE)
  const duration = parseDuration(takes, 1, LONGEST, 'ms')
  const isSlow = fault === 'callback-takes'
  const inject = (): void => {
    if (!counted.ok || (isSlow && !duration.ok)) return
    void send({ kind: 'inject', ...specOf(fault, call, counted.value, duration.ok ? duration.value : 0) })
  }
  return (
    <>
      <SelectField
        label="What fails"
        value={fault}
        options={FAULT_OPTIONS}
        onChange={setFault}
        hint={FAULT_TEXTS[fault].what}
      />
      {fault === 'driver-call-throws' && (
        <SelectField label="Call into the driver" value={call} options={CALL_OPTIONS} onChange={setCall} />
      )}
      {isSlow && (
        <TextField
          label="It takes"
          value={takes}
          error={duration.ok ? undefined : duration.message}
          onChange={setTakes}
          onEnter={inject}
        />
      )}
      <div className="drawer-inline">
        <TextField
          label="How many calls"
          value={count}
          error={counted.ok ? undefined : counted.message}
          onChange={setCount}
          onEnter={inject}
        />
        <button type="button" className="button" onClick={inject}>
          Inject
        </button>
      </div>
      {waiting.length > 0 && (
        <ul className="drawer-waiting" aria-label="Faults that wait for their calls">
          {waiting.map((one) => (
            <Waiting key={JSON.stringify({ ...one, count: 0 })} waiting={one} />
          ))}
        </ul>
      )}
      <Announcement text={waitingSummary(waiting)} />
      <p className="field-hint">
        <Words>
          {waiting.length > 0
            ? 'They wait for the next such calls. Hangs and resets that fail are in GPU (GP-23, GP-24).'
            : 'Nothing is injected. Hangs and resets that fail are in GPU (GP-23, GP-24).'}
        </Words>
      </p>
    </>
  )
}

function Waiting({ waiting }: { waiting: WaitingFault }) {
  const { count: _, ...fault } = waiting
  const text = waitingText(waiting)
  return (
    <li>
      <span>{text}</span>
      <button
        type="button"
        className="button"
        aria-label={`Take back ${text}`}
        onClick={() => void send({ kind: 'takeBackFault', fault })}
      >
        Take back
      </button>
    </li>
  )
}

function specOf(fault: Offered, call: ThrowingCall, count: number, duration: number): FaultSpec {
  if (fault === 'callback-takes') return { fault, count, duration }
  if (fault === 'driver-call-throws') return { fault, count, call }
  return { fault, count }
}
