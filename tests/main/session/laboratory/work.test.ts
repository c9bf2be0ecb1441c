/** What the page is shown of work beside the simulation, with tasks that are done by hand (LB-03, LB-06). */
import { describe, expect, it } from 'vitest'
import { measureVariant } from '../../../../main/session/laboratory/comparison/measure'
import type { StartTasks, Task, TaskResult, TaskWatch } from '../../../../main/session/laboratory/tasks'
import { runTask } from '../../../../main/session/laboratory/tasks'
import { runBranches, runDifference, runRecords, runVariants, trialsOf } from '../../../../main/session/laboratory/work'
import type { Scenario } from '../../../../main/session/scenario'
import type {
  BranchComparisonView,
  DefragmentationComparisonView,
  DifferenceView,
  RecordsView,
  VariantComparisonView,
  WorkView,
} from '../../../../preload/contract'
import { quietSystem, S, scenarioOf } from '../../support/world'

const scenario: Scenario = scenarioOf({
  name: 'short',
  seed: 7,
  system: quietSystem(),
  app: { effects: [{ name: 'A', resources: [{ name: 'r', size: '64KiB', resident: false }] }] },
  steps: [{ at: 0, apply: 'A' }],
  until: '100ms',
})

/** Tasks that are begun, and done only by who tests. */
class Begun {
  tasks: readonly Task[] = []
  watch: TaskWatch = { share: () => {}, done: () => {}, failed: () => {} }
  cancelled = false
  readonly start: StartTasks = (tasks, watch) => {
    this.tasks = tasks
    this.watch = watch
    return {
      cancel: () => {
        this.cancelled = true
      },
    }
  }

  async do(index: number): Promise<TaskResult> {
    const task = this.tasks[index]
    if (task === undefined) throw new Error(`there is no task ${index}`)
    const result = await runTask(task)
    this.watch.done(index, result)
    return result
  }
}

/** The views that it shows, of two variants of the scenario. */
function comparing(input = scenario, from = 0, branch: number | null = 3) {
  const begun = new Begun()
  const views: VariantComparisonView[] = []
  const work = { scenario: input, from, variants: [{ policy: 'none' }, {}] as const, branch, done: 1 }
  const running = runVariants(work, begun.start, (view) => views.push(view))
  return { begun, views, running, last: () => views[views.length - 1] }
}

const stateOf = (view: WorkView | undefined) => [view?.state, view?.done, view?.share]

describe('a comparison [LB-03]', () => {
  it('is on this session where nobody has named it: the window has another title, or the name of its file', () => {
    const untitled = { ...scenario, name: 'untitled' }
    const on = (branch: number | null) => comparing(untitled, 0, branch).views[0]?.workload
    expect([on(3), on(null)]).toEqual(['this session: 1 step, 100 ms', '“untitled”: 1 step, 100 ms'])
  })

  it('is shown at once, before anything is done', () => {
    const { views, begun } = comparing()
    expect(views).toMatchObject([
      {
        state: 'running',
        done: 0,
        total: 2,
        share: 0,
        message: null,
        workload: '“short”: 1 step, 100 ms',
        seed: 7,
        branch: 3,
      },
    ])
    expect(views).toMatchObject([{ rows: [], curves: [], from: 0, until: 100_000, frontier: null, advice: null }])
    // what the input uses, which every row is held against, and each variant
    expect(begun.tasks.map(({ kind }) => kind)).toEqual(['uses', 'variant', 'variant'])
  })

  it('says what it is of: the part that counts, and how many steps', () => {
    const two = { ...scenario, until: 3 * S, steps: [...scenario.steps, ...scenario.steps] }
    expect(comparing(two, S).views[0]?.workload).toMatch(/^“short”: 2 steps, from .*1.* to .*3/)
    const many = { ...scenario, steps: Array.from({ length: 1234 }, () => scenario.steps[0]!) }
    expect(comparing(many).views[0]?.workload).toBe('“short”: 1,234 steps, 100 ms')
  })

  it('says what of an imported recording was derived rather than recorded [LB-19]', () => {
    expect(comparing().views[0]?.derived).toEqual([])
    const imported = { ...scenario, derived: ['gpuTime: 20 us each', 'size:\u0007 14 MiB'] }
    // nothing of a file reaches the page that cannot be seen
    expect(comparing(imported).views[0]?.derived).toEqual(['gpuTime: 20 us each', 'size:\\u0007 14 MiB'])
  })

  it('has rows in the order of the variants as they come, and is done when all of it is', async () => {
    const { begun, last, views } = comparing()
    // no row is whole without the bound of the input
    await begun.do(2)
    expect([last()?.rows, stateOf(last())]).toEqual([[], ['running', 1, 0.33]])
    await begun.do(0)
    expect(last()?.rows.map(({ label }) => label)).toEqual([scenario.app.policy])
    expect([last()?.advice, last()?.state]).toEqual([null, 'running'])
    await begun.do(1)
    expect(last()?.rows.map(({ label }) => label)).toEqual(['none', scenario.app.policy])
    expect(last()?.curves.map(({ label }) => label)).toEqual(['none', scenario.app.policy])
    expect(last()?.advice).not.toBeNull()
    expect(stateOf(last())).toEqual(['done', 2, 1])
    expect(last()?.frontier).not.toBeNull()
    expect(views).toHaveLength(4)
    const alone = await measureVariant(scenario, { policy: 'none' })
    expect(last()?.rows[0]?.pageInBytes).toBe(alone.row.pageInBytes)
  })

  it('shows how far it is in hundredths, and only where that is another one', () => {
    const { begun, views } = comparing()
    // of three: 0.1 / 3 = 0.033, 0.11 / 3 = 0.036, 0.5 / 3 = 0.166
    for (const share of [0.1, 0.11, 0.5]) begun.watch.share(1, share)
    expect(views.map(({ share }) => share)).toEqual([0, 0.03, 0.16])
  })

  it('that failed or was given up says so, and nothing after it', () => {
    const failed = comparing()
    failed.begun.watch.failed('out of memory')
    failed.begun.watch.share(0, 0.9)
    expect(failed.last()).toMatchObject({ state: 'failed', message: 'out of memory', share: 0 })
    expect(failed.views).toHaveLength(2)
    const given = comparing()
    given.running.cancel()
    given.begun.watch.failed('too late')
    expect([given.begun.cancelled, given.last()?.state, given.last()?.message]).toEqual([true, 'cancelled', null])
  })
})

