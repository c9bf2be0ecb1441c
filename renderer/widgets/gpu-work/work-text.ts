/** What GPU work is made of, as it is typed. Knows no React. */
import { COMPUTE_WORK, type EngineName, GRAPHICS_WORK, type PacketWork } from '../../../preload/contract'
import { parseWhole } from '../parse'

type CountName = keyof typeof GRAPHICS_WORK | keyof typeof COMPUTE_WORK

export type WorkKind = 'usual' | 'graphics' | 'compute'

export interface WorkText {
  /** counts of another kind than this one are kept, and mean nothing */
  kind: WorkKind
  /** what is empty is as usual */
  counts: Partial<Record<CountName, string>>
}

export type WorkErrors = Partial<Record<CountName, string>>

export type WorkRead = { ok: true; work: PacketWork | undefined } | { ok: false; errors: WorkErrors }

interface Count {
  name: CountName
  label: string
  /** where nothing is written */
  usual: number
}

const graphics = (name: keyof typeof GRAPHICS_WORK, label: string): Count => ({
  name,
  label,
  usual: GRAPHICS_WORK[name],
})
const compute = (name: keyof typeof COMPUTE_WORK, label: string): Count => ({ name, label, usual: COMPUTE_WORK[name] })

/** From coarse to fine, each per one of what stands before it. */
export const WORK_COUNTS: Readonly<Record<WorkKind, readonly Count[]>> = {
  usual: [],
  graphics: [
    graphics('draws', 'draws'),
    graphics('primitives', 'primitives per draw'),
    graphics('triangles', 'triangles per primitive'),
    graphics('pixels', 'pixels per triangle'),
    graphics('instructions', 'instructions per pixel'),
  ],
  compute: [
    compute('dispatches', 'dispatches'),
    compute('threadGroups', 'thread groups per dispatch'),
    compute('threads', 'threads per thread group'),
    compute('instructions', 'instructions per thread'),
  ],
}

export const USUAL_WORK: Readonly<WorkText> = { kind: 'usual', counts: {} }

/** What work of an engine can be made of; copies and video have no inner structure (GP-06). */
export function kindsOn(engine: EngineName): readonly WorkKind[] {
  if (engine === '3d') return ['usual', 'graphics', 'compute']
  return engine === 'compute' ? ['usual', 'compute'] : ['usual']
}

/** The kind that is shown and sent: one that the engine has not is as if nobody had said it. */
export function kindOn(engine: EngineName, { kind }: WorkText): WorkKind {
  return kindsOn(engine).includes(kind) ? kind : 'usual'
}

export function workText(work: PacketWork | undefined): WorkText {
  if (work === undefined) return USUAL_WORK
  const counts: WorkText['counts'] = {}
  const kind = 'draws' in work ? 'graphics' : 'compute'
  const said: Partial<Record<CountName, number>> = work
  for (const { name } of WORK_COUNTS[kind]) counts[name] = String(said[name])
  return { kind, counts }
}

/** @returns what the command takes, with nothing left out of it; or what is wrong beside each count */
export function readWork(text: WorkText, engine: EngineName): WorkRead {
  const kind = kindOn(engine, text)
  if (kind === 'usual') return { ok: true, work: undefined }
  const errors: WorkErrors = {}
  const count = (name: CountName, usual: number): number => {
    const typed = text.counts[name] ?? ''
    if (typed.trim() === '') return usual
    const read = parseWhole(typed, 1, Number.MAX_SAFE_INTEGER)
    if (read.ok) return read.value
    errors[name] = read.message
    return 1
  }
  const work: PacketWork =
    kind === 'graphics'
      ? {
          draws: count('draws', GRAPHICS_WORK.draws),
          primitives: count('primitives', GRAPHICS_WORK.primitives),
          triangles: count('triangles', GRAPHICS_WORK.triangles),
          pixels: count('pixels', GRAPHICS_WORK.pixels),
          instructions: count('instructions', GRAPHICS_WORK.instructions),
        }
      : {
          dispatches: count('dispatches', COMPUTE_WORK.dispatches),
          threadGroups: count('threadGroups', COMPUTE_WORK.threadGroups),
          threads: count('threads', COMPUTE_WORK.threads),
          instructions: count('instructions', COMPUTE_WORK.instructions),
        }
  const product = Object.values(work).reduce((all, one) => all * one, 1)
  if (Object.keys(errors).length === 0 && product > Number.MAX_SAFE_INTEGER)
    errors.instructions = `Found counts that multiply to ${product.toExponential(1)}, expected less than 2^53. Lower some of them.`
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, work }
}
