/** The command `compare`: one scenario under several variants, or preemption models and granularities (SC-06, LB-04). */

import {
  COMPARED,
  COMPARED_PREEMPTION,
  formatCount,
  unusedText,
  type VariantRow,
  variantCell,
} from '../../preload/contract'
import { whyNotOn } from '../session/document/device'
import { byPlaces } from '../session/document/device-text'
import { findingsText } from '../session/laboratory/comparison/cells'
import type { VariantComparison } from '../session/laboratory/comparison/compare'
import { preemptionChoices } from '../session/laboratory/comparison/preemption'
import { reportHtml, reportName } from '../session/laboratory/comparison/report'
import { type Dimensions, dimensionsOf, MOST_DIMENSIONS, variantsOf } from '../session/laboratory/comparison/variants'
import { comparisonFrom, comparisonTasks } from '../session/laboratory/tasks'
import { type Scenario, shownLines } from '../session/scenario'
import type { ProfileName } from '../session/scenario/profiles'
import { headOf, readInputs, refuseStdinTwice } from './inputs'
import { type CliIo, STDIN, UsageError } from './io'
import { voice, writeOutput } from './output'
import { planEach } from './outputs'
import { type PolicyArgument, policyFilesOf, readPolicies } from './policies'
import { withProgress } from './progress'
import { EXIT, type Exit } from './run'
import { derivedLine, oneLine, wholeLine } from './summary-text'
import { type Column, tableText } from './table'
import { resultsOf } from './workers'

export interface CompareCommandOptions {
  policies?: readonly PolicyArgument[]
  /** bytes */
  budgets?: readonly number[]
  profiles?: readonly ProfileName[]
  preemption?: true
  seed?: number
  json?: string
  html?: string
}

/** What of a comparison is printed and written. */
interface Told {
  title: string
  text: string
  rows: readonly object[]
}

/**
 * Runs the file once for each of what is compared.
 * @throws UsageError when it is not said what to compare, or something cannot be written
 */
export async function compareCommand(file: string, options: CompareCommandOptions, io: CliIo): Promise<Exit> {
  const { budgets, profiles, preemption } = options
  refuseStdinTwice([file, ...policyFilesOf(options.policies)])
  const policies = options.policies === undefined ? undefined : await readPolicies(options.policies, io)
  if (options.policies !== undefined && policies === undefined) return EXIT.badInput
  const dimensions = {
    policies,
    budgets,
    profiles,
    preemption: preemption === undefined ? undefined : preemptionChoices(),
  }
  refuseDimensions(dimensions, '--')
  const onlyPreemption = dimensionsOf(dimensions) === 1 && preemption === true
  const [input] = (await readInputs([file], io)) ?? []
  if (input === undefined) return EXIT.badInput
  const scenario = { ...input.scenario, seed: options.seed ?? input.scenario.seed }
  refuseDevices(scenario, dimensions)
  const { json, html } = options
  const out = planEach(input, { json, html }, 'scenario', policyFilesOf(options.policies))
  const called = input.file === STDIN ? null : input.base
  const { comparison, page } = await compareAll(scenario, called, dimensions, out.html !== undefined, io)
  const { title, text, rows } = onlyPreemption ? preemptionTable(comparison) : variantTable(comparison, dimensions)
  if (out.json !== undefined) {
    const unused = unusedText(comparison.frontier, comparison.rows) === null ? {} : { nothingUsed: true }
    const named = rows.map((row) => ({ name: scenario.name, seed: scenario.seed, ...unused, ...row }))
    writeOutput(out.json, `${JSON.stringify(named, null, 2)}\n`, io)
  }
  if (out.html !== undefined && page !== null) writeOutput(out.html, page, io)
  const said = `${oneLine(headOf(input))}: ${title}, seed ${scenario.seed}\n${derivedLine(scenario)}${text}`
  voice(io, out.json, out.html)(said)
  return EXIT.ok
}

const right = <Row>(heading: string, text: Column<Row>['text']): Column<Row> => ({ heading, align: 'right', text })
const left = <Row>(heading: string, text: Column<Row>['text']): Column<Row> => ({ heading, align: 'left', text })

