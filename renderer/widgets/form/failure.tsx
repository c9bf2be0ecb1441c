import { Words } from '../../glossary/rule-link'

/** Why a command was not carried out, beside what asked for it. @param message null: it was, or none was sent yet */
export function Failure({ message }: { message: string | null }) {
  if (message === null) return null
  return (
    <p className="field-error" role="alert">
      <Words>{message}</Words>
    </p>
  )
}
