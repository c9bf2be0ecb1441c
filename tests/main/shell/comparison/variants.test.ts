/** Variants in processes of their own (LB-03): the processes are played here, what they send was measured. */
import { describe, expect, test } from 'vitest'
import { measureVariant, type VariantRun } from '../../../../main/session/laboratory/comparison/measure'
import { type Scenario, validateScenario } from '../../../../main/session/scenario'
import type { ComparisonReply, ComparisonRequest } from '../../../../main/shell/comparison/comparison-messages'
import { type ComparisonProcess, runVariants } from '../../../../main/shell/comparison/variants'
import type { PolicyName, VariantComparisonView } from '../../../../preload/contract'

const parsed = validateScenario({ trimline: 1, name: 'work', steps: [{ at: 0, apply: 'Blur' }] })
if (!parsed.ok) throw new Error('the scenario is none')
const workload: Scenario = parsed.scenario
const POLICIES: readonly PolicyName[] = ['none', 'fence-lru', 'creative-app-fixed']
const variants = POLICIES.map((policy) => ({ policy }))

class Played implements ComparisonProcess {
  asked: ComparisonRequest | null = null
  killed = 0
  private reply: (reply: ComparisonReply<VariantRun>) => void = () => {}
  private exit: (code: number) => void = () => {}

  on(
    event: 'message' | 'exit',
    heard: ((reply: ComparisonReply<VariantRun>) => void) | ((code: number) => void),
  ): void {
    if (event === 'message') this.reply = heard as (reply: ComparisonReply<VariantRun>) => void
    else this.exit = heard as (code: number) => void
  }

  postMessage(message: ComparisonRequest): void {
    this.asked = message
  }

  kill(): boolean {
    this.killed++
    return true
  }

  /** Measures its next variant, as the process does. */
  async row(done: number): Promise<void> {
    if (this.asked?.kind !== 'variants') throw new Error('asked for nothing')
    const { work } = this.asked
    const run = await measureVariant(work.workload, work.variants[done - 1]!)
    this.reply({ kind: 'row', row: structuredClone(run), done, total: work.variants.length })
  }

  done(): void {
    this.reply({ kind: 'done' })
  }

  fail(message: string): void {
    this.reply({ kind: 'failed', message })
  }

  end(code: number): void {
    this.exit(code)
  }
}

function begun(most = 2) {
  const processes: Played[] = []
  const views: VariantComparisonView[] = []
  const fork = (): Played => {
    processes.push(new Played())
    return processes.at(-1)!
  }
  const running = runVariants({ workload, variants }, fork, (view) => views.push(view), most)
  return { running, processes, views }
}

describe('variants in processes', () => {
  test('are shared among as many as there are cores, and put together in the order that was asked for [LB-03]', async () => {
    const { processes, views } = begun()
    expect(processes.map(({ asked }) => (asked?.kind === 'variants' ? asked.work.variants : null))).toEqual([
      [{ policy: 'none' }, { policy: 'creative-app-fixed' }],
      [{ policy: 'fence-lru' }],
    ])
    expect(views).toMatchObject([{ state: 'running', done: 0, total: 3, rows: [] }])
    const [one, other] = processes as [Played, Played]
    await one.row(1)
    await one.row(2)
    one.done()
    expect(one.killed).toBe(1)
    expect(views.at(-1)).toMatchObject({ state: 'running', done: 2, advice: null, frontier: null })
    expect(views.at(-1)?.rows.map(({ label }) => label)).toEqual(['none', 'creative-app-fixed'])
    await other.row(1)
    const last = views.at(-1)
    expect(last?.state).toBe('done')
    expect(last?.rows.map(({ label }) => label)).toEqual(POLICIES)
    expect(last?.curves.map(({ label }) => label)).toEqual(POLICIES)
    expect(last?.frontier?.variants).toHaveLength(3)
    expect(last?.advice).not.toBeNull()
  })

  test('no more processes are begun than there are variants, and one where there is one core', () => {
    expect(begun(16).processes).toHaveLength(3)
    expect(begun(1).processes).toHaveLength(1)
  })

  test('cancelled it ends every process, and what still comes changes nothing [LB-03]', async () => {
    const { running, processes, views } = begun()
    await processes[0]!.row(1)
    running.cancel()
    expect(processes.map(({ killed }) => killed)).toEqual([1, 1])
    const count = views.length
    expect(views.at(-1)).toMatchObject({ state: 'cancelled', done: 1 })
    await processes[1]!.row(1)
    processes[1]!.end(15)
    expect(views).toHaveLength(count)
  })

  test('a process that fails, or ends before it is done, is said', () => {
    const failed = begun()
    failed.processes[0]!.fail('out of memory')
    expect(failed.views.at(-1)).toMatchObject({ state: 'failed', message: 'The comparison failed: out of memory' })
    const ended = begun()
    ended.processes[1]!.end(133)
    expect(ended.views.at(-1)).toMatchObject({
      state: 'failed',
      message: 'A comparison process ended with code 133. Try again.',
    })
    expect(ended.processes.every(({ killed }) => killed === 1)).toBe(true)
  })
})
