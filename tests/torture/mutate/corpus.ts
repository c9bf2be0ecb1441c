/** The files that are spoiled: what the project has, and what it writes. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { LiveSession } from '../../../main/session/live-session'
import { parseScenario } from '../../../main/session/scenario'

/** Lesson and policy files do not exist in the program yet. */
export const KINDS = ['scenario', 'project', 'dump', 'capture', 'settings'] as const
export type Kind = (typeof KINDS)[number]
export type Corpus = Readonly<Record<Kind, readonly Uint8Array[]>>
/** Kinds of which there are large files, too. */
export const LARGE_KINDS = ['scenario', 'dump'] as const
export type LargeCorpus = Readonly<Record<(typeof LARGE_KINDS)[number], Uint8Array>>

/** larger ones are a corpus of their own: a mutant must be quick */
const MOST_BYTES = 200_000

function filesIn(folder: string): Uint8Array[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => statSync(path).size <= MOST_BYTES)
    .toSorted()
    .map((path) => new Uint8Array(readFileSync(path)))
}

const SETTINGS = [
  { version: 1, theme: 'system', recent: [], window: null },
  {
    version: 1,
    theme: 'dark',
    recent: ['/home/a/project.json', 'C:\\projects\\b.json'],
    window: { x: 0, y: -20, width: 1440, height: 900, maximized: false, fullScreen: true },
  },
]

/** @param root of the checkout */
export function corpusOf(root: string): Corpus {
  const scenarios = filesIn(join(root, 'resources', 'scenarios'))
  const sessions = scenarios.flatMap((bytes) => {
    const parsed = parseScenario(bytes)
    if (!parsed.ok) throw new Error(`a file of resources/scenarios is no scenario: ${parsed.problems[0]?.path}`)
    return [sessionOf(parsed.scenario)]
  })
  const own = sessions.map((session) => encode(session.dumpText())).filter(({ length }) => length <= MOST_BYTES)
  return {
    scenario: scenarios,
    project: sessions.map((session) => encode(session.toScenarioText())),
    // beside a checkout there may be dumps of others
    dump: [
      ...own,
      ...filesIn(join(root, 'tests', 'main', 'session', 'dump')),
      ...filesIn(join(root, '..', 'shared', 'data')),
    ],
    capture: captures(root),
    settings: SETTINGS.map((settings) => encode(JSON.stringify(settings))),
  }
}

/** Recordings of other programs, of which the large ones are cut: what is at their beginning is read first. */
function captures(root: string): Uint8Array[] {
  const small = [
    '{"trimlineSets":1}',
    '{"t":0,"set":[{"id":"a","size":65536},{"id":"b","size":1}]}',
    '{"t":9,"free":["a"],"set":[]}',
  ]
  const folder = join(root, '..', 'shared', 'data', 'real')
  const real = ['rmv/rx6600.rmv', 'etl/steamvr-0-250ms.etl', 'sets/mooncake-conversation-0-599.sets.jsonl']
    .map((name) => join(folder, name))
    .filter((path) => existsSync(path))
    .map((path) => new Uint8Array(readFileSync(path)))
  return [encode(small.join('\n')), ...real.map((bytes) => bytes.subarray(0, isRdf(bytes) ? undefined : MOST_BYTES))]
}

/** Its index is at its end. */
const isRdf = (bytes: Uint8Array): boolean => bytes[0] === 0x41

/** Files of a few MB: of what the measure of memory is about, a small file says little beside what anything takes. */
export function largeCorpus(): LargeCorpus {
  const steps = Array.from({ length: 40_000 }, (_, i) => ({ at: i * 1000, apply: i % 3 === 0 ? 'Grayscale' : 'Blur' }))
  const allocate = { name: 'x', size: '64KiB', count: 12_000 }
  const parsed = parseScenario(encode(JSON.stringify({ trimline: 1, steps: [{ at: 0, allocate }] })))
  if (!parsed.ok) throw new Error(`the large scenario is none: ${parsed.problems[0]?.path}`)
  let wall = 0
  const session = sessionOf(parsed.scenario, () => wall)
  for (; wall < 2000; wall += 16) while (session.pump()) {}
  return { scenario: encode(JSON.stringify({ trimline: 1, steps }, null, 1)), dump: encode(session.dumpText()) }
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

export function sessionOf(scenario: Parameters<typeof startOf>[0], wallMs = () => 0): LiveSession {
  return startOf(scenario, wallMs)
}

function startOf(
  scenario: ConstructorParameters<typeof LiveSession>[0]['scenario'],
  wallMs: () => number,
): LiveSession {
  return new LiveSession({
    scenario,
    wallMs,
    publish: () => {},
    document: { title: 'torture', path: null, recent: [], theme: 'system' },
  })
}
