/** One drill in the real app: it is worked with, killed at a random moment, started again and asked for what it kept. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command, CommandResult, TrimlineApi } from '../../../preload/contract'
import { budgetOf, edit, editOf } from './edits'
import { kill, type Machine, newUserData, type Started, start, until, wait } from './electron'
import { Random } from './random'

/** ms after an edit by which it has to be kept: the pause of 2 s, and what a busy machine takes to look and to write */
const KEPT_AFTER = 4000

/** ms by which a command is answered on a busy machine */
const ANSWERED_WITHIN = 30_000

export interface RealDrill {
  problem: string | null
  restored: boolean
  edits: number
}

interface Story {
  /** when each edit was made; the first is 1 */
  at: number[]
  killedAt: number
}

export async function realDrill(machine: Machine, seed: number): Promise<RealDrill> {
  const userData = newUserData()
  const project = join(userData, 'cut.json')
  writeFileSync(project, `{"trimline":1,"system":{"budget":${budgetOf(0)}}}\n`)
  try {
    const story = await workAndDie(machine, userData, project, new Random(seed))
    return await judge(machine, userData, project, story)
  } catch (error) {
    return {
      problem: `the drill came to a stop: ${String(error instanceof Error ? error.stack : error)
        .replaceAll('\n', ' ')
        .slice(0, 500)}`,
      restored: false,
      edits: 0,
    }
  } finally {
    rmSync(userData, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** A dialog that nobody answers would hold up the drill for good. */
async function send({ page }: Started, command: Command): Promise<CommandResult> {
  const answer = page.evaluate(
    (sent) => (window as unknown as { trimline: TrimlineApi }).trimline.send(sent as Command),
    command as unknown,
  ) as Promise<CommandResult>
  const late = wait(ANSWERED_WITHIN).then(() => null)
  const first = await Promise.race([answer, late])
  if (first !== null) return first
  // ended with the app
  answer.catch(() => {})
  throw new Error(`${command.kind} was not answered within ${ANSWERED_WITHIN} ms`)
}

async function workAndDie(machine: Machine, userData: string, project: string, random: Random): Promise<Story> {
  const started = await start(machine, userData, [project])
  // the file is opened when the window is there
  await until(
    10_000,
    async () => (await started.page.title()) !== '' && (await started.page.innerText('h1')).includes('cut'),
  )
  const story: Story = { at: [], killedAt: 0 }
  const end = performance.now() + 1500 + random.below(7000)
  const working = work(started, random, story, () => performance.now() < end)
  await wait(Math.max(0, end - performance.now()))
  story.killedAt = Date.now()
  await kill(started)
  await working
  return story
}

/** Edits, pauses and saves until the app is gone. */
async function work(started: Started, random: Random, story: Story, goesOn: () => boolean): Promise<void> {
  try {
    for (let k = 1; goesOn(); k++) {
      for (const command of edit(k, random)) await send(started, command)
      story.at.push(Date.now())
      if (random.below(6) === 0) await send(started, { kind: 'saveProject' })
      await wait(random.below(5) === 0 ? 2600 : 50 + random.below(300))
    }
  } catch {
    // it was killed in the middle of a command
  }
}

async function judge(machine: Machine, userData: string, project: string, story: Story): Promise<RealDrill> {
  const result: RealDrill = { problem: null, restored: false, edits: story.at.length }
  const started = await start(machine, userData)
  const banner = started.page.getByRole('alert', { name: 'Unsaved changes' })
  const { page } = started
  await until(10_000, () => page.getByRole('button', { name: 'Blur', exact: true }).isVisible())
  // what was kept is offered, or was nothing but what is saved and is gone
  if (!(await until(10_000, async () => left(userData).length === 0 || (await banner.isVisible()))))
    result.problem = `kept, but not offered: ${left(userData).join(', ')}`
  let best = editOf(readFileSync(project, 'utf8'))
  if (await banner.isVisible()) {
    result.restored = true
    await banner.getByRole('button', { name: 'Restore' }).click()
    if (!(await until(10_000, () => page.getByRole('img', { name: 'unsaved changes' }).isVisible())))
      result.problem = 'restored changes are not shown as unsaved'
    if (!(await until(10_000, () => kept(userData) !== null))) result.problem = 'restored changes are not kept any more'
    best = Math.max(best, kept(userData) ?? 0)
  }
  const firstLost = story.at[best]
  const age = firstLost === undefined ? 0 : story.killedAt - firstLost
  // after 30 s in any case; here after each pause
  const paused = story.at.findLastIndex((at, i) => (story.at[i + 1] ?? story.killedAt) - at >= KEPT_AFTER) + 1
  if (best < paused || age > 30_000) result.problem = `edit ${best + 1}, ${age} ms before the kill, is lost`
  if ((await page.getByRole('alert', { name: 'Notice' }).count()) > 0) result.problem = 'something was damaged'
  // without anything restored there is a new project, whose Save asks where to
  if (result.restored) await send(started, { kind: 'saveProject' })
  if (!(await until(5000, () => left(userData).length === 0)))
    result.problem = `left behind: ${left(userData).join(', ')}`
  if (best > 0 && editOf(readFileSync(project, 'utf8')) !== best) result.problem = `saved is not edit ${best}`
  await kill(started)
  return result
}

/** The edit of which the recovery file is; null: there is none. */
function kept(userData: string): number | null {
  const folder = join(userData, 'recovery')
  const [name] = left(userData)
  if (name === undefined) return null
  return editOf((JSON.parse(readFileSync(join(folder, name), 'utf8')) as { project: string }).project)
}

/** Recovery files, and what was being written. */
function left(userData: string): string[] {
  const names = (folder: string): string[] => {
    try {
      return readdirSync(folder)
    } catch {
      return []
    }
  }
  return [...names(join(userData, 'recovery')), ...names(userData).filter((name) => name.endsWith('.tmp'))]
}
