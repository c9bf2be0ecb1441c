/** What is compared beside the session: its views outlive a restart of the simulation. */
import type {
  BranchComparisonView,
  CommandResult,
  DifferenceView,
  InputView,
  RecordsView,
  VariantComparisonView,
} from '../../../preload/contract'
import { OwnPolicies } from '../commands/own-policies'
import { type Scenario, shownValue } from '../scenario'
import type { RecordsAsked } from './comparison/records/records'
import { reportHtml, reportName } from './comparison/report'
import { type VariedRun, variantLabel } from './comparison/variants'
import { ComparisonSlot } from './comparisons'
import type { StartTasks } from './tasks'
import {
  type BranchWork,
  type DifferenceWork,
  type RecordsWork,
  runBranches,
  runDifference,
  runRecords,
  runVariants,
  type VariantWork,
  workloadText,
} from './work'

export type LaboratoryPart =
  | 'variants'
  | 'difference'
  | 'variantRecords'
  | 'comparisonInput'
  | 'branchComparison'
  | 'ownPolicies'

/** A file that was opened to be compared on. */
export interface ComparisonFile {
  title: string
  scenario: Scenario
}

/** A comparison with what it was of, to go on with in another session. */
export interface Compared {
  readonly work: VariantWork
  readonly shown: Pick<Laboratory, 'variants' | 'difference' | 'records'>
  readonly file: ComparisonFile | null
  /** what the file that it was of is called, which has it still; null: it was of a session */
  readonly fileCompared: string | null
}

const NOTHING_COMPARED: CommandResult = { ok: false, message: 'Nothing is compared yet. Press Compare first.' }

const NOT_OF_SESSION =
  'What was compared is not of the run that is shown: compare on this session, then open a run of the table.'
const YET_TO_COME =
  'The runs of the table have steps that the scenario has yet to play: let it play them, compare again, then open a run.'

const FINDING_RECORDS = 'The records of a number are being found. Cancel that first.'

export class Laboratory {
  variants: VariantComparisonView | null = null
  difference: DifferenceView | null = null
  records: RecordsView | null = null
  branches: BranchComparisonView | null = null
  readonly ownPolicies = new OwnPolicies(() => this.changed('ownPolicies'))
  private file: ComparisonFile | null = null
  /** what `variants` is of */
  private work: VariantWork | null = null
  /** of the run that is shown, the branch that `work` was of */
  private branch: number | null = null
  /** what the file of `work` is called, also when another one is open by now; null: it is of a session */
  fileCompared: string | null = null
  private readonly comparing: ComparisonSlot<VariantWork, VariantComparisonView>
  private readonly differing: ComparisonSlot<DifferenceWork, DifferenceView>
  private readonly recording: ComparisonSlot<RecordsWork, RecordsView>
  private readonly parting: ComparisonSlot<BranchWork, BranchComparisonView>

  /**
   * @param start undefined: nothing can be compared here
   * @param changed a view is another one
   */
  constructor(
    start: StartTasks | undefined,
    private readonly changed: (part: LaboratoryPart) => void,
  ) {
    this.comparing = new ComparisonSlot(start && ((work, watch) => runVariants(work, start, watch)))
    this.differing = new ComparisonSlot(start && ((work, watch) => runDifference(work, start, watch)))
    this.recording = new ComparisonSlot(start && ((work, watch) => runRecords(work, start, watch)), FINDING_RECORDS)
    this.parting = new ComparisonSlot(start && ((work, watch) => runBranches(work, start, watch)))
  }

  /** The file that is open to be compared on; null: none is */
  get input(): Scenario | null {
    return this.file?.scenario ?? null
  }

  get inputView(): InputView | null {
    if (this.file === null) return null
    const { title, scenario } = this.file
    return { title: shownValue(title), steps: scenario.steps.length, until: scenario.until }
  }

  open(file: ComparisonFile | null): void {
    this.file = file
    this.changed('comparisonInput')
  }

  /** Why nothing can begin now; null: it can */
  get problem(): string | null {
    return this.comparing.problem ?? this.differing.problem ?? this.recording.problem
  }

  /** To be asked for when there is no problem. */
  compare(work: VariantWork): void {
    this.work = work
    this.branch = work.branch
    this.fileCompared = work.branch === null ? (this.file?.title ?? null) : null
    this.show('difference', null)
    this.show('records', null)
    this.comparing.start(work, (view) => this.show('variants', this.asOfNow(work, view)))
  }

  /** @param one index of a row @param other index of another */
  differ(one: number, other: number): CommandResult {
    const pair = [this.work?.variants[one], this.work?.variants[other]] as const
    const asked = this.ask()
    if ('ok' in asked) return asked
    const [a, b] = pair
    if (a === undefined || b === undefined || one === other)
      return { ok: false, message: 'Choose two different runs of the table.' }
    const { scenario, from } = asked
    this.differing.start({ scenario, from, variants: [a, b] }, (view) => this.show('difference', view))
    return { ok: true }
  }

