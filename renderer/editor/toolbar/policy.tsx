import { Scale } from 'lucide-react'
import { POLICY_NAMES } from '../../../preload/contract'
import { send, setInterface, useStore } from '../../store/store'
import { Combobox } from '../../widgets/combobox'
import { Tip } from '../../widgets/tip'
import { POLICY_TEXT } from './policies'

const OPTIONS = POLICY_NAMES.map((name) => ({ value: name, text: POLICY_TEXT[name] }))

/** Chooses the residency policy of the app; the app is rebuilt with it (TN-26). */
export function PolicyPicker() {
  const policy = useStore((store) => store.view.system.policy)
  return (
    <>
      <Combobox
        label="Policy"
        value={policy}
        options={OPTIONS}
        onChange={(chosen) => void send({ kind: 'setPolicy', policy: chosen })}
      />
      <Tip text="Compare policies… on what was done so far">
        <button
          type="button"
          className="icon-button"
          aria-label="Compare policies…"
          onClick={() => setInterface({ tab: 'laboratory' })}
        >
          <Scale aria-hidden="true" size={15} />
        </button>
      </Tip>
    </>
  )
}
