import { type FormEvent, type RefObject, useRef, useState } from 'react'
import type { CommandResult } from '../../../preload/contract'
import { focusFirstInvalid } from './first-invalid'

interface TriedForm {
  form: RefObject<HTMLFormElement | null>
  /** errors are shown from now on, so that each keystroke says whether they are mended */
  tried: boolean
  /** why it was refused; null: it was not, or not sent yet */
  failure: string | null
  onSubmit(event: FormEvent): void
}

/**
 * A form in a dialog, of which what is wrong is shown once somebody has tried to send it.
 * @param carryOut what it is for; null: something is wrong with it
 * @param done it was carried out
 */
export function useTriedForm(carryOut: (() => Promise<CommandResult>) | null, done: () => void): TriedForm {
  const [tried, setTried] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const submit = async (): Promise<void> => {
    setTried(true)
    if (carryOut === null) return focusFirstInvalid(form.current)
    setFailure(null)
    const result = await carryOut()
    if (result.ok) {
      // a form that stays is as new
      setTried(false)
      done()
    } else if (result.cancelled !== true) setFailure(result.message)
  }
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    void submit()
  }
  return { form, tried, failure, onSubmit }
}
