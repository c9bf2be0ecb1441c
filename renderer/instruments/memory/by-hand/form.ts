/** Resources of no effect, and work that uses a set: the forms' text, and what it means (SC-13). Knows no React. */
import {
  APP,
  type LooseResourceSpec,
  type PoolHeap,
  type ResidencyPriority,
  type SessionCommand,
} from '../../../../preload/contract'
import type { SubmitEngine } from '../../../glossary/engines'
import { GIB } from '../../../widgets/format'
import { parseContext } from '../../../widgets/gpu-work/context'
import { parseDuration, parseName, parseSize } from '../../../widgets/parse'
import { type ChosenText, type IsKnown, namesOf, typedProblem } from '../../../widgets/resource-picker/chosen'

export interface LooseText {
  name: string
  size: string
  heap: PoolHeap
  resident: boolean
  priority: ResidencyPriority
}

export interface LooseErrors {
  name?: string
  size?: string
}

export interface SetText {
  chosen: ChosenText
  engine: SubmitEngine
  gpuTime: string
  /** empty: the app's own */
  context: string
}

export interface SetErrors {
  chosen?: string
  gpuTime?: string
  context?: string
}

type UseCommand = Extract<SessionCommand, { kind: 'use' }>

const LARGEST = 64 * GIB
/** µs */
const LONGEST = 3_600_000_000

export const FIRST_LOOSE: LooseText = {
  name: 'Loose',
  size: '64 MiB',
  heap: 'default',
  resident: false,
  priority: 'normal',
}

export const FIRST_SET: SetText = { chosen: { names: [], typed: '' }, engine: '3d', gpuTime: '1 ms', context: '' }

/** The same again under the next name: `Loose` → `Loose 2`, `Frame 9` → `Frame 10`. */
export function nextName(name: string): string {
  const [, stem = name, number] = /^(.*?)(?: (\d+))?$/.exec(name.trim()) ?? []
  return `${stem} ${number === undefined ? 2 : Number(number) + 1}`
}

/** @param taken names that something has */
export function readLoose(
  { name, size, heap, resident, priority }: LooseText,
  taken: readonly string[],
): { ok: true; value: LooseResourceSpec } | { ok: false; errors: LooseErrors } {
  const called = parseName(name, 'resource', taken)
  const bytes = parseSize(size, 1, LARGEST)
  if (!called.ok || !bytes.ok)
    return {
      ok: false,
      errors: { ...(called.ok ? {} : { name: called.message }), ...(bytes.ok ? {} : { size: bytes.message }) },
    }
  return {
    ok: true,
    value: {
      name: called.value,
      size: bytes.value,
      ...(heap === 'default' ? {} : { heap }),
      ...(resident ? { resident } : {}),
      ...(priority === 'normal' ? {} : { priority }),
    },
  }
}

/** An empty set is one, too: work that uses nothing. @param isKnown whether there is a resource of that name */
export function readSet(
  text: SetText,
  isKnown: IsKnown,
): { ok: true; value: Omit<UseCommand, 'kind'> } | { ok: false; errors: SetErrors } {
  const unknown = typedProblem(text.chosen, isKnown)
  const time = parseDuration(text.gpuTime, 1, LONGEST, 'ms')
  const context = parseContext(text.context)
  if (unknown !== null || !time.ok || !context.ok)
    return {
      ok: false,
      errors: {
        ...(unknown === null ? {} : { chosen: unknown }),
        ...(time.ok ? {} : { gpuTime: time.message }),
        ...(context.ok ? {} : { context: context.message }),
      },
    }
  return {
    ok: true,
    value: {
      set: namesOf(text.chosen),
      engine: text.engine,
      gpuTime: time.value,
      ...(context.value === '' || context.value === APP ? {} : { context: context.value }),
    },
  }
}
