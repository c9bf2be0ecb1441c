/** What the app shows somebody who does not know it yet: the page with the questions, lessons and examples. */
import { join } from 'node:path'
import { type CommandResult, EXAMPLES, LESSONS, type LessonId, type LessonView } from '../../../preload/contract'
import type { DocumentInfo } from '../../session/frames/project-view'
import { readLesson } from '../../session/lessons/read-lesson'
import { MAX_BYTES, problemsToText, type Scenario } from '../../session/scenario'
import type { Documents } from '../documents/documents'
import { CANCELLED, readWhole } from '../documents/files'
import type { SettingsFile } from '../settings'

export interface GuideOptions {
  documents: () => Pick<Documents, 'alone' | 'during' | 'info' | 'publish' | 'openExample'>
  settings: Pick<SettingsFile, 'value' | 'update'>
  /** folder of what ships with the app */
  resources: string
  /**
   * Shows a scenario in the place of the project, which waits as it is.
   * @returns false when the person gave up
   */
  putAside: (scenario: Scenario, document: DocumentInfo) => Promise<boolean>
  /** the project goes on as it was, but for what is told beside it now */
  bringBack: (document: DocumentInfo) => void
}

export class Guide {
  readonly #options: GuideOptions
  #isOpen = false
  #lesson: LessonView | null = null
  #runs = 0

  constructor(options: GuideOptions) {
    this.#options = options
  }

  /**
   * What the page is told of it.
   * @param replaced another project is about to take the place of what is shown
   */
  beside(replaced: boolean): Partial<DocumentInfo> {
    if (replaced) return {}
    const lesson = this.#lesson
    const { startPage } = this.#options.settings.value
    return {
      ...(lesson === null ? {} : { lesson, title: 'Lesson', path: null }),
      ...(this.#isOpen ? { start: { atStart: startPage } } : {}),
    }
  }

  /** The app has started with nothing to open: the page is shown, unless the person wants it no more. */
  greet(): void {
    if (this.#options.settings.value.startPage) this.show(true)
  }

  /** Opens the page with the questions, or closes it. */
  show(open: boolean): CommandResult {
    this.#isOpen = open
    this.#options.documents().publish()
    return { ok: true }
  }

  /** @param startPage whether the app starts with the page */
  setStartPage(startPage: boolean): CommandResult {
    this.#options.settings.update({ startPage })
    this.#options.documents().publish()
    return { ok: true }
  }

  /** Another project has taken the place of what was shown. */
  ended(): void {
    this.#isOpen = false
    this.#lesson = null
  }

  /** @param file one of EXAMPLES, and no other: the page may ask for it */
  async openExample(file: string): Promise<CommandResult> {
    const example = EXAMPLES.flatMap(({ examples }) => examples).find((known) => known.file === file)
    if (example === undefined) return { ok: false, message: `${file} is no example. Choose one from File > Examples.` }
    return this.#options.documents().openExample(join(this.#options.resources, 'scenarios', file), example.line)
  }

  /** A lesson from its first step; the project waits, saved or not. */
  openLesson(id: LessonId): Promise<CommandResult> {
    const documents = this.#options.documents()
    return documents.alone(async () => {
      const lesson = this.#read(id)
      if (!lesson.ok) return lesson
      const before = { lesson: this.#lesson, isOpen: this.#isOpen }
      this.#lesson = { ...lesson.view, run: ++this.#runs }
      this.#isOpen = false
      const opening = this.#options.putAside(lesson.project, documents.info)
      if (await documents.during(lesson.view.question, opening)) return { ok: true }
      this.#lesson = before.lesson
      this.#isOpen = before.isOpen
      documents.publish()
      return CANCELLED
    })
  }

  leaveLesson(): Promise<CommandResult> {
    const documents = this.#options.documents()
    return documents.alone(async () => {
      if (this.#lesson === null) return { ok: false, message: 'No lesson is open. Open one with Help > Lessons.' }
      this.#lesson = null
      this.#options.bringBack(documents.info)
      return { ok: true }
    })
  }

  #read(id: LessonId): { ok: true; view: Omit<LessonView, 'run'>; project: Scenario } | { ok: false; message: string } {
    const path = join(this.#options.resources, 'lessons', `${id}.json`)
    const file = readWhole(path, MAX_BYTES)
    if (!file.ok) return file
    const read = readLesson(file.bytes)
    if (!read.ok) return { ok: false, message: problemsToText(read.problems, path).trimEnd() }
    const question = LESSONS.find((lesson) => lesson.id === id)?.question ?? id
    return { ok: true, project: read.project, view: { id, question, steps: read.steps } }
  }
}
