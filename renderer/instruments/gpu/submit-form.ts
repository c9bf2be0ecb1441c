/** What the form of a packet sends. Knows no React. */
import type { ContextPriority, SubmitSpec } from '../../../preload/contract'
import type { SubmitEngine } from '../../glossary/engines'
import { parseContext } from '../../widgets/gpu-work/context'
import { readTimes } from '../../widgets/gpu-work/pieces'
import { readWork, USUAL_WORK, type WorkErrors, type WorkText } from '../../widgets/gpu-work/work-text'
import { type Parsed, parseDuration, parseWhole, tooLong } from '../../widgets/parse'
import { type ChosenText, type IsKnown, NO_CHOICE, namesOf, typedProblem } from '../../widgets/resource-picker/chosen'

interface FenceText {
  fence: string
  value: string
}

interface PartText {
  /** tells rows apart while they are edited; no meaning outside the form */
  key: number
  gpuTime: string
  resources: ChosenText
}

export interface SubmitForm {
  engine: SubmitEngine
  /** means nothing where there are parts */
  duration: string
  priority: ContextPriority
  /** empty: the app's own context */
  context: string
  resources: ChosenText
  work: WorkText
  disablePreemption: boolean
  wait: FenceText
  signal: FenceText
  /** between the driver's split points, in order; none: it is not split */
  parts: readonly PartText[]
}

export interface FenceErrors {
  fence?: string
  value?: string
}

export interface PartErrors {
  gpuTime?: string
  resources?: string
}

export interface SubmitErrors {
  duration?: string
  context?: string
  resources?: string
  work?: WorkErrors
  wait?: FenceErrors
  signal?: FenceErrors
  /** by key */
  parts?: Record<number, PartErrors>
}

type SubmitRead = { ok: true; value: SubmitSpec } | { ok: false; errors: SubmitErrors }

const NO_FENCE: FenceText = { fence: '', value: '' }

export const FIRST_SUBMIT: SubmitForm = {
  engine: '3d',
  duration: '100 ms',
  priority: 'normal',
  context: 'other app',
  resources: NO_CHOICE,
  work: USUAL_WORK,
  disablePreemption: false,
  wait: NO_FENCE,
  signal: NO_FENCE,
  parts: [],
}

const MOST_DURATION = 600_000_000
/** characters of the name of a fence */
const MOST_FENCE = 100

let lastKey = 0

/** @param gpuTime as it is typed */
export function newPart(gpuTime: string): PartText {
  lastKey++
  return { key: lastKey, gpuTime, resources: NO_CHOICE }
}

/** Something is filled in that is folded away at first. */
export function saysMore({ resources, work, disablePreemption, wait, signal, parts }: SubmitForm): boolean {
  const texts = [...resources.names, resources.typed, wait.fence, wait.value, signal.fence, signal.value]
  return texts.some((text) => text.trim() !== '') || work.kind !== 'usual' || disablePreemption || parts.length > 0
}

/** The command's fields, or what is wrong beside those of the form. What is not filled in is not sent. */
export function readSubmit(form: SubmitForm, isKnown: IsKnown): SubmitRead {
  const errors: SubmitErrors = {}
  const { engine, priority, disablePreemption } = form
  const time = form.parts.length === 0 ? readDuration(form, errors) : readParts(form, isKnown, errors)
  const context = readContext(form, errors)
  const unknown = typedProblem(form.resources, isKnown)
  if (unknown !== null) errors.resources = unknown
  const resources = namesOf(form.resources)
  const work = readWork(form.work, engine)
  if (!work.ok) errors.work = work.errors
  const wait = readFence(form.wait, 'wait', errors)
  const signal = readFence(form.signal, 'signal', errors)
  if (time === null || Object.keys(errors).length > 0 || !work.ok) return { ok: false, errors }
  return {
    ok: true,
    value: {
      engine,
      priority,
      ...time,
      ...(context === '' ? {} : { context }),
      ...(resources.length === 0 ? {} : { resources }),
      ...(work.work === undefined ? {} : { work: work.work }),
      ...(wait === undefined ? {} : { wait }),
      ...(signal === undefined ? {} : { signal }),
      ...(disablePreemption ? { disablePreemption } : {}),
    },
  }
}

/** @returns null, as do the next ones: something is wrong with it, which is in the errors now */
function readDuration({ duration }: SubmitForm, errors: SubmitErrors): Pick<SubmitSpec, 'gpuTime'> | null {
  const read = parseDuration(duration, 1, MOST_DURATION, 'ms')
  if (read.ok) return { gpuTime: read.value }
  errors.duration = read.message
  return null
}

/** Their times are that of the packet (GP-17). */
function readParts(
  { parts: rows }: SubmitForm,
  isKnown: IsKnown,
  errors: SubmitErrors,
): Required<Pick<SubmitSpec, 'gpuTime' | 'parts'>> | null {
  const times = readTimes(
    rows.map(({ gpuTime }) => gpuTime),
    { least: 1, most: MOST_DURATION },
  )
  const parts: { gpuTime: number; resources: string[] }[] = []
  const wrong: Record<number, PartErrors> = {}
  for (const [index, { key, resources }] of rows.entries()) {
    const time = times[index]!
    const unknown = typedProblem(resources, isKnown)
    if (time.ok && unknown === null) parts.push({ gpuTime: time.value, resources: namesOf(resources) })
    else
      wrong[key] = {
        ...(time.ok ? {} : { gpuTime: time.message }),
        ...(unknown === null ? {} : { resources: unknown }),
      }
  }
  if (parts.length === rows.length) return { gpuTime: parts.reduce((sum, { gpuTime }) => sum + gpuTime, 0), parts }
  errors.parts = wrong
  return null
}

function readContext(form: SubmitForm, errors: SubmitErrors): string {
  const context = parseContext(form.context)
  if (context.ok) return context.value
  errors.context = context.message
  return ''
}

function readValue(text: string): Parsed<number> {
  if (text.trim() === '') return { ok: false, message: 'Enter the value of the fence, for example 1.' }
  return parseWhole(text, 0, Number.MAX_SAFE_INTEGER)
}

/** @returns undefined: nothing is filled in, or something is wrong with it */
function readFence(text: FenceText, which: 'wait' | 'signal', errors: SubmitErrors): SubmitSpec['wait'] {
  const fence = text.fence.trim()
  if (fence === '' && text.value.trim() === '') return undefined
  const value = readValue(text.value)
  const problem = fence === '' ? 'Enter the name of the fence.' : tooLong(fence, MOST_FENCE, 'The fence’s name')
  if (problem === null && value.ok) return { fence, value: value.value }
  errors[which] = { ...(problem === null ? {} : { fence: problem }), ...(value.ok ? {} : { value: value.message }) }
  return undefined
}
