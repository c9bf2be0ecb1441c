/**
 * Hours of editing at 16×: memory stays within 5 % of what it was after the tenth minute. As fast as the machine can, on a
 * clock of its own; with TRIMLINE_SOAK=true-pace by the wall clock, as the app runs.
 */

import { LiveSession } from '../../../main/session/live-session'
import { validateScenario } from '../../../main/session/scenario'
import { Editing } from '../soak/editing'
import type { Torture, TortureFailure } from '../torture'

const SPEED = 16
/** minutes of the session's clock */
const HOURS = 8
const TENTH_MINUTE = 10
const MOST_GROWTH = 0.05
/** ms of the session's clock in one turn: what a pump makes up for at most */
const TURN = 250
/** ms of the session's clock between two things that a person does: about one in two seconds */
const PACE = 2000

const torture: Torture = {
  items: 'minutes of editing at 16×',
  aim: HOURS * 60,
  seconds: 8 * 3600,
  run: async ({ seed, seconds, count, say }) => {
    const truePace = process.env.TRIMLINE_SOAK === 'true-pace'
    const parsed = validateScenario({ trimline: 1 })
    if (!parsed.ok) throw new Error('the default project is not valid')
    const started = performance.now()
    let clock = 0
    let frames = 0
    const session = new LiveSession({
      scenario: parsed.scenario,
      wallMs: () => (truePace ? performance.now() - started : clock),
      publish: (frame) => {
        frames++
        editing.see(frame)
      },
      document: { title: 'soak', path: null, recent: [], theme: 'dark' },
    })
    session.execute({ kind: 'setSpeed', speed: SPEED })
    const editing = new Editing(session, seed)
    const failures: TortureFailure[] = []
    let base: number | null = null
    let most = 0
    let now = 0
    let minutes = 0
    let nextAct = PACE
    while (minutes < count && performance.now() - started < seconds * 1000) {
      if (truePace) await new Promise((resolve) => setTimeout(resolve, 4))
      clock += TURN
      now = truePace ? performance.now() - started : clock
      while (session.pump() && truePace);
      session.publishFrame()
      for (; nextAct <= now; nextAct += PACE) editing.act()
      if (now < (minutes + 1) * 60_000) continue
      minutes++
      if (minutes < TENTH_MINUTE || minutes % TENTH_MINUTE !== 0) continue
      const heap = used()
      base ??= heap
      most = Math.max(most, heap / base - 1)
      if (process.env.SOAK_SNAP) { const v8 = await import('node:v8'); if (process.env.SOAK_SNAP.split(',').includes(String(minutes))) v8.writeHeapSnapshot(`/tmp/soak/${minutes}.heapsnapshot`) }
      say(`${minutes} min, ${(heap / 2 ** 20).toFixed(1)} MiB, ${editing.done} done, ${editing.refused} refused`)
    }
    say(JSON.stringify([...editing.tried].map(([k,n])=>`${k} ${editing.refusals.get(k)??0}/${n}`))+' restarts '+editing.restarts)
    if (most > MOST_GROWTH)
      failures.push({
        what: `memory grew by ${(most * 100).toFixed(1)} % after the tenth minute; expected at most ${MOST_GROWTH * 100} %`,
        repeat: `npm run torture -- soak --count ${minutes} --seed ${seed}`,
      })
    if (base === null) failures.push({ what: 'the tenth minute was not reached', repeat: 'more --seconds' })
    return {
      tried: minutes,
      failures,
      figures: {
        'simulated h': Number((session.recording().until / 3.6e9).toFixed(1)),
        'MiB at the tenth minute': Number(((base ?? 0) / 2 ** 20).toFixed(1)),
        'most growth %': Number((most * 100).toFixed(1)),
        commands: editing.done,
        refused: editing.refused,
        frames,
      },
    }
  },
}

/** bytes in use, after what is not needed has gone */
function used(): number {
  const { gc } = globalThis as { gc?: () => void }
  if (gc === undefined) throw new Error('memory cannot be measured: run with --expose-gc')
  gc()
  gc()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

export default torture
