import { atStart, type VariantRow } from '../../../preload/contract'
import { useStore } from '../../store/store'
import { isInCharge, takeVariant } from '../../store/wishes/take-variant'
import { useOf } from './rows'

/** A button for each of some rows; what all of them do beside that is said once. */
export function UseButtons({ rows }: { rows: readonly VariantRow[] }) {
  const notice = useStore(({ view }) =>
    rows.map((row) => (isInCharge(row, view) ? undefined : useOf(row, view.system.profile)?.notice)).find(Boolean),
  )
  return (
    <>
      {rows.map((row) => (
        <UseButton key={row.label} row={row} isNoticeSaid />
      ))}
      {notice !== undefined && <p className="detail-hint">{notice}</p>}
    </>
  )
}

/** Puts what a row has varied in charge of what runs. @param isNoticeSaid what it does beside that stands elsewhere */
export function UseButton({ row, isNoticeSaid = false }: { row: VariantRow; isNoticeSaid?: boolean }) {
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
      {use.notice !== undefined && !isNoticeSaid && <p className="detail-hint">{use.notice}</p>}
    </>
  )
}
