import { useState } from 'react'
import {
  type CommandResult,
  HAND_BEHAVIOURS,
  type HandBehaviour,
  type RegistrationView,
} from '../../../preload/contract'
import { said } from '../../glossary/codes'
import { send, useStore } from '../../store/store'
import { HResultText } from '../../widgets/hresult'
import { SelectField } from '../../widgets/select-field'
import { TextField } from '../../widgets/text-field'
import { CALLBACKS, parseCookie } from './model'

interface LastCall {
  /** as it would be written in C++ */
  call: string
  result: CommandResult
}

/** TN-14, TN-16 and twice TN-12 */
const BEHAVIOUR_TEXT: Readonly<Record<HandBehaviour, string>> = {
  ignore: 'ignores it',
  throw: 'throws',
  'register-inside': 'registers',
  'unregister-inside': 'unregisters',
}

/** Register and unregister by hand, with the HRESULT of the last call and the registrations that live now. */
export function CallbackForms() {
  const [last, setLast] = useState<LastCall | null>(null)
  return (
    <div className="callback-forms">
      <div className="callback-calls">
        <RegisterForm onCalled={setLast} />
        <UnregisterForm onCalled={setLast} />
      </div>
      <div aria-live="polite">{last !== null && <LastResult last={last} />}</div>
      <Registrations />
    </div>
  )
}

function RegisterForm({ onCalled }: { onCalled(last: LastCall): void }) {
  const [callback, setCallback] = useState<string>(CALLBACKS[0])
  const [context, setContext] = useState('')
  const [behaviour, setBehaviour] = useState<HandBehaviour>('ignore')
  const register = async (): Promise<void> => {
    const result = await send({ kind: 'registerCallback', callback, context, behaviour }, 'inline')
    onCalled({ call: `RegisterTrimNotificationCallback(${callback})`, result })
  }
  return (
    <form
      className="callback-form"
      aria-label="Register a callback"
      onSubmit={(event) => {
        event.preventDefault()
        void register()
      }}
    >
      <SelectField
        label="Callback"
        value={callback}
        options={CALLBACKS.map((name) => ({ value: name, text: name }))}
        onChange={setCallback}
      />
      <TextField label="Context" value={context} placeholder="pContext" onChange={setContext} />
      <SelectField
        label="When called, it"
        value={behaviour}
        options={HAND_BEHAVIOURS.map((name) => ({ value: name, text: BEHAVIOUR_TEXT[name] }))}
        onChange={setBehaviour}
      />
      <button type="submit" className="button" {...said('RegisterTrimNotificationCallback (TN-05 to TN-12)')}>
        Register callback
      </button>
    </form>
  )
}

function UnregisterForm({ onCalled }: { onCalled(last: LastCall): void }) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string | undefined>()
  const unregister = async (): Promise<void> => {
    const cookie = parseCookie(text)
    setError(cookie.ok ? undefined : cookie.message)
    if (!cookie.ok) return
    const result = await send({ kind: 'unregisterCallback', cookie: cookie.value }, 'inline')
    onCalled({ call: `UnregisterTrimNotificationCallback(${text.trim()})`, result })
  }
  return (
    <form
      className="callback-form callback-unregister"
      aria-label="Unregister a callback"
      onSubmit={(event) => {
        event.preventDefault()
        void unregister()
      }}
    >
      <TextField
        label="Cookie"
        value={text}
        placeholder="any number"
        error={error}
        onChange={(next) => {
          setText(next)
          setError(undefined)
        }}
      />
      <button type="submit" className="button" {...said('UnregisterTrimNotificationCallback (TN-10)')}>
        Unregister
      </button>
    </form>
  )
}

function LastResult({ last }: { last: LastCall }) {
  const { call, result } = last
  return (
    <div className={result.ok ? 'last-call' : 'last-call last-call-failed'}>
      <code>{call}</code> → {result.hresult ? <HResultText hresult={result.hresult} /> : result.ok ? 'done' : 'failed'}
      {result.cookie !== undefined && <span className="muted"> CallbackCookie = {result.cookie}</span>}
      {result.message !== undefined && <p>{result.message}</p>}
    </div>
  )
}

function Registrations() {
  const registrations = useStore((store) => store.view.registrations)
  if (registrations.length === 0) {
    return (
      <p className="field-hint">No callback is registered now: notifications are recorded but nobody hears them.</p>
    )
  }
  return (
    <div className="table-scroll">
      <table className="table" aria-label="Live registrations">
        <thead>
          <tr>
            <th scope="col" className="number">
              Cookie
            </th>
            <th scope="col">Callback</th>
            <th scope="col">Owner</th>
            <th scope="col">Context</th>
            <th scope="col">When called</th>
          </tr>
        </thead>
        <tbody>
          {registrations.map((registration) => (
            <Registration key={registration.cookie} registration={registration} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Registration({
  registration: { cookie, callback, owner, context, behaviour, stale },
}: {
  registration: RegistrationView
}) {
  return (
    <tr className={stale ? 'stale' : ''}>
      <td className="number">{cookie}</td>
      <td>
        {callback}
        {stale && (
          <span className="badge badge-warning" {...said('Its owner is gone without unregistering it (TN-34b)')}>
            stale
          </span>
        )}
      </td>
      <td>{owner}</td>
      <td className="cell-context">{context}</td>
      <td>{doesText(behaviour, stale)}</td>
    </tr>
  )
}

/** What it does when it is called. @param stale its owner is gone, and what it would trim with it (TN-34b) */
function doesText(behaviour: HandBehaviour | null, stale: boolean): string {
  if (behaviour !== null) return BEHAVIOUR_TEXT[behaviour]
  return stale ? 'trims nothing: its owner is gone' : 'trims by its rules'
}
