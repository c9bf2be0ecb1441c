/**
 * What the documentation of a function of main/ says of its errors, and of the unit of every number that it takes or gives.
 * Exported functions have documentation, all of them; constructors, methods and accessors of exported classes only where
 * these rules ask for something: what is private or protected is for the class alone.
 *
 * Errors. What throws says so: `@throws` with what and when, or a sentence with "throws". What gives an HRESULT's name says
 * which it may be beside S_OK, or "S_OK always", or whose it is: "as f", "what f returned".
 *
 * Units. A number's unit stands in its name, in the comment right before it, in its own `@param`, or in a sentence or tag
 * that has its name in backquotes; that of what is returned in `@returns`, or, where there is none, before the tags.
 *
 * What a type that the class is of says of the same member counts as well, and so does what stands where `@see f` or
 * `@see Type.member` leads.
 *
 * Not asked for: numbers in types that have a name, in tuples, in maps and in what callbacks take; methods of interfaces and
 * of objects; whether what is said is true; and what is thrown by what a function calls, which says it itself.
 */
import type { Callable, Elsewhere, Numeric } from './callables'

/** A name that is one of these, or ends in one, says what it counts; of a function, before a preposition ("bytesOf"). */
const SPEAKING: ReadonlySet<string> = new Set([
  // units; ticks are of the clock of a recording that has them
  ...['bytes', 'mebibytes', 'us', 'ms', 'seconds', 'hz', 'px', 'percent', 'degrees', 'ticks'],
  // how many there are, and which of them, from 0; a length is of time here as often as of a list
  ...['count', 'index'],
  // a part of one, from 0 to 1
  'share',
  // what stands for one thing and is only compared or handed on; bits that each stand for one
  ...['id', 'pid', 'handle', 'handles', 'cookie', 'seed', 'flag', 'flags'],
])
const PREPOSITION = /^(of|at|in|for|to|with)$/

/** Words that are a unit, or say which of several a number is, or how many there are. */
const UNIT = new RegExp(
  [
    String.raw`µs|(?<!['’])\bs\b|\b(ms|(micro|milli)?seconds?|minutes?|hours?|Hz|ticks)\b`,
    String.raw`\b([bB]ytes?|byte-seconds|[KMGT]iB|megabytes|[bB]its?|px|pixels?|texels?|degrees|characters|exit status)\b`,
    String.raw`%|\b([pP]ercent|a share|shares? of)\b|\b0 to 1\b`,
    String.raw`\b([iI]nd(ex|ices)|[hH]andles?|[iI]ds?|[oO]rdinals?|[cC]ookies?|[fF]ence values?|[fF]lags?)\b`,
    String.raw`\b([hH]ow (many|often)|[cC]ounts? of|[nN]umbers? of)\b|\b[fF]rom [01]\b`,
    String.raw`\b(own|same|any|other) unit\b`,
  ].join('|'),
)

/** "@param most segments", "room for `most` segments": so many of them. */
const THINGS =
  '(allocations|blocks|elements|entries|events|frames|iterations|moves|packets|passes|pieces|processes|records|samples|segments|steps|values)\\b'

/** A result other than S_OK, or whose it is. */
const RESULT = /\b(E_[A-Z]+|S_FALSE|DXGI_ERROR_[A-Z_]+)\b|\bS_OK always\b|@returns ([^@]*· )?(as|what) `?\w/
const THROWN = /@throws \S+ \S|\b(?<!@)[tT]hrow(s|n)?\b/

/** Exported functions without any. */
export function undocumented(callables: readonly Callable[]): Callable[] {
  return callables.filter(({ isMethod, doc }) => !isMethod && doc === '')
}

/** What a function's documentation leaves out: "throws", "results", and the name of each number without a unit. */
export function missingIn(callable: Callable, elsewhere: Elsewhere): string[] {
  const { name, doc, throws, givesHResult, numbers } = callable
  const docs = [doc, ...docsElsewhere(name, doc, elsewhere)]
  const says = (what: RegExp): boolean => docs.some((each) => what.test(each))
  return [
    ...(throws && !says(THROWN) ? ['throws'] : []),
    ...(givesHResult && !says(RESULT) ? ['results'] : []),
    ...numbers
      .filter((number) => !speaks(number) && !docs.some((each) => hasUnit(number, each)))
      .map(({ name }) => name),
  ]
}

/** What stands at the same member of the types that its class is of, and where `@see` leads; of those in turn, too. */
function docsElsewhere(name: string, doc: string, { docs, parents }: Elsewhere): string[] {
  const found = new Map<string, string>()
  const follow = (from: string, text: string): void => {
    const [type = '', member] = from.split('.')
    const inherited = member === undefined ? [] : (parents.get(type) ?? []).map((parent) => `${parent}.${member}`)
    const seen = [...text.matchAll(/@see ([\w.]*\w)/g)].map(([, target]) => target as string)
    for (const next of [...inherited, ...seen])
      if (!found.has(next)) {
        found.set(next, docs.get(next) ?? '')
        follow(next, docs.get(next) ?? '')
      }
  }
  follow(name, doc)
  return [...found.values()]
}

function speaks({ name, returned }: Numeric): boolean {
  const words = (name.match(/[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase())
  if (returned && PREPOSITION.test(words.at(-1) ?? '')) words.pop()
  return SPEAKING.has(words.at(-1) ?? '')
}

function hasUnit({ name: written, returned, comment }: Numeric, doc: string): boolean {
  // one that is not used has the name of the interface's parameter behind a line
  const name = written.replace(/^_/, '')
  if (UNIT.test(comment)) return true
  const [prose = '', ...tags] = doc.split(/(?:^|\s)@(?=[a-z]+\b)/)
  if (returned) {
    const said = tags.filter((tag) => tag.startsWith('returns'))
    return said.length > 0 ? said.some((tag) => UNIT.test(tag)) : UNIT.test(prose)
  }
  const own = tags.map((tag) => tag.match(/^param (\S+)\s+(.*)$/)).find((found) => found?.[1] === name)?.[2]
  if (own !== undefined && (UNIT.test(own) || new RegExp(`^${THINGS}`).test(own))) return true
  if (new RegExp(`\`${name}\` ${THINGS}`).test(doc)) return true
  return [...prose.split(/(?<=[.;]) /), ...tags].some((said) => said.includes(`\`${name}\``) && UNIT.test(said))
}
