/**
 * Malformed messages through the real gate, and a flood through the real Electron. What is right and what is wrong is
 * told by tests/torture/flood/table.ts, written by hand, and not by the schema that is attacked.
 */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { createGate } from '../../../main/shell/page/gate'
import type { Command } from '../../../preload/contract'
import { type Message, nextMessage, ORIGIN, seeded } from '../flood/messages'
import { Failures, type Torture, type TortureOptions } from '../torture'

/** Of the messages, how many go through Electron, and of the time. */
const SHARE_OF_ELECTRON = 0.1
const SHARE_OF_TIME = 0.4
/** messages before the memory is looked at for the first time: the code is warm then, and every kind of mistake was made */
const WARM = 20_000
const MOST_GROWTH = 1.2
/** characters of an answer */
const LONGEST_ANSWER = 10_000

interface Tally {
  failures: Failures
  tried: number
  carriedOut: number
  longest: number
  growth: number
}

type Gate = ReturnType<typeof createGate>

/** Bytes in use. V8's caches hold what was looked up last (keys of a message, of any length) over one collection. */
async function heap(): Promise<number> {
  for (let round = 0; round < 4; round++) {
    globalThis.gc?.()
    await turn()
  }
  return process.memoryUsage().heapUsed
}

/** How many keys everything inherits, for what a message may have added. */
function inherited(): string {
  return [Object.prototype, Array.prototype, Function.prototype].map((one) => Reflect.ownKeys(one).length).join()
}

/** Sends one and compares what came of it with what was to come of it. @returns what is wrong; null: nothing */
async function send(gate: Gate, message: Message, done: Command[], tally: Tally): Promise<string | null> {
  done.length = 0
  const before = inherited()
  const answer = await gate(message.sender, message.value).then(
    (result) => (result.ok ? 'carried out' : result.message),
    (error: unknown) => String(error),
  )
  tally.longest = Math.max(tally.longest, answer.length)
  if (inherited() !== before) return 'changed what all objects inherit from'
  if (answer.length > LONGEST_ANSWER) return `was answered with ${answer.length} characters`
  const carriedOut = done.length > 0 || answer === 'carried out'
  if (carriedOut) tally.carriedOut++
  if (carriedOut === message.right) return null
  return message.right ? `was refused: ${answer.slice(0, 200)}` : 'was carried out'
}

async function throughTheGate(options: TortureOptions, count: number, until: number): Promise<Tally> {
  const { seed, say } = options
  const tally: Tally = { failures: new Failures(options), tried: 0, carriedOut: 0, longest: 0, growth: 1 }
  const done: Command[] = []
  const keep = (command: Command) => {
    done.push(command)
    return { ok: true } as const
  }
  const gate = createGate({ origin: ORIGIN, session: keep, shell: async (command) => keep(command) })
  const random = seeded(seed)
  let atFirst = Number.NaN
  while (tally.tried < count && (tally.tried % 256 !== 0 || performance.now() < until)) {
    const message = nextMessage(random)
    const wrong = await send(gate, message, done, tally)
    tally.tried++
    const repeat = `npm run torture -- flood --seed ${seed}: message ${tally.tried} through the gate`
    if (wrong !== null) tally.failures.add({ what: `${message.how} ${wrong}`, repeat })
    if (tally.tried === WARM) atFirst = await heap()
    if (tally.tried % 200_000 === 0) say(`${tally.tried} messages through the gate`)
  }
  done.length = 0
  // a run of fewer messages than make the code warm tells nothing of memory
  if (tally.tried > 2 * WARM) tally.growth = (await heap()) / atFirst
  const grown = `memory is ${tally.growth.toFixed(2)} of what it was before, expected at most ${MOST_GROWTH}`
  if (tally.growth > MOST_GROWTH) tally.failures.add({ what: grown, repeat: `npm run torture -- flood --seed ${seed}` })
  return tally
}

/** What tests/e2e/app/flood.spec.ts leaves. */
interface ThroughElectron {
  tried: number
  carriedOut: number
  growth: number
}

/** Runs the journey that floods the real app. @returns null when it failed */
async function throughElectron({ root, seed }: TortureOptions, count: number, seconds: number) {
  const env = {
    ...process.env,
    TRIMLINE_FLOOD_SEED: String(seed),
    TRIMLINE_FLOOD_SECONDS: String(Math.max(1, Math.floor(seconds))),
    TRIMLINE_FLOOD_COUNT: String(count),
  }
  const args = [join(root, 'scripts', 'test.mjs'), 'e2e', 'tests/e2e/app/flood.spec.ts']
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 2, 2] })
  const status = await new Promise<number | null>((end) => child.on('close', end))
  const figures = join(root, 'test-results', 'flood.json')
  if (status !== 0 || !existsSync(figures)) return null
  return JSON.parse(readFileSync(figures, 'utf8')) as ThroughElectron
}

const flood: Torture = {
  items: 'messages',
  aim: 1_000_000,
  seconds: 300,
  async run(options) {
    const { seconds, count, seed } = options
    const end = performance.now() + seconds * 1000
    const app = await throughElectron(options, Math.ceil(count * SHARE_OF_ELECTRON), seconds * SHARE_OF_TIME)
    const inside = await throughTheGate(options, count - (app?.tried ?? 0), Math.max(end, performance.now() + 1_000))
    const repeat = `TRIMLINE_FLOOD_SEED=${seed} npm run test:e2e -- tests/e2e/app/flood.spec.ts`
    const broken = app === null ? [{ what: 'the flood through Electron failed: its messages are above', repeat }] : []
    return {
      tried: inside.tried + (app?.tried ?? 0),
      failures: [...broken, ...inside.failures.all],
      figures: {
        'through Electron': app?.tried ?? 0,
        'right ones carried out': inside.carriedOut + (app?.carriedOut ?? 0),
        'memory × before': inside.growth.toFixed(2),
        'memory × before in the app': app?.growth.toFixed(2) ?? 'unknown',
        'longest answer': inside.longest,
      },
    }
  },
}

export default flood
