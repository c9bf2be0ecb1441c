/** Work beside the simulation, in pieces that run by themselves: one is done by one process. Plain data in, plain data out. */
import type {
  DefragmentationAlgorithm,
  DefragmentationRow,
  DeviceProfile,
  RunDifference,
  VariantChoice,
  VariantRecords,
} from '../../../preload/contract'
import type { Scenario } from '../scenario'
import {
  comparisonOf,
  differenceOf,
  differenceOfRuns,
  type NamedRun,
  type Pair,
  pairOf,
  type VariantComparison,
} from './comparison/compare'
import { measureVariant, type VariantRun } from './comparison/measure'
import { type RecordsAsked, recordsOf } from './comparison/records/records'
import { devicesOf, type InputFound, inputFound } from './comparison/uses'
import { type DefragmentationTrial, runTrialOf } from './defragmentation-comparison'

/** What is run, and from when on it counts, µs. */
export interface ComparedWork {
  scenario: Scenario
  from: number
}

export type Task =
  | ({ kind: 'variant'; variant: VariantChoice } & ComparedWork)
  /** what the input uses on a device, for all variants of it (LB-11, LB-13); null: its own */
  | ({ kind: 'uses'; device: DeviceProfile | null; variants: readonly VariantChoice[] } & ComparedWork)
  | ({ kind: 'difference'; variants: readonly [VariantChoice, VariantChoice] } & ComparedWork)
  /** two variants with their difference, each run once */
  | ({ kind: 'pair'; variants: readonly [VariantChoice, VariantChoice] } & ComparedWork)
  /** two runs that are no variants of one input (LB-02) */
  | { kind: 'branches'; runs: readonly [NamedRun, NamedRun] }
  | ({ kind: 'records'; variant: VariantChoice; asked: RecordsAsked } & ComparedWork)
  | { kind: 'defragmentation'; trial: DefragmentationTrial; algorithm: DefragmentationAlgorithm }

export type TaskResult =
  | { kind: 'variant'; result: VariantRun }
  | { kind: 'uses'; result: InputFound }
  | { kind: 'difference'; result: RunDifference }
  | { kind: 'pair'; result: Pair }
  | { kind: 'branches'; result: RunDifference }
  | { kind: 'records'; result: VariantRecords }
  | { kind: 'defragmentation'; result: DefragmentationRow }

/**
 * All of a comparison: what the input uses comes first, as no row is whole without it.
 * @param told the first two are one task, with their difference, where there are two
 */
export function comparisonTasks(work: ComparedWork, variants: readonly VariantChoice[], told = false): Task[] {
  const { scenario, from } = work
  const [one, other] = variants
  const pair = told && one !== undefined && other !== undefined ? ([one, other] as const) : null
  return [
    ...devicesOf(variants).map((device) => ({ kind: 'uses' as const, scenario, from, device, variants })),
    ...(pair === null ? [] : [{ kind: 'pair' as const, scenario, from, variants: pair }]),
    ...variants.slice(pair?.length ?? 0).map((variant) => ({ kind: 'variant' as const, scenario, from, variant })),
  ]
}

/** What the tasks of a comparison have come to. @param results of all of them, in their order */
export function comparisonFrom(results: readonly TaskResult[]): {
  comparison: VariantComparison
  difference: RunDifference | null
} {
  const inputs = results.flatMap((one) => (one.kind === 'uses' ? [one.result] : []))
  const pair = results.find((one) => one.kind === 'pair')?.result
  const others = results.flatMap((one) => (one.kind === 'variant' ? [one.result] : []))
  return { comparison: comparisonOf([...(pair?.runs ?? []), ...others], inputs), difference: pair?.difference ?? null }
}

export interface TaskOptions {
  /** 0 to 1: how much of it is done */
  onShare?: (share: number) => void
  /** as for a run: lets the outside world through between slices */
  breathe?: () => Promise<void>
}

/** Does one piece of work, here. */
export async function runTask(task: Task, { onShare, breathe }: TaskOptions = {}): Promise<TaskResult> {
  if (task.kind === 'defragmentation') return { kind: task.kind, result: runTrialOf(task.trial, task.algorithm) }
  const shared = {
    onProgress: (passed: number, whole: number): void => onShare?.(whole === 0 ? 0 : passed / whole),
    ...(breathe === undefined ? {} : { breathe }),
  }
  if (task.kind === 'branches') return { kind: task.kind, result: await differenceOfRuns(task.runs, shared) }
  const { kind, scenario, from } = task
  const options = { ...shared, from }
  switch (kind) {
    case 'variant':
      return { kind, result: await measureVariant(scenario, task.variant, options) }
    case 'uses':
      return { kind, result: await inputFound(scenario, from, task.device, task.variants, options) }
    case 'difference':
      return { kind, result: await differenceOf(scenario, task.variants, options) }
    case 'pair':
      return { kind, result: await pairOf(scenario, task.variants, options) }
    case 'records':
      return { kind, result: await recordsOf(scenario, task.variant, task.asked, options) }
  }
}

/** Is told of pieces of work by their places in the list. */
export interface TaskWatch {
  /** 0 to 1: how much of it is done */
  share(index: number, share: number): void
  done(index: number, result: TaskResult): void
  /** once, and nothing after it. @param message for a person */
  failed(message: string): void
}

/** Work beside the simulation that can be given up: its watcher is told nothing any more. */
export interface RunningWork {
  cancel(): void
}

/** Begins all of it, in processes of their own. */
export type StartTasks = (tasks: readonly Task[], watch: TaskWatch) => RunningWork
