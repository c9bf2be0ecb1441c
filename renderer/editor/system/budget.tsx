import { RuleLink } from '../../glossary/rule-link'
import { gesture } from '../../store/gesture'
import { send, useStore } from '../../store/store'
import { formatBytes, formatExactBytes } from '../../widgets/format'
import { MemorySlider } from './memory-slider'

/** The app's configured budget, by slider and by its exact field. */
export function BudgetSlider() {
  const value = useStore((store) => store.view.system.configuredBudget)
  const max = useStore((store) => store.view.system.localMemory)
  return (
    <MemorySlider
      name="Configured budget"
      tip="The budget that the app is given. The one in force is at most 90 % of local memory less what other processes use (RS-09)."
      value={value}
      max={max}
      onChange={(bytes) => send({ kind: 'setBudget', bytes, gesture: gesture() })}
    />
  )
}

/** What of it is in force. */
export function EffectiveBudget() {
  const budget = useStore((store) => store.view.memory.local.budget)
  const localMemory = useStore((store) => store.view.system.localMemory)
  return (
    <p className="field-hint" title={formatExactBytes(budget)}>
      Budget {formatBytes(budget)} of {formatBytes(localMemory)} local memory <RuleLink code="RS-09" />
    </p>
  )
}
