import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { DocumentInfo } from '../../../../main/session/frames/project-view'
import { Guide } from '../../../../main/shell/guide/guide'
import { SettingsFile } from '../../../../main/shell/settings'
import { type CommandResult, EXAMPLES, LESSONS } from '../../../../preload/contract'

const RESOURCES = fileURLToPath(new URL('../../../../resources', import.meta.url))

let settings: SettingsFile
/** what the page was told, oldest first */
let told: DocumentInfo[]
let done: string[]
let accepts: boolean
let guide: Guide
let folder: string

function create(resources: string): Guide {
  const documents = {
    alone: (run: () => Promise<CommandResult>) => run(),
    during: <Result>(title: string, work: Promise<Result>) => {
      done.push(`during ${title}`)
      return work
    },
    get info(): DocumentInfo {
      return { title: 'mine', path: '/mine.json', recent: [], theme: 'dark', ...guide.beside(false) }
    },
    publish() {
      told.push(this.info)
    },
    openExample: async (path: string, title: string): Promise<CommandResult> => {
      done.push(`example ${path} as ${title}`)
      return { ok: true }
    },
  }
  return new Guide({
    documents: () => documents,
    settings,
    resources,
    putAside: async (scenario, document) => {
      done.push(`aside for ${scenario.name}`)
      told.push(document)
      return accepts
    },
    bringBack: (document) => {
      done.push('back')
      told.push(document)
    },
  })
}

beforeEach(() => {
  settings = new SettingsFile(null)
  told = []
  done = []
  accepts = true
  folder = mkdtempSync(join(tmpdir(), 'trimline-guide-'))
  guide = create(RESOURCES)
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('Start', () => {
  test('greets whoever wants it, and nobody else', () => {
    guide.greet()
    expect(told.at(-1)?.start).toEqual({ atStart: true })
    guide.setStartPage(false)
    expect(told.at(-1)?.start).toEqual({ atStart: false })
    guide.show(false)
    expect(told.at(-1)).not.toHaveProperty('start')
    guide.greet()
    expect(told.at(-1)).not.toHaveProperty('start')
    // by hand it is shown all the same
    guide.show(true)
    expect(told.at(-1)?.start).toEqual({ atStart: false })
  })

  test('goes when another project comes', () => {
    guide.greet()
    expect(guide.beside(true)).toEqual({})
    guide.ended()
    expect(guide.beside(false)).toEqual({})
  })
})

describe('a lesson', () => {
  test.each(LESSONS)('$id is shown in the place of the project, with its steps', async ({ id, question }) => {
    guide.greet()
    expect(await guide.openLesson(id)).toEqual({ ok: true })
    expect(done[0]).toMatch(/^aside for ./)
    expect(told.at(-1)).toMatchObject({ title: 'Lesson', path: null, lesson: { id, question } })
    expect(told.at(-1)?.lesson?.steps.length).toBeGreaterThan(4)
    expect(told.at(-1)).not.toHaveProperty('start')
  })

  test('is left for the project as it was', async () => {
    await guide.openLesson('idle')
    expect(await guide.leaveLesson()).toEqual({ ok: true })
    expect(done.at(-1)).toBe('back')
    expect(told.at(-1)).toEqual({ title: 'mine', path: '/mine.json', recent: [], theme: 'dark' })
    expect(await guide.leaveLesson()).toMatchObject({
      ok: false,
      message: expect.stringContaining('No lesson') as string,
    })
  })

  test('that is opened again begins anew', async () => {
    await guide.openLesson('idle')
    const first = told.at(-1)?.lesson?.run
    await guide.openLesson('idle')
    expect(told.at(-1)?.lesson?.run).not.toBe(first)
  })

  test('that the person gives up leaves what was there', async () => {
    guide.greet()
    accepts = false
    expect(await guide.openLesson('idle')).toMatchObject({ ok: false, cancelled: true })
    expect(told.at(-1)).not.toHaveProperty('lesson')
    expect(told.at(-1)).toHaveProperty('start')
  })

  test('whose file is damaged, or gone, is refused in words', async () => {
    guide = create(folder)
    expect(await guide.openLesson('idle')).toMatchObject({
      ok: false,
      message: expect.stringContaining('idle.json') as string,
    })
    mkdirSync(join(folder, 'lessons'))
    writeFileSync(join(folder, 'lessons', 'idle.json'), '{"lesson":1}')
    const refused = await guide.openLesson('idle')
    expect(refused).toMatchObject({ ok: false, message: expect.stringContaining('project: found nothing') as string })
    expect(guide.beside(false)).toEqual({})
  })
})

describe('an example', () => {
  test('is one of those that ship, named by what it shows', async () => {
    const [first] = EXAMPLES[0]?.examples ?? []
    expect(await guide.openExample(first?.file ?? '')).toEqual({ ok: true })
    expect(done).toEqual([`example ${join(RESOURCES, 'scenarios', first?.file ?? '')} as ${first?.line}`])
  })

  test.each(['../lessons/idle.json', '/etc/passwd', 'nothing.json'])('%s is none', async (file) => {
    expect(await guide.openExample(file)).toMatchObject({
      ok: false,
      message: expect.stringContaining('no example') as string,
    })
    expect(done).toEqual([])
  })
})
