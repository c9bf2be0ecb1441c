/** The command `compare`: one scenario under several variants, or preemption models and granularities (SC-06, LB-04). */

import { COMPARED, type ComparisonRow, type PolicyName, type VariantRow } from '../../preload/contract'
import { cellText, findingsText } from '../session/laboratory/comparison/cells'
import { compareVariants, differenceOf, type VariantComparison } from '../session/laboratory/comparison/compare'
import { reportHtml } from '../session/laboratory/comparison/report'
import { type Dimensions, type Variant, variantsOf } from '../session/laboratory/comparison/variants'
import { comparisonConfigurations, runComparison } from '../session/laboratory/preemption-comparison'
import { timeText } from '../session/quantity-text'
import type { Scenario } from '../session/scenario'
import type { ProfileName } from '../session/scenario/profiles'
import { breathe } from './breathe'
import { readInputs } from './inputs'
import { type CliIo, STDOUT, UsageError } from './io'
import { voice, writeOutput } from './output'
import { planOutput } from './outputs'
import { withProgress } from './progress'
import { EXIT, type Exit } from './run'
import { oneLine } from './summary-text'
import { type Column, tableText } from './table'

export interface CompareCommandOptions {
  policies?: readonly PolicyName[]
  /** bytes */
  budgets?: readonly number[]
  profiles?: readonly ProfileName[]
  preemption?: true
  json?: string
  html?: string
}

/** What a comparison prints and writes. */
interface Compared {
  title: string
  text: string
  rows: readonly object[]
  html?: string
}

/** dimensions that a product has at most (LB-03) */
const MOST_DIMENSIONS = 2

/**
 * Runs the file once for each of what is compared.
 * @throws UsageError when it is not said what to compare, or something cannot be written
 */
export async function compareCommand(file: string, options: CompareCommandOptions, io: CliIo): Promise<Exit> {
  const { policies, budgets, profiles, preemption, html } = options
  const asked = [policies, budgets, profiles, preemption].filter((dimension) => dimension !== undefined).length
  if (asked === 0)
    throw new UsageError(
      'found none of --policies, --budgets, --profiles and --preemption; say what to compare, such as --policies none,fence-lru',
    )
  if (asked > MOST_DIMENSIONS)
    throw new UsageError(`found ${asked} of --policies, --budgets, --profiles and --preemption; expected at most two`)
  const onlyPreemption = asked === 1 && preemption === true
  if (onlyPreemption && html !== undefined)
    throw new UsageError('found --html with --preemption alone; expected --policies, --budgets or --profiles beside it')
  const [input] = (await readInputs([file], io)) ?? []
  if (input === undefined) return EXIT.badInput
  const { scenario } = input
  const [jsonOut, htmlOut] = (['json', 'html'] as const).map((option) => {
    const path = options[option]
    return path === undefined ? undefined : planOutput(input, option, path)
  })
  if (jsonOut !== undefined && jsonOut === htmlOut)
    throw new UsageError('found one file for --json and --html; expected two')
  const {
    title,
    text,
    rows,
    html: page,
  } = onlyPreemption
    ? await comparePreemption(scenario, io)
    : await compareVaried(scenario, options, htmlOut !== undefined, io)
  if (jsonOut !== undefined) {
    const named = rows.map((row) => ({ name: scenario.name, seed: scenario.seed, ...row }))
    writeOutput(jsonOut, `${JSON.stringify(named, null, 2)}\n`, io)
  }
  if (htmlOut !== undefined && page !== undefined) writeOutput(htmlOut, page, io)
  const said = `${oneLine(scenario.name)}: ${title}, seed ${scenario.seed}\n${text}`
  voice(
    io,
    [jsonOut, htmlOut].find((out) => out === STDOUT),
  )(said)
  return EXIT.ok
}

const right = <Row>(heading: string, text: Column<Row>['text']): Column<Row> => ({ heading, align: 'right', text })
const left = <Row>(heading: string, text: Column<Row>['text']): Column<Row> => ({ heading, align: 'left', text })

/** The best of a column has a star before it. */
const VARIANT_COLUMNS: readonly Column<VariantRow>[] = [
  left('variant', ({ label }) => label),
  ...COMPARED.filter(({ key }) => key !== 'findingsCount').map(({ key, heading }) =>
    right<VariantRow>(heading, (row) => `${row.best.includes(key) ? '*' : ''}${cellText(row, key)}`),
  ),
  right('evictions', ({ evictions }) => String(evictions)),
  left('findings', (row) => `${row.best.includes('findingsCount') ? '*' : ''}${findingsText(row)}`),
  left('', ({ remark }) => remark),
]

async function compareVaried(
  scenario: Scenario,
  options: CompareCommandOptions,
  isReported: boolean,
  io: CliIo,
): Promise<Compared> {
  const { policies, budgets, profiles, preemption } = options
  const dimensions: Dimensions = {
    ...(policies === undefined ? {} : { policies }),
    ...(budgets === undefined ? {} : { budgets }),
    ...(profiles === undefined ? {} : { profiles }),
    ...(preemption === undefined ? {} : { preemption: comparisonConfigurations() }),
  }
  const variants = variantsOf(dimensions)
  const comparison = await withProgress(scenario.name, io.terminal, (onProgress) =>
    compareVariants(scenario, variants, { onProgress, breathe }),
  )
  const { rows, advice } = comparison
  const html = isReported ? await htmlOf(scenario, variants, comparison) : undefined
  const onlyPolicies = policies !== undefined && variants.length === policies.length
  return {
    title: titleOf(variants.length, onlyPolicies),
    text: `${tableText(VARIANT_COLUMNS, rows)}${oneLine(advice.text)}\n`,
    rows,
    ...(html === undefined ? {} : { html }),
  }
}

function titleOf(count: number, onlyPolicies: boolean): string {
  if (onlyPolicies) return count === 1 ? '1 policy' : `${count} policies`
  return count === 1 ? '1 variant' : `${count} variants`
}

async function htmlOf(
  scenario: Scenario,
  [one, other]: readonly Variant[],
  comparison: VariantComparison,
): Promise<string> {
  const { name, seed, until } = scenario
  const difference =
    one === undefined || other === undefined ? null : await differenceOf(scenario, [one, other], { breathe })
  return reportHtml({ name, seed, until, comparison, difference })
}

/** Without a compositor there is no latency. */
const latencyText = (us: number | null) => (us === null ? '–' : timeText(us))

const PREEMPTION_COLUMNS: readonly Column<ComparisonRow>[] = [
  left('model', ({ model }) => model),
  left('graphics', ({ graphics }) => graphics),
  left('compute', ({ compute }) => compute),
  right('worst latency', ({ worstLatency }) => latencyText(worstLatency)),
  right('99th percentile', ({ p99Latency }) => latencyText(p99Latency)),
  right('missed blanks', ({ missedVerticalBlanks }) => String(missedVerticalBlanks)),
  right('effects', ({ effectsCompleted }) => String(effectsCompleted)),
  right('effects/s', ({ effectsPerSecond }) => effectsPerSecond.toFixed(2)),
  right('context switches', ({ contextSwitches }) => String(contextSwitches)),
  right('switching', ({ contextSwitchTime }) => timeText(contextSwitchTime)),
  right('engine resets', ({ engineResets }) => String(engineResets)),
]

async function comparePreemption(scenario: Scenario, io: CliIo): Promise<Compared> {
  const { rows } = await withProgress(scenario.name, io.terminal, (onProgress) =>
    runComparison(scenario, { onProgress, breathe }),
  )
  return { title: 'preemption models and granularities', text: tableText(PREEMPTION_COLUMNS, rows), rows }
}
