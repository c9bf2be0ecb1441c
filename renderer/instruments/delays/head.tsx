import { said } from '../../glossary/codes'

interface Column {
  readonly key: string
  readonly label: string
  /** what a tooltip says of it */
  readonly meaning: string
}

/** The head of a table of delays, or of what was dropped. */
export function DelayGridHead({ columns }: { columns: readonly Column[] }) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {columns.map(({ key, label, meaning }) => (
          <th key={key} scope="col" className={`cell-${key}`} {...said(meaning)}>
            {label}
          </th>
        ))}
      </tr>
    </thead>
  )
}
