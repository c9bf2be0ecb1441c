/** One drill: the child works, is killed at a random moment, and a new start looks at what is there. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readScenarioFile } from '../../../main/shell/scenario-file'
import { parseSettings } from '../../../main/shell/settings'
import { type App, NOT_OLDER_THAN, startApp } from './app'
import { budgetOf, editOf } from './edits'
import { Random } from './random'

export interface Drill {
  /** null: nothing was lost or broken */
  problem: string | null
  /** it was killed between the beginning and the end of a save */
  inSave: boolean
  /** unsaved changes were offered and restored */
  restored: boolean
  edits: number
  /** ms that the oldest lost edit was old */
  lost: number
}

interface Story {
  /** by edit: hash of the project's text, and when it was made, ms since 1970 */
  edits: Map<number, { hash: string; at: number }>
  savesBegun: number[]
  savesDone: number[]
  /** ms that the machine let it wait, by the edit before */
  waits: { after: number; ms: number }[]
  killedAt: number
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

/** @param child the bundled child.ts */
export async function drill(child: string, seed: number): Promise<Drill> {
  const folder = mkdtempSync(join(tmpdir(), 'trimline-kill-'))
  const userData = join(folder, 'data')
  const project = join(folder, 'projects', 'cut.json')
  mkdirSync(userData)
  mkdirSync(join(folder, 'projects'))
  writeFileSync(project, `{"trimline":1,"system":{"budget":${budgetOf(0)}}}\n`)
  try {
    const story = await workAndDie(child, [userData, project, String(seed)], momentOf(seed))
    return await judge(story, userData, project)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** When it is killed: some ms after an edit, as a busy machine has fewer edits in a second than another. */
interface Moment {
  edit: number
  ms: number
}

/** Who neither saves nor pauses makes an edit every 28 ms, others every 50: up to some 3.6 s, or 3. */
function momentOf(seed: number): Moment {
  const random = new Random(seed * 7919)
  return { edit: 1 + random.below(seed % 3 === 0 ? 130 : 60), ms: random.below(50) }
}

function workAndDie(child: string, args: string[], moment: Moment): Promise<Story> {
  return new Promise((resolve, reject) => {
    const story: Story = { edits: new Map(), savesBegun: [], savesDone: [], waits: [], killedAt: 0 }
    const process = spawn(globalThis.process.execPath, [child, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    let rest = ''
    let errors = ''
    process.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      const before = story.edits.size
      for (const line of lines) tell(story, line)
      if (before < moment.edit && story.edits.size >= moment.edit) setTimeout(kill, moment.ms)
    })
    process.stderr.on('data', (chunk) => {
      errors += String(chunk)
    })
    const kill = (): void => {
      story.killedAt = Date.now()
      process.kill('SIGKILL')
    }
    process.on('close', () =>
      story.killedAt > 0 ? resolve(story) : reject(new Error(`the app ended by itself: ${errors}`)),
    )
  })
}

function tell(story: Story, line: string): void {
  const [what, k, text, at] = line.split(' ')
  if (what === 'e') story.edits.set(Number(k), { hash: text ?? '', at: Number(at) })
  else if (what === 's') story.savesBegun.push(Number(k))
  else if (what === 'd') story.savesDone.push(Number(k))
  else if (what === 'w') story.waits.push({ after: story.edits.size, ms: Number(k) })
}

/** Starts again, as a person does, and looks. */
function judge(story: Story, userData: string, project: string): Promise<Drill> | Drill {
  const { edits, savesBegun, savesDone } = story
  const inSave = savesBegun.length > savesDone.length
  const result: Drill = { problem: null, inSave, restored: false, edits: edits.size, lost: 0 }
  const failed = (problem: string): Drill => ({ ...result, problem })
  const saved = savedProblem(story, project)
  if (saved !== null) return failed(saved)
  let app: App
  try {
    app = startApp(userData, project)
  } catch (error) {
    return failed(`the next start failed: ${String(error)}`)
  }
  if (app.notices.shown.length > 0) return failed(`something was damaged: ${app.notices.shown[0]?.text}`)
  return restore(app, story, result, userData, project)
}

/** The project's file is whole: as one of the saves wrote it, or as it was before. */
function savedProblem({ edits, savesBegun, savesDone }: Story, project: string): string | null {
  const file = readScenarioFile(project)
  if (!file.ok) return `the project's file is broken: ${file.message}`
  const text = readFileSync(project, 'utf8')
  const k = editOf(text)
  const oldest = savesDone.at(-1) ?? 0
  if (k < oldest) return `the save of edit ${oldest} is gone: the file is of edit ${k}`
  if (k > 0 && !savesBegun.includes(k)) return `the file is of edit ${k}, which nobody saved`
  if (k > 0 && edits.get(k)?.hash !== hash(text)) return `the file of edit ${k} is not the project as it was`
  return null
}

async function restore(app: App, story: Story, result: Drill, userData: string, project: string): Promise<Drill> {
  const failed = (problem: string): Drill => ({ ...result, problem })
  const { offer } = app.hotExit
  let best = editOf(readFileSync(project, 'utf8'))
  if (offer !== null) {
    const answer = await app.hotExit.restore(offer.id)
    if (!answer.ok) return failed(`the changes could not be restored: ${answer.message}`)
    await pumped(app)
    const text = app.session().toScenarioText()
    best = Math.max(best, editOf(text))
    if (story.edits.get(editOf(text))?.hash !== hash(text))
      return failed(`restored is not what edit ${editOf(text)} was`)
    if (!app.session().dirty || app.documents.path !== project)
      return failed('restored, but not as unsaved changes of its file')
  }
  const lost = lostSince(story, best + 1)
  if (lost > NOT_OLDER_THAN) return failed(`edit ${best + 1}, ${lost} ms before the last, is lost`)
  const saved = await app.documents.save()
  app.hotExit.look()
  app.hotExit.end()
  if (!saved.ok) return failed(`cannot save afterwards: ${saved.message}`)
  const problem = leftProblem(userData, project)
  return { ...result, problem, restored: offer !== null, lost: Math.max(0, lost) }
}

/** ms of the child's own time from an edit to its last; what the machine let it wait does not count. */
function lostSince({ edits, waits }: Story, first: number): number {
  const from = edits.get(first)?.at
  const to = edits.get(edits.size)?.at
  if (from === undefined || to === undefined) return 0
  return to - from - waits.reduce((sum, { after, ms }) => sum + (after >= first ? ms : 0), 0)
}

/** The first steps put the effects on the clip. */
async function pumped(app: App): Promise<void> {
  for (let i = 0; i < 3; i++) {
    await new Promise((turn) => setTimeout(turn, 2))
    app.session().pump()
  }
}

/** Nothing lies about but the project, the settings and an empty folder. */
function leftProblem(userData: string, project: string): string | null {
  const left = [
    ...readdirSync(join(project, '..')).filter((name) => name !== 'cut.json'),
    ...readdirSync(userData).filter((name) => name !== 'settings.json' && name !== 'recovery'),
    ...(existsSync(join(userData, 'recovery')) ? readdirSync(join(userData, 'recovery')) : []),
  ]
  if (left.length > 0) return `left behind: ${left.join(', ')}`
  const settings = parseSettings(readFileSync(join(userData, 'settings.json'), 'utf8'))
  return settings.ok ? null : `the settings are damaged: ${settings.message}`
}
