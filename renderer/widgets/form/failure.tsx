import { useEffect, useRef } from 'react'
import { Words } from '../../glossary/rule-link'

/** Why a command was not carried out, beside what asked for it. @param message null: it was, or none was sent yet */
export function Failure({ message }: { message: string | null }) {
  const text = useRef<HTMLParagraphElement>(null)
  // it comes to stand below the button, which may be the last that there is room for
  useEffect(() => {
    if (message !== null) text.current?.scrollIntoView({ block: 'nearest' })
  }, [message])
  if (message === null) return null
  return (
    <p ref={text} className="field-error" role="alert">
      <Words>{message}</Words>
    </p>
  )
}
