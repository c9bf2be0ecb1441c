/** What every line of a trace must look like, transcribed from SC-08's table. Each check returns what is wrong. */
import type { Line } from './reading'

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  create: ['resource', 'bytes', 'resident', 'segment'],
  destroy: ['resource', 'bytes', 'resident'],
  apply: ['effect', 'submission'],
  'make-resident': ['resources', 'bytes', 'fence'],
  evict: ['resource', 'bytes', 'reason', 'references'],
  'page-in': ['resource', 'bytes', 'start', 'end', 'reason'],
  'page-out': ['resource', 'bytes', 'start', 'end', 'reason'],
  notification: ['flags', 'bytesToTrim', 'callbacks'],
  callback: ['cookie', 'evicted', 'bytes'],
  budget: ['process', 'budget', 'usage'],
  packet: ['engine', 'context', 'kind', 'fence', 'start', 'end', 'outcome'],
  'paging-operation': ['operation', 'resource', 'segment', 'chunk', 'chunks', 'offset', 'bytes', 'start', 'end'],
  'device-removed': ['device', 'reason', 'because'],
  finding: ['rule', 'resource', 'message'],
  expect: ['ok', 'condition', 'found'],
}

/** Fields that may be absent: a finding need not be about a resource; what lies in local memory says nothing. */
const OPTIONAL = new Set(['finding.resource', 'create.segment'])

/** Fields that systems added, always behind those of the table. */
const ADDED = ['policy', 'age', 'hitch', 'direction', 'notify', 'buffers', 'cause']

const REASONS = ['opportunistic', 'periodic', 'budget', 'aged', 'explicit']

export function formProblems(lines: readonly Line[]): string[] {
  const problems: string[] = []
  const meta = lines[0]
  if (JSON.stringify(Object.keys(meta ?? {})) !== '["t","type","trimline","seed","name"]') problems.push('meta')
  if (meta?.t !== 0 || meta.type !== 'meta' || meta.trimline !== 1) problems.push('meta values')
  let before = 0
  for (const [index, line] of lines.entries()) {
    if (!Number.isInteger(line.t) || line.t < before) problems.push(`${index}: t ${line.t} after ${before}`)
    before = line.t
    if (index > 0) problems.push(...fieldProblems(line).map((problem) => `${index}: ${problem}`))
  }
  return problems
}

function fieldProblems(line: Line): string[] {
  const expected = FIELDS[line.type]
  if (expected === undefined) return [`type ${line.type}`]
  const keys = Object.keys(line)
  const table = expected.filter((field) => !OPTIONAL.has(`${line.type}.${field}`) || field in line)
  const wanted = ['t', 'type', ...table, ...ADDED.filter((field) => field in line)]
  if (JSON.stringify(keys) !== JSON.stringify(wanted)) return [`fields ${keys}, expected ${wanted}`]
  return valueProblems(line)
}

function valueProblems(line: Line): string[] {
  const problems: string[] = []
  const must = (ok: boolean, what: string) => {
    if (!ok) problems.push(`${line.type}: ${what} in ${JSON.stringify(line)}`)
  }
  for (const field of [
    'bytes',
    'references',
    'bytesToTrim',
    'callbacks',
    'cookie',
    'evicted',
    'budget',
    'usage',
    'age',
  ])
    if (field in line) must(Number.isSafeInteger(line[field]) && Number(line[field]) >= 0, `a count as ${field}`)
  if ('start' in line) must(Number(line.start) <= Number(line.end) && line.end === line.t, 'start ≤ end = t')
  if (line.type === 'evict') must(REASONS.includes(String(line.reason)), 'a known reason')
  if (line.type === 'notification') {
    const flags = Number(line.flags)
    must(flags >= 1 && flags <= 7 && (flags & 3) !== 3, 'flags that may be combined (TN-03)')
    must((flags & 4) !== 0 || line.bytesToTrim === 0, 'bytes only with TRIM_TO_BUDGET (TN-04)')
  }
  return problems
}
