/** Compares variants in processes of their own, one per core at most (LB-03); cancelling ends them. */
import { availableParallelism } from 'node:os'
import type { VariantComparisonView } from '../../../preload/contract'
import { comparisonOf } from '../../session/laboratory/comparison/compare'
import type { VariantRun } from '../../session/laboratory/comparison/measure'
import type { RunningComparison, VariantWork } from '../../session/laboratory/comparisons'
import { type Scenario, shownValue } from '../../session/scenario'
import { log } from '../log'
import type { ComparisonReply, ComparisonRequest } from './comparison-messages'

/** What was run, in a line. */
export function workloadText({ name, steps, until }: Scenario): string {
  return `${shownValue(name)}: ${steps.length} steps, ${(until / 1e6).toFixed(2)} s`
}

/** A process that gets one request and answers with rows. */
export interface ComparisonProcess {
  on(event: 'message', heard: (reply: ComparisonReply<VariantRun>) => void): unknown
  on(event: 'exit', heard: (code: number) => void): unknown
  postMessage(message: ComparisonRequest): void
  kill(): boolean
}

/**
 * @param fork starts a process
 * @param watch gets the first view at once, and the last one exactly once
 * @param most processes beside each other
 */
export function runVariants(
  work: VariantWork,
  fork: () => ComparisonProcess,
  watch: (comparison: VariantComparisonView) => void,
  most = availableParallelism(),
): RunningComparison {
  const comparison = new Variants(work, fork, watch, most)
  return { cancel: () => comparison.end({ state: 'cancelled' }) }
}

class Variants {
  private view: VariantComparisonView
  /** of each variant, as soon as it is there */
  private readonly runs: (VariantRun | undefined)[]
  private readonly children: ComparisonProcess[] = []

  constructor(
    { workload, variants }: VariantWork,
    private readonly fork: () => ComparisonProcess,
    private readonly watch: (comparison: VariantComparisonView) => void,
    most: number,
  ) {
    this.runs = variants.map(() => undefined)
    this.view = {
      state: 'running',
      done: 0,
      total: variants.length,
      workload: workloadText(workload),
      rows: [],
      curves: [],
      until: workload.until,
      frontier: null,
      advice: null,
      message: null,
    }
    const processes = Math.min(most, variants.length)
    for (let first = 0; first < processes; first++) {
      // every so manieth, so that the first ones are there first
      const own = variants.flatMap((_variant, index) => (index % processes === first ? [index] : []))
      this.begin(own, { workload, variants: own.flatMap((index) => variants[index] ?? []) })
    }
    watch(this.view)
  }

  /** @param own which of all variants these are */
  private begin(own: readonly number[], work: VariantWork): void {
    const child = this.fork()
    this.children.push(child)
    let over = false
    child.on('message', (reply: ComparisonReply<VariantRun>) => {
      if (reply.kind === 'failed')
        return this.end({ state: 'failed', message: `The comparison failed: ${reply.message}` })
      if (reply.kind === 'row') return this.add(own[reply.done - 1] ?? 0, reply.row)
      over = true
      child.kill()
    })
    child.on('exit', (code) => {
      if (over || this.view.state !== 'running') return
      log(`a comparison process ended with code ${code}`)
      this.end({ state: 'failed', message: `A comparison process ended with code ${code}. Try again.` })
    })
    child.postMessage({ kind: 'variants', work })
  }

  private add(index: number, run: VariantRun): void {
    this.runs[index] = run
    const there = this.runs.flatMap((one) => one ?? [])
    const done = there.length
    const { rows, curves, frontier, advice } = comparisonOf(there)
    if (done < this.view.total) this.show({ done, rows, curves })
    else this.end({ state: 'done', done, rows, curves, frontier, advice })
  }

  private show(change: Partial<VariantComparisonView>): void {
    if (this.view.state !== 'running') return
    this.view = { ...this.view, ...change }
    this.watch(this.view)
  }

  /** What comes later is of nobody. */
  end(change: Partial<VariantComparisonView>): void {
    this.show(change)
    for (const child of this.children) child.kill()
  }
}
