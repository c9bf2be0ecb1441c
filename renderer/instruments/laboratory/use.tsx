import { atStart, type VariantRow } from '../../../preload/contract'
import { useStore } from '../../store/store'
import { isInCharge, takeVariant } from '../../store/wishes/take-variant'
import { useOf } from './rows'

/** Puts what a row has varied in charge of what runs. */
export function UseButton({ row }: { row: VariantRow }) {
  const inCharge = useStore((state) => isInCharge(row, state.view))
  const device = useStore((state) => state.view.system.profile)
  const use = useOf(row, device)
  if (use === null) return null
  if (inCharge) return <p className="detail-hint">{atStart(row.label)} is in charge now.</p>
  return (
    <>
      <button type="button" className="button button-primary" title={use.notice} onClick={() => void takeVariant(row)}>
        {use.text}
      </button>
      {use.notice !== undefined && <p className="detail-hint">{use.notice}</p>}
    </>
  )
}