  /**
   * Those of another number take the place of what is being found: who presses numbers in turn has finished with the first.
   * @param row its index
   */
  showRecords(row: number, asked: RecordsAsked): CommandResult {
    const work = this.ask(this.comparing.problem ?? this.differing.problem)
    if ('ok' in work) return work
    const variant = work.variants[row]
    if (variant === undefined) return { ok: false, message: 'The table has no such row any more.' }
    const { scenario, from } = work
    if (this.recording.isRunning) this.recording.cancel()
    this.recording.start({ scenario, from, variant, asked }, (view) => this.show('records', view))
    return { ok: true }
  }

  /** The run of a row, as one of the session's own can be made of it (LB-06). @param row its index */
  runOf(row: number): VariedRun | CommandResult {
    const { work, branch } = this
    if (work === null) return NOTHING_COMPARED
    const variant = work.variants[row]
    if (variant === undefined) return { ok: false, message: 'The table has no such row any more.' }
    if (branch === null) return { ok: false, message: NOT_OF_SESSION }
    const { scenario, from, done: steps } = work
    if (steps < scenario.steps.length) return { ok: false, message: YET_TO_COME }
    return { branch, steps, from, until: scenario.until, variant, label: variantLabel(variant, scenario) }
  }

  /** What was compared, of a file or a run that is over, so that another session can go on with it. */
  compared(): Compared | CommandResult {
    const { problem, work, variants, difference, records, file, fileCompared } = this
    if (problem !== null) return { ok: false, message: problem }
    if (work === null || variants?.state !== 'done') return NOTHING_COMPARED
    return { work, shown: { variants, difference, records }, file, fileCompared }
  }

  /** What was compared in another session is of this one's branch. @param branch id of it */
  goOnWith({ work, shown: { variants, difference, records }, file, fileCompared }: Compared, branch: number): void {
    const goesOn = { ...work, branch, done: work.scenario.steps.length }
    this.work = goesOn
    this.branch = branch
    this.fileCompared = fileCompared
    for (const { policy } of work.variants)
      if (policy !== undefined && typeof policy !== 'string') this.ownPolicies.add(policy)
    this.open(file)
    this.show('variants', variants && this.asOfNow(goesOn, variants))
    this.show('difference', difference)
    this.show('records', records)
  }

  /** LB-06, of two lines of the run (LB-02) */
  compareBranches(work: BranchWork): CommandResult {
    const { problem } = this.parting
    if (problem !== null) return { ok: false, message: problem }
    this.parting.start(work, (view) => {
      this.branches = view
      this.changed('branchComparison')
    })
    return { ok: true }
  }

  /** Another run begins: what was compared stays, but its moments and its branches are of no run that there is. */
  runEnded(): void {
    this.cancelBranches()
    if (this.branches !== null) {
      this.branches = null
      this.changed('branchComparison')
    }
    this.branch = null
    if (this.work !== null && this.variants !== null) this.show('variants', this.asOfNow(this.work, this.variants))
  }

  cancelBranches(): CommandResult {
    return this.parting.cancel()
  }

  cancel(): CommandResult {
    const running = [this.comparing, this.differing, this.recording].filter((slot) => slot.isRunning)
    if (running.length === 0) return this.comparing.cancel()
    for (const slot of running) slot.cancel()
    return { ok: true }
  }

  /**
   * The comparison as one file (LB-18).
   * @param called what a session is called that has no name in it; null: nothing yet
   * @returns null: there is none that is whole
   */
  report(called: string | null = null): string | null {
    const { variants, difference, work, branch, fileCompared } = this
    if (work === null || variants === null || variants.frontier === null || variants.advice === null) return null
    const { rows, curves, frontier, advice, from, until, seed, derived } = variants
    const comparison = { rows, curves, frontier, advice }
    const told = difference?.difference ?? null
    const what = branch === null && fileCompared !== null ? 'scenario' : 'session'
    const name = reportName(work.scenario, what, fileCompared ?? called)
    return reportHtml({ name, seed, from, until, derived, comparison, difference: told })
  }

  /** A session is “this” one only while its run is the one that is shown. */
  private asOfNow({ scenario, from }: VariantWork, view: VariantComparisonView): VariantComparisonView {
    const { branch, fileCompared } = this
    const session = branch !== null ? 'shown' : fileCompared === null ? 'over' : null
    return { ...view, branch, workload: workloadText(scenario, from, session) }
  }

  private ask(problem = this.problem): VariantWork | CommandResult {
    const { work } = this
    if (problem !== null) return { ok: false, message: problem }
    return work ?? NOTHING_COMPARED
  }

  private show<Part extends 'variants' | 'difference' | 'records'>(part: Part, view: this[Part]): void {
    this[part] = view
    this.changed(part === 'records' ? 'variantRecords' : part)
  }
}
