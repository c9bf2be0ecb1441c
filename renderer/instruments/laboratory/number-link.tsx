import type { ReactNode } from 'react'
import type { RecordedKey, VariantRow } from '../../../preload/contract'
import { send, useStore } from '../../store/store'
import { headingOf } from './rows'

/** Each such number, as a selector. */
export const NUMBER = '.laboratory-link'

interface NumberLinkProps {
  /** which number */
  column: RecordedKey
  row: Pick<VariantRow, 'label'>
  children: string
  /** of this resource alone */
  resource?: string
}

/** A number of a comparison: pressed, it shows the records that it stands on (LB-04). */
export function NumberLink({ column, row, children, resource }: NumberLinkProps): ReactNode {
  const isDone = useStore((state) => state.view.variants?.state === 'done')
  if (!isDone) return children
  const what = `${headingOf(column)}${resource === undefined ? '' : `, ${resource}`}`
  return (
    <button
      type="button"
      className="laboratory-link"
      aria-label={`${what} of ${row.label}: ${children}; show its records`}
      onClick={() => void showRecords(row.label, column, resource)}
    >
      {children}
    </button>
  )
}

/** @param label of the row */
export async function showRecords(label: string, column: RecordedKey, resource?: string, skip?: number): Promise<void> {
  const place = useStore.getState().view.variants?.rows.findIndex((row) => row.label === label) ?? -1
  if (place < 0) return
  const asked = { ...(resource === undefined ? {} : { resource }), ...(skip === undefined ? {} : { skip }) }
  await send({ kind: 'showRecords', row: place, column, ...asked })
}
