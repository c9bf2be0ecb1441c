/** Delays as a person reads them: a table of what each waited for, and why what it needed was not there. */
import { counted, formatCount, formatShare, lineOfRecord } from '../../preload/contract'
import { DELAY_KINDS } from '../session/laboratory/delays/kinds'
import type { ChainSegment, Delay, Explanation, RecordReference } from '../session/laboratory/delays/types'
import { exactText, segmentText, titleText, type WhyWords, whyText } from '../session/laboratory/delays/words'
import { shownLines, shownValue } from '../session/scenario'
import { momentText, oneLine } from './summary-text'
import { type Column, tableText } from './table'

/** Ends with a newline. */
export function explanationText({ name, policy, seed, delays, worst }: Explanation): string {
  const { count, worst: late } = delays
  const head = `${oneLine(name)}: policy ${policy}, seed ${seed}`
  if (count === 0) return `${head}\nNothing was shown late.\n`
  const shown =
    worst.length < count ? `; the worst${worst.length === 1 ? '' : ` ${formatCount(worst.length)}`} of them:` : ':'
  const parts = [
    `${head}\n${counted(count, 'delay')}, the worst ${exactText(late)} late${shown}\n`,
    ...worst.map((delay, index) => delayText(delay, index + 1)),
    `${count === 1 ? 'What it' : `What all ${formatCount(count)}`} waited for\n${indented(totalsText(delays))}`,
    'A line is that of the trace as "trimline run --trace" writes it.\n',
  ]
  return parts.join('\n')
}

function delayText(delay: Delay, number: number): string {
  const { command, begin, due, shown, late, segments } = delay
  const which = command === null ? '' : ` (command ${command})`
  const title = `${number}. ${shownValue(oneLine(titleText(delay)))} at ${momentText(begin)}${which}: ${exactText(late)} late`
  const when = `   shown at ${momentText(shown)}, could have been at ${momentText(due)}`
  const reasons = shownLines(segments.flatMap((segment) => reasonText(segment)).map((line) => `   ${line}`))
  const table = indented(
    tableText(
      COLUMNS,
      segments.map((segment) => ({ segment, begin })),
    ),
  )
  return `${[title, when].join('\n')}\n${table}${reasons.map((line) => `${line}\n`).join('')}`
}

interface Row {
  segment: ChainSegment
  begin: number
}

const COLUMNS: readonly Column<Row>[] = [
  { heading: 'after', align: 'right', text: ({ segment, begin }) => exactText(segment.start - begin) },
  { heading: 'for', align: 'right', text: ({ segment: { start, end } }) => exactText(end - start) },
  { heading: 'waited for', align: 'left', text: ({ segment }) => kindText(segment) },
  { heading: '', align: 'left', text: ({ segment }) => whatText(segment) },
  { heading: 'line', align: 'right', text: ({ segment }) => lineText(segment.record) },
]

const kindText = ({ kind, together }: ChainSegment): string =>
  together === undefined ? kind : `${together.pieces} pieces`

const lineText = (record: RecordReference | null): string => (record === null ? '' : String(lineOfRecord(record.index)))

const whatText = (segment: ChainSegment): string => shownValue(oneLine(segmentText(segment)))

const WORDS: WhyWords = { where: ({ t, index }) => `at ${momentText(t)}, line ${lineOfRecord(index)}`, flags: () => '' }

function reasonText(segment: ChainSegment): string[] {
  if (segment.kind !== 'page-in' || segment.why === null) return []
  return [`${oneLine(segment.resource)} was out: ${oneLine(whyText(segment.why, WORDS))}`]
}

function totalsText(delays: Explanation['delays']): string {
  const whole = DELAY_KINDS.reduce((sum, kind) => sum + delays[kind], 0)
  const rows = DELAY_KINDS.filter((kind) => delays[kind] > 0)
    .map((kind) => ({ kind: kind as string, time: delays[kind] }))
    .sort((a, b) => b.time - a.time)
  return tableText(
    [
      { heading: 'waited for', align: 'left', text: ({ kind }) => kind },
      { heading: 'time', align: 'right', text: ({ time }) => exactText(time) },
      { heading: 'share', align: 'right', text: ({ time }) => formatShare(time / whole) },
    ],
    rows,
  )
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '   ')
}
