import { POLICY_NAMES } from '../../../preload/contract'
import { send, useStore } from '../../store/store'
import { Combobox } from '../../widgets/combobox'
import { POLICY_TEXT } from './policies'

const OPTIONS = POLICY_NAMES.map((name) => ({ value: name, text: POLICY_TEXT[name] }))

/** Chooses the residency policy of the app; the app is rebuilt with it (TN-26). */
export function PolicyPicker() {
  const policy = useStore((store) => store.view.system.policy)
  return (
    <Combobox
      label="Policy"
      value={policy}
      options={OPTIONS}
      onChange={(chosen) => void send({ kind: 'setPolicy', policy: chosen })}
    />
  )
}
