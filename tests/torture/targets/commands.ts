/** Random commands of every kind, conservation after each, recording replayed and project saved and reopened (SC-12, SC-16). */
import { KINDS } from '../commands/generate'
import { anySession } from '../commands/session'
import { Failures, type Torture } from '../torture'

/** commands of one session at most */
const SESSION = 60

const target: Torture = {
  items: 'commands',
  aim: 1_000_000,
  seconds: 3_600,
  async run(options) {
    const { seed, seconds, count, say } = options
    const end = performance.now() + seconds * 1000
    const failures = new Failures(options)
    const done = new Map<string, number>()
    let tried = 0
    let refused = 0
    let sessions = 0
    let nextWord = performance.now() + 10_000
    while (tried < count && performance.now() < end) {
      const own = seed * 1_000_000 + sessions++
      const outcome = await anySession(own, SESSION)
      // what waits for a turn of the process, and would hold on to every session until then
      await new Promise((turn) => setImmediate(turn))
      tried += outcome.commands
      refused += outcome.refused
      for (const [kind, times] of outcome.done) done.set(kind, (done.get(kind) ?? 0) + times)
      if (outcome.failure !== null)
        failures.add({
          what: outcome.failure,
          repeat: `TRIMLINE_SESSION=${own} npx vitest run tests/main/session/commands/index.recorded.test.ts`,
        })
      if (performance.now() > nextWord) {
        say(`${tried} commands in ${sessions} sessions, ${failures.count} failures`)
        nextWord = performance.now() + 10_000
      }
    }
    const never = KINDS.filter((kind) => !done.has(kind))
    return {
      tried,
      failures: failures.all,
      figures: {
        sessions,
        'of them refused': refused,
        kinds: `${KINDS.length - never.length} of ${KINDS.length}`,
        ...(never.length === 0 ? {} : { 'never carried out': never.join(' ') }),
      },
    }
  },
}

export default target
