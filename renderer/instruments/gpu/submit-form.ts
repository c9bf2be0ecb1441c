/** What the form of a long packet sends. Knows no React. */
import { COMPOSITOR, COMPOSITOR_CONTEXT, type ContextPriority, type SubmitSpec } from '../../../preload/contract'
import type { SubmitEngine } from '../../glossary/engines'
import { type Parsed, parseDuration, tooLong } from '../../widgets/parse'

export interface SubmitForm {
  engine: SubmitEngine
  duration: string
  priority: ContextPriority
  /** empty: the app's own context */
  context: string
}

export const FIRST_SUBMIT: SubmitForm = { engine: '3d', duration: '100 ms', priority: 'normal', context: 'other app' }

const MOST_DURATION = 600_000_000
const MOST_NAME = 64

/** The command's fields, or why they cannot be sent. */
export function readSubmit(form: SubmitForm): Parsed<SubmitSpec> {
  const duration = parseDuration(form.duration, 1, MOST_DURATION, 'ms')
  if (!duration.ok) return duration
  const context = form.context.trim()
  const long = tooLong(context, MOST_NAME, 'The context’s name')
  if (long !== null) return { ok: false, message: long }
  if (context === COMPOSITOR) return { ok: false, message: COMPOSITOR_CONTEXT }
  const { engine, priority } = form
  return {
    ok: true,
    value: { engine, gpuTime: duration.value, priority, ...(context === '' ? {} : { context }) },
  }
}
