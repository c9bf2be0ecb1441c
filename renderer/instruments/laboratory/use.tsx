import type { VariantRow } from '../../../preload/contract'
import { send, useStore } from '../../store/store'
import { useOf } from './rows'

/** Puts what a row has varied in charge of what runs. */
export function UseButton({ row }: { row: VariantRow }) {
  const inCharge = useStore((state) => isInCharge(row, state.view))
  const use = useOf(row)
  if (use === null) return null
  if (inCharge) return <p className="detail-hint">{row.label} is in charge now.</p>
  return (
    <>
      <button type="button" className="button button-primary" onClick={() => void take(row)}>
        {use.text}
      </button>
      {use.except !== '' && <p className="detail-hint">{use.except}</p>}
    </>
  )
}

type InterfaceView = ReturnType<typeof useStore.getState>['view']

function isInCharge({ variant, policy }: VariantRow, { system, gpu }: InterfaceView): boolean {
  const { budget, preemption } = variant
  if (variant.policy !== undefined && system.policy !== policy) return false
  if (budget !== undefined && system.configuredBudget !== budget) return false
  if (preemption === undefined) return true
  const { model, graphics, compute } = gpu
  return model === preemption.model && graphics === preemption.graphics && compute === preemption.compute
}

/** One after the other, as a person would. */
async function take({ variant }: VariantRow): Promise<void> {
  const { policy, budget, preemption } = variant
  if (policy !== undefined && !(await send({ kind: 'setPolicy', policy })).ok) return
  if (budget !== undefined && !(await send({ kind: 'setBudget', bytes: budget })).ok) return
  if (preemption !== undefined) await send({ kind: 'setPreemption', ...preemption })
}
