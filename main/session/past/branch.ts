/** A branch of a run, and all those of a run that is over (LB-02). */
import type { BranchView } from '../../../preload/contract'
import type { VariedRun } from '../laboratory/comparison/variants'
import type { Step } from '../scenario'
import type { Parted } from './deleted'
import type { Line, LineBeginning } from './line'

export interface Branch extends Parted {
  /** 0: it is none yet */
  id: number
  name: string
  /** a person has given it its name */
  isNamed: boolean
  readonly began: LineBeginning
  /** null: the system that is shown stands at its end */
  line: Line | null
  /** null: a person's own; else the run that was compared, by `runKey` */
  readonly run: string | null
}

/** A run that another has taken the place of: its lines, and no system. */
export interface EndedRun {
  readonly branches: Branch[]
  /** that which was shown */
  readonly shown: Branch
  /** of that one, to its end */
  readonly line: Line
  readonly lastId: number
  readonly forgotten: number
}

/** What comes of the input and power of the real operating system (TN-22, TN-23); that a person had it simulated is in `idle`. */
const OF_THE_OS: ReadonlySet<Step['verb']> = new Set(['idle', 'suspend', 'resume', 'lock', 'unlock'])

/** Nobody did anything in it, and it has no other branch: time may have passed, and a file's steps been played. */
export function isUntouched({ branches, line }: EndedRun): boolean {
  const { steps, played, project, handChanges, idle } = line
  const isDone = steps.some(({ verb }, index) => played[index] === undefined && !OF_THE_OS.has(verb))
  // that another device is unsaved is of the run that begins on it
  const isEdited = project.some(({ change, isOfRun }) => !isOfRun && change.kind !== 'touch')
  return branches.length === 1 && !isDone && !isEdited && handChanges.length + idle.length === 0
}

/** Of a run that was compared, while the session has the line that it is of. */
export function runKey({ branch, steps, from, until, variant }: VariedRun): string {
  return JSON.stringify([branch, steps, from, until, variant])
}

/** As the page shows it. */
export function branchView({ id, name, parent, from, common, line }: Branch): BranchView {
  const end = line?.end ?? null
  return { id, name, parent, from, end, commands: line === null ? null : line.steps.length - common }
}