const REMARK: Column<VariantRow> = left('', ({ remark }) => remark)

/** The best of a column has a star before it. */
const VARIANT_COLUMNS: readonly Column<VariantRow>[] = [
  left('variant', ({ label }) => label),
  ...COMPARED.filter(({ key }) => key !== 'findingsCount').map(({ key, heading }) =>
    right<VariantRow>(heading, (row) => `${row.best.includes(key) ? '*' : ''}${variantCell(row, key)}`),
  ),
  right('evictions', ({ evictions }) => formatCount(evictions)),
  left('findings', (row) => `${row.best.includes('findingsCount') ? '*' : ''}${findingsText(row)}`),
  REMARK,
]

function variantTable(comparison: VariantComparison, dimensions: Dimensions): Told {
  const { rows } = comparison
  const onlyPolicies = dimensions.policies !== undefined && dimensionsOf(dimensions) === 1
  return { title: titleOf(rows.length, onlyPolicies), text: textOf(VARIANT_COLUMNS, comparison), rows }
}

/** The rows, and what follows from them (LB-07). */
function textOf(columns: readonly Column<VariantRow>[], { rows, frontier, advice }: VariantComparison): string {
  const unused = unusedText(frontier, rows)
  const warning = unused === null ? '' : `${unused} Compare on a scenario that uses some.\n`
  return `${tableText(columns, rows)}${warning}${wholeLine(advice.text)}\n`
}

function titleOf(count: number, onlyPolicies: boolean): string {
  if (onlyPolicies) return count === 1 ? '1 policy' : `${count} policies`
  return count === 1 ? '1 variant' : `${count} variants`
}

/**
 * Runs the input once for each variant (LB-03 to LB-07).
 * @param called what its file is; null: it has none
 * @param isReported as a page too, with the difference of the first two (LB-18)
 */
export async function compareAll(
  scenario: Scenario,
  called: string | null,
  dimensions: Dimensions,
  isReported: boolean,
  io: CliIo,
): Promise<{ comparison: VariantComparison; page: string | null }> {
  const { comparison, difference } = await withProgress(scenario.name, io.terminal, (onProgress) =>
    resultsOf(comparisonTasks({ scenario, from: 0 }, variantsOf(dimensions), isReported), onProgress).then(
      comparisonFrom,
    ),
  )
  const { seed, until } = scenario
  const name = reportName(scenario, 'scenario', called)
  const derived = shownLines(scenario.derived ?? [])
  return {
    comparison,
    page: isReported ? reportHtml({ name, seed, from: 0, until, derived, comparison, difference }) : null,
  }
}

/** @param before each dimension's name in messages @throws UsageError for none of them, or more than a product has */
export function refuseDimensions(dimensions: Dimensions, before: string): void {
  const named = `${['policies', 'budgets', 'profiles'].map((name) => before + name).join(', ')} and ${before}preemption`
  const asked = dimensionsOf(dimensions)
  if (asked === 0) throw new UsageError(`found none of ${named}; say what to compare, such as ${before}policies`)
  if (asked > MOST_DIMENSIONS) throw new UsageError(`found ${asked} of ${named}; expected at most two`)
}

/** @throws UsageError for a device that the input cannot be on */
export function refuseDevices(scenario: Scenario, { profiles = [] }: Dimensions): void {
  const problem = whyNotOn(scenario, profiles, byPlaces)
  if (problem !== null) throw new UsageError(problem)
}

const PREEMPTION_COLUMNS: readonly Column<VariantRow>[] = [
  left('model', ({ variant }) => variant.preemption?.model ?? ''),
  left('graphics', ({ variant }) => variant.preemption?.graphics ?? ''),
  left('compute', ({ variant }) => variant.preemption?.compute ?? ''),
  ...COMPARED_PREEMPTION.map(({ key, heading }) => right<VariantRow>(heading, (row) => variantCell(row, key))),
  REMARK,
]

function preemptionTable(comparison: VariantComparison): Told {
  return {
    title: 'preemption models and granularities',
    text: textOf(PREEMPTION_COLUMNS, comparison),
    rows: comparison.rows.map((row) => ({ ...row.variant.preemption, ...row })),
  }
}
