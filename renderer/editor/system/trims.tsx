import { useState } from 'react'
import type { Command } from '../../../preload/contract'
import { send } from '../../store/store'
import { TextField } from '../../widgets/text-field'
import { Tip } from '../../widgets/tip'
import { type Combination, readBudgetTrim, readCombination } from './notify'

/** The notifications that can be sent by hand. */
export function TrimsByHand() {
  return (
    <>
      <div className="drawer-buttons">
        <Tip text="Sends PERIODIC_TRIM now; the cadence does not move (TN-21)" side="left">
          <button type="button" className="button" onClick={() => void send({ kind: 'periodicTrim' })}>
            Periodic trim now
          </button>
        </Tip>
        <Tip text="Sends RESTART_PERIODIC_TRIM: the next periodic trim counts from now (TN-18, TN-23)" side="left">
          <button type="button" className="button" onClick={() => void send({ kind: 'restartPeriodicTrim' })}>
            Restart periodic trim
          </button>
        </Tip>
      </div>
      <TrimToBudget />
      <SendCombination />
    </>
  )
}

/** The failure of the last command is shown in place until the next try. */
function useInlineFailure(): [string | undefined, (failure: string | undefined) => void, (command: Command) => void] {
  const [failure, setFailure] = useState<string | undefined>()
  const run = (command: Command): void => {
    void send(command, 'inline').then((result) => setFailure(result.ok ? undefined : result.message))
  }
  return [failure, setFailure, run]
}

function TrimToBudget() {
  const [text, setText] = useState('')
  const [failure, setFailure, run] = useInlineFailure()
  const trim = (): void => {
    const bytes = readBudgetTrim(text)
    if (!bytes.ok) setFailure(bytes.message)
    else run(bytes.value === null ? { kind: 'trimToBudget' } : { kind: 'trimToBudget', bytes: bytes.value })
  }
  return (
    <div className="drawer-inline">
      <TextField
        label="Bytes to trim"
        value={text}
        placeholder="what is over budget"
        hint="Empty: what the app is over its budget by now (TN-04)."
        error={failure}
        onChange={setText}
        onEnter={trim}
      />
      <Tip text="Sends TRIM_TO_BUDGET with these bytes (TN-19, TN-24)" side="left">
        <button type="button" className="button" onClick={trim}>
          Trim to budget
        </button>
      </Tip>
    </div>
  )
}

const FLAGS = [
  ['periodic', 'PERIODIC_TRIM'],
  ['restart', 'RESTART_PERIODIC_TRIM'],
  ['budget', 'TRIM_TO_BUDGET'],
] as const

function SendCombination() {
  const [combination, setCombination] = useState<Combination>({
    periodic: true,
    restart: false,
    budget: true,
    bytes: '64 MiB',
  })
  const [failure, setFailure, run] = useInlineFailure()
  const change = (part: Partial<Combination>): void => {
    setCombination({ ...combination, ...part })
    setFailure(undefined)
  }
  const sendIt = (): void => {
    const read = readCombination(combination)
    if (read.ok) run({ kind: 'notify', ...read.value })
    else setFailure(read.message)
  }
  return (
    <fieldset className="drawer-combination">
      <legend className="field-label" data-rules="TN-03">
        Combination in one notification
      </legend>
      {FLAGS.map(([key, name]) => (
        <label key={key} className="check">
          <input
            type="checkbox"
            checked={combination[key]}
            onChange={(event) => change({ [key]: event.target.checked })}
          />
          <code>{name}</code>
        </label>
      ))}
      <TextField
        label="NumBytesToTrim"
        value={combination.bytes}
        placeholder="64 MiB"
        error={failure}
        onChange={(bytes) => change({ bytes })}
        onEnter={sendIt}
      />
      <button type="button" className="button" onClick={sendIt}>
        Send combination
      </button>
    </fieldset>
  )
}
