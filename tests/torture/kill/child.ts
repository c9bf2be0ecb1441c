/**
 * Works until it is killed: edits, and most of the time saves and pauses now and then. Tells each edit before it can be kept or
 * saved, so that the parent knows what there was: "e k hash ms", "s k" before a save and "d k" after it; and "w ms" when the
 * machine let it wait.
 */
import { createHash } from 'node:crypto'
import { writeSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { startApp } from './app'
import { edit } from './edits'
import { Random } from './random'

const [userData, path, seed] = process.argv.slice(2) as [string, string, string]
const random = new Random(Number(seed))
/** every third person neither pauses nor saves */
const restless = Number(seed) % 3 === 0
const app = startApp(userData, path)
const say = (line: string): void => void writeSync(1, `${line}\n`)
let k = 0

function work(): void {
  k++
  for (const command of edit(k, random)) app.session().execute(command)
  // each edit does what it can; the budget always changes
  const text = app.session().toScenarioText()
  say(`e ${k} ${createHash('sha256').update(text).digest('hex')} ${Date.now()}`)
}

function later(): void {
  app.session().pump()
  const paused = random.below(12) === 0 && !restless
  setTimeout(turn, paused ? 250 : 8 + random.below(40))
}

function turn(): void {
  work()
  if (restless || random.below(8) !== 0) return later()
  say(`s ${k}`)
  void app.documents.save().then((result) => {
    if (result.ok) say(`d ${k}`)
    later()
  })
}

let looked = performance.now()
setInterval(() => {
  // the machine had no time for this process
  const waited = performance.now() - looked
  if (waited > 50) say(`w ${Math.ceil(waited)}`)
  app.hotExit.look()
  looked = performance.now()
}, 5)
turn()
