/** What reading takes of memory, by the measure of `npm run torture -- mutate`, for steps of every kind (SC-02). */
import { expect, it } from 'vitest'
import { parseScenario, problemsToText } from '../../../main/session/scenario'
import type { Verb } from '../../../main/session/scenario/format/types'
import { STEPS } from './every-step'
import { peakOf } from './peak'

const MIB = 2 ** 20
/** what is collected late: garbage that outlived a collection or two, and code */
const LATE = 16 * MIB
/** the largest of a file's kind: a small one says little beside the room for what is new */
const FILE = 4 * MIB

/** Kinds whose steps have parts of their own, lists among them, or defaults for most of what they leave out. */
const WITH_PARTS = [
  'addEffect',
  'allocate',
  'defragment',
  'defragmentation',
  'expect',
  'layout',
  'makeResident',
  'notify',
  'setConstants',
  'submit',
  'system',
  'use',
] as const satisfies Verb[]

/** A file of some MB with steps of these kinds in turn, and with what they name. */
function fileOf(verbs: readonly Verb[]): Uint8Array {
  const named = { at: 0, allocate: { name: 'x', size: '64KiB' } }
  const steps: object[] = [named]
  for (let bytes = 0, i = 0; bytes < FILE; i++) {
    const verb = verbs[i % verbs.length] as Verb
    const step = { at: i, [verb]: STEPS[verb](i) }
    steps.push(step)
    bytes += JSON.stringify(step).length
  }
  const app = { clips: [{ name: 'clip', width: 64, height: 64 }] }
  return new TextEncoder().encode(JSON.stringify({ trimline: 1, app, steps }))
}

const others = (Object.keys(STEPS) as Verb[]).filter((verb) => !WITH_PARTS.some((own) => own === verb))

it.each([...WITH_PARTS.map((verb) => ({ kinds: verb, verbs: [verb] })), { kinds: 'all others', verbs: others }])(
  'steps of the kind $kinds take less than ten times their file [SC-02]',
  ({ verbs }) => {
    const bytes = fileOf(verbs)
    let wrong: string | null = null
    const peak = peakOf(() => {
      const parsed = parseScenario(bytes)
      wrong = parsed.ok ? '' : problemsToText(parsed.problems.slice(0, 3), 'file')
    })
    expect(wrong).toBe('')
    expect(peak).toBeLessThan(10 * bytes.length + LATE)
  },
  60_000,
)
