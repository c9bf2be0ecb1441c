/**
 * The real app is worked with while its processes are killed: the window's, the one that draws, the network service, a
 * comparison. After each the window has to show what it showed, the project has to be what it was, and what ended for
 * the person has to be said.
 */
import { rmSync } from 'node:fs'
import type { ElectronApplication } from '@playwright/test'
import { inMain } from '../../e2e/main-process'
import {
  askedToTryAgain,
  budgetShown,
  keptProject,
  pidsOf,
  previewProblem,
  rendererPid,
  send,
  shown,
  tryAgain,
  wholeText,
} from '../crash/shown'
import { budgetOf, edit, editOf } from '../kill/edits'
import { kill, newUserData, prepare, type Started, start, until } from '../kill/electron'
import { Random } from '../kill/random'
import { Failures, type Torture } from '../torture'

const KINDS = ['window', 'GPU', 'network service', 'comparison'] as const
type Kind = (typeof KINDS)[number]

/** ms by which the app has to be itself again on a busy machine */
const BACK_WITHIN = 40_000

/** Of ten kills: the more often the more there is to lose. */
function draw(random: Random): Kind {
  const n = random.below(10)
  if (n < 4) return 'window'
  return n < 7 ? 'GPU' : n < 9 ? 'network service' : 'comparison'
}

class Worker {
  k = 0

  constructor(
    readonly app: ElectronApplication,
    readonly userData: string,
    readonly random: Random,
  ) {}

  /** Some edits; the last one's budget says how far it got. */
  async work(): Promise<void> {
    for (let i = this.random.below(3); i >= 0; i--) {
      this.k++
      for (const command of edit(this.k, this.random)) await send(this.app, command)
    }
    // the last word, should a window have died in between
    await until(
      BACK_WITHIN,
      async () => (await send(this.app, { kind: 'setBudget', bytes: budgetOf(this.k) }))?.ok === true,
    )
  }

  /** @returns what was lost or not said, null when nothing was */
  async attack(kind: Kind): Promise<string | null> {
    await this.work()
    let before = ''
    // the frame with the last edit
    await until(BACK_WITHIN, async () => {
      // first the budget: what is read after it is of that frame or a later one
      if ((await budgetShown(this.app)) !== budgetOf(this.k)) return false
      const last = before
      before = await shown(this.app)
      return before !== '' && before === last
    })
    if (!before.includes('Budget')) return `the window shows "${before}", expected the status bar too`
    const problem = await this.#kill(kind)
    if (problem !== null) return problem
    let after = ''
    const same = async (): Promise<boolean> => {
      after = await shown(this.app)
      return after === before
    }
    if (!(await until(BACK_WITHIN, same))) return `the window shows "${after}", expected "${before}"`
    if (!(await until(BACK_WITHIN, async () => (await previewProblem(this.app)) === null)))
      return `the Preview has no picture: ${await previewProblem(this.app)}`
    if (!(await until(BACK_WITHIN, () => editOf(keptProject(this.userData)) === this.k)))
      return `edit ${this.k} is not kept: the file is of edit ${editOf(keptProject(this.userData))}`
    return null
  }

  async #kill(kind: Kind): Promise<string | null> {
    if (kind === 'comparison') return this.#comparison()
    const pids = async (): Promise<number[]> => {
      if (kind === 'window') return [await rendererPid(this.app)]
      return pidsOf(this.app, kind === 'GPU' ? 'GPU' : 'Utility', kind === 'GPU' ? '' : 'Network')
    }
    let victim = 0
    await until(BACK_WITHIN, async () => {
      victim = (await pids())[0] ?? 0
      return victim > 0
    })
    if (victim === 0) return `there is no ${kind} process`
    process.kill(victim, 'SIGKILL')
    const another = async (): Promise<boolean> => ((await pids())[0] || victim) !== victim
    // Chromium starts the network service when it is next needed
    if (kind === 'network service') return null
    return (await until(BACK_WITHIN, another)) ? null : `the ${kind} process did not come back`
  }

  async #comparison(): Promise<string | null> {
    const said = async (): Promise<boolean> => (await wholeText(this.app)).includes('The comparison process ended')
    await send(this.app, { kind: 'compareVariants', preemption: true })
    let victim = 0
    // what was said of the one before goes as this one begins
    await until(BACK_WITHIN, async () => {
      victim = (await pidsOf(this.app, 'Utility', 'comparison'))[0] ?? 0
      return victim > 0 && !(await said())
    })
    if (victim === 0) return 'there is no comparison process'
    process.kill(victim, 'SIGKILL')
    return (await until(BACK_WITHIN, said)) ? null : 'that the comparison ended is not said'
  }
}

/** Paused, so that what is shown stays; in the Laboratory, where a comparison is. */
async function settle({ app, page }: Started): Promise<void> {
  await page.getByRole('button', { name: 'Blur', exact: true }).click()
  await page.getByRole('tab', { name: /^Lab/ }).click()
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await tryAgain(app)
}

/** A window that came back shows the first tab. */
async function showLaboratory(app: ElectronApplication): Promise<void> {
  await inMain(app, async ({ webContents }) => webContents.getAllWebContents()[0]?.send('trimline:menu', 'laboratory'))
}

const crash: Torture = {
  items: 'kills of a process',
  aim: 200,
  seconds: 900,
  async run(options) {
    const { root, seed, seconds, count, say } = options
    const end = performance.now() + seconds * 1000
    const failures = new Failures(options)
    const killed: Record<Kind, number> = { window: 0, GPU: 0, 'network service': 0, comparison: 0 }
    const random = new Random(seed)
    const userData = newUserData()
    const machine = await prepare(root)
    let tried = 0
    let asked = 0
    let said = false
    try {
      const started = await start(machine, userData)
      let closed = false
      started.app.on('close', () => {
        closed = true
      })
      await settle(started)
      const worker = new Worker(started.app, userData, random)
      while (tried < count && performance.now() < end && !closed) {
        const kind = draw(random)
        if (kind === 'comparison') await showLaboratory(started.app)
        const problem = await worker.attack(kind).catch((error: unknown) => String(error).split('\n')[0] ?? '')
        tried++
        killed[kind]++
        if (problem !== null)
          failures.add({
            what: `${kind} killed (kill ${tried}): ${problem}`,
            repeat: `--seed ${seed} --count ${tried}`,
          })
        if (tried % 20 === 0) say(`${tried} kills`)
      }
      if (closed) failures.add({ what: `the app ended after kill ${tried}`, repeat: `--seed ${seed} --count ${tried}` })
      else {
        asked = await askedToTryAgain(started.app)
        said = (await wholeText(started.app)).includes('The process that draws the window stopped several times')
        await kill(started)
      }
    } finally {
      await machine.stop()
      rmSync(userData, { recursive: true, force: true, maxRetries: 5 })
    }
    return {
      tried,
      failures: failures.all,
      figures: { ...killed, 'crash loops asked about': asked, 'graphics trouble said': said ? 'yes' : 'no' },
    }
  },
}
export default crash
