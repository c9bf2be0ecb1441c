import { FlaskConical, Scale } from 'lucide-react'
import { useMemo } from 'react'
import { comparePolicies } from '../../store/compare'
import { send, setInterface, useStore } from '../../store/store'
import { Combobox } from '../../widgets/combobox'
import { Tip } from '../../widgets/tip'
import { COMPARE, policyMenu } from './policy-menu'

/** Chooses the residency policy of the app; the app is rebuilt with it (TN-26). */
export function PolicyPicker() {
  const policy = useStore((store) => store.view.system.policy)
  const own = useStore((store) => store.view.system.ownPolicies)
  const isRefused = useStore((store) => store.view.project.policyRefused === true)
  const options = useMemo(() => policyMenu(own, policy, isRefused), [own, policy, isRefused])
  const choose = (value: string): void => {
    const chosen = options.find((option) => option.value === value)
    if (chosen === undefined) return
    if (chosen.action === 'guide') setInterface({ policyGuideOpen: true })
    else if (chosen.action === 'laboratory') comparePolicies()
    else void send(chosen.action)
  }
  return (
    <div className="toolbar-policy">
      <Combobox<string> label="Policy" value={policy} options={options} onChange={choose} />
      <PublishedSample />
      <Tip text="Compare policies… on what was done so far">
        <button type="button" className="button toolbar-compare" aria-label={COMPARE} onClick={() => comparePolicies()}>
          <Scale aria-hidden="true" size={15} />
          <span className="toolbar-name">
            Compare<span className="toolbar-rest"> policies…</span>
          </span>
        </button>
      </Tip>
    </div>
  )
}

/** The sample with its faults is a lesson of its own, one press away; another press mends it (TN-34). */
function PublishedSample() {
  const isPublished = useStore((store) => store.view.system.policy === 'creative-app')
  return (
    <Tip
      text={
        isPublished
          ? 'Mends the three faults of the published sample: creative-app-fixed (TN-34)'
          : 'The published sample with its three faults: it evicts what is still in use, and loses its device. The findings say where (TN-34)'
      }
    >
      <button
        type="button"
        className="icon-button"
        aria-label="Published sample"
        aria-pressed={isPublished}
        onClick={() => void send({ kind: 'setPolicy', policy: isPublished ? 'creative-app-fixed' : 'creative-app' })}
      >
        <FlaskConical size={15} aria-hidden="true" />
      </button>
    </Tip>
  )
}