describe('one piece of work', () => {
  it('the difference of two runs, by their labels [LB-06]', async () => {
    const begun = new Begun()
    const views: DifferenceView[] = []
    runDifference({ scenario, from: 0, variants: [{}, { policy: 'none' }] }, begun.start, (view) => views.push(view))
    await begun.do(0)
    expect(views).toMatchObject([
      { state: 'running', total: 1, labels: [scenario.app.policy, 'none'], difference: null },
      { state: 'done', done: 1, share: 1, difference: { labels: [scenario.app.policy, 'none'] } },
    ])
  })

  it('that of two branches, by their names [LB-02]', async () => {
    const begun = new Begun()
    const views: BranchComparisonView[] = []
    const run = (label: string) => ({ scenario, variant: {}, label })
    runBranches({ branches: [1, 2], runs: [run('one'), run('two')] }, begun.start, (view) => views.push(view))
    await begun.do(0)
    expect(views).toMatchObject([
      { branches: [1, 2], labels: ['one', 'two'], difference: null },
      { state: 'done', difference: { labels: ['one', 'two'], first: null, resources: { names: '' } } },
    ])
  })

  it('the records of a number [LB-04]', async () => {
    const begun = new Begun()
    const views: RecordsView[] = []
    const asked = { column: 'pageInBytes' } as const
    runRecords({ scenario, from: 0, variant: { policy: 'none' }, asked }, begun.start, (view) => views.push(view))
    await begun.do(0)
    expect(views).toMatchObject([
      { label: 'none', key: 'pageInBytes', resource: null, found: null },
      { state: 'done', found: { sum: 65_536, count: 1 } },
    ])
  })

  it('a result of another kind is nothing', async () => {
    const begun = new Begun()
    const views: DifferenceView[] = []
    runDifference({ scenario, from: 0, variants: [{}, {}] }, begun.start, (view) => views.push(view))
    begun.watch.done(0, await runTask({ kind: 'uses', scenario, from: 0, device: null, variants: [] }))
    expect(views.at(-1)).toMatchObject({ state: 'done', difference: null })
  })
})

describe('trials of defragmentation [DF-16]', () => {
  it('are one of each algorithm, and their rows come in that order', async () => {
    const begun = new Begun()
    const slot = trialsOf(begun.start)
    const views: DefragmentationComparisonView[] = []
    slot.start({ pools: [], maxBytesPerPass: 0, maxAllocationsPerPass: 0 }, (view) => views.push(view))
    expect([slot.isRunning, views[0]?.total]).toEqual([true, 3])
    for (const index of [2, 0, 1]) await begun.do(index)
    expect(views.at(-1)?.rows.map(({ algorithm }) => algorithm)).toEqual(['fast', 'balanced', 'full'])
    expect([views.at(-1)?.state, slot.isRunning]).toEqual(['done', false])
  })

  it('are none where nothing can be started', () => {
    expect(trialsOf(undefined).problem).toBe('Comparisons are not available here.')
  })
})
