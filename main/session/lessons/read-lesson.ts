/** From a lesson's file to the lesson and its project, or to everything that is wrong with it. */
import type { LessonStep } from '../../../preload/contract'
import { type Scenario, validateScenario } from '../scenario'
import { expectedText } from '../scenario/text/expected'
import { issuesOf } from '../scenario/text/issues'
import type { Problem } from '../scenario/text/problems'
import { locate, readJson } from '../scenario/text/text'
import { lessonSchema } from './schema'

export type LessonResult = { ok: true; project: Scenario; steps: LessonStep[] } | { ok: false; problems: Problem[] }

/** @param bytes the file's content, UTF-8 */
export function readLesson(bytes: Uint8Array): LessonResult {
  const read = readJson(bytes)
  if (!read.ok) return read
  const parsed = lessonSchema.safeParse(read.value, { error: expectedText })
  if (!parsed.success) {
    const issues = locate(issuesOf(parsed.error, read.value), read.text)
    return { ok: false, problems: [...read.repeats, ...issues] }
  }
  if (read.repeats.length > 0) return { ok: false, problems: read.repeats }
  const project = validateScenario(parsed.data.project)
  if (project.ok) return { ok: true, project: project.scenario, steps: parsed.data.steps }
  return { ok: false, problems: project.problems.map((problem) => ({ ...problem, path: inProject(problem.path) })) }
}

function inProject(path: string): string {
  return path === '' ? 'project' : `project.${path}`
}
