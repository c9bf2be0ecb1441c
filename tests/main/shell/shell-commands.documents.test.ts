/** Commands of the shell and the documents that carry them out. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ShellCommands } from '../../../main/shell/shell-commands'
import type { CommandResult, Theme } from '../../../preload/contract'
import { DocumentsRig, SCENARIO } from './documents/documents-rig'

let rig: DocumentsRig
beforeEach(() => {
  rig = new DocumentsRig()
})
afterEach(() => rig.remove())

describe('commands of the shell', () => {
  let shown: Theme[]
  let dismissed: string[]
  let commands: ShellCommands

  beforeEach(() => {
    shown = []
    dismissed = []
    const dumped = (what: string) => async (): Promise<CommandResult> => ({ ok: true, message: what })
    commands = new ShellCommands({
      documents: rig.documents,
      dumps: { save: dumped('saved'), open: dumped('opened') },
      policies: { open: dumped('policy'), reload: dumped('again') },
      comparisons: { save: dumped('report'), open: dumped('input'), openCompared: dumped('compared') },
      media: { take: () => ({ ok: true }), open: () => ({ ok: true }), locate: dumped('located') },
      hotExit: { restore: dumped('restored'), discard: dumped('discarded') },
      guide: {
        show: () => ({ ok: true }),
        setStartPage: () => ({ ok: true }),
        openExample: dumped('example'),
        openLesson: dumped('lesson'),
        leaveLesson: dumped('left'),
      },
      notices: { dismiss: (id) => dismissed.push(id) },
      saved: { add: () => {}, show: () => ({ ok: true }) },
      isRecent: (path) => rig.settings.value.recent.includes(path),
      showTheme: (theme) => shown.push(theme),
    })
  })

  test('a theme is shown, remembered and told to the interface', async () => {
    expect(await commands.execute({ kind: 'setTheme', theme: 'dark' }, 'page')).toEqual({ ok: true })
    expect([shown, rig.settings.value.theme, rig.session.info?.theme]).toEqual([['dark'], 'dark', 'dark'])
  })

  test('what is compared on is opened, and the comparison saved [LB-18]', async () => {
    expect(await commands.execute({ kind: 'openComparisonInput' }, 'page')).toMatchObject({ message: 'input' })
    expect(await commands.execute({ kind: 'saveComparison' }, 'page')).toMatchObject({ message: 'report' })
  })

  test('the page may name a recent project only, a person any file', async () => {
    const path = rig.file('mine.json', SCENARIO)
    const command = { kind: 'openProject', path } as const
    expect(await commands.execute(command, 'page')).toMatchObject({
      ok: false,
      message: `${path} is not among the recent projects. Choose it with File > Open.`,
    })
    expect(rig.started).toEqual([])
    expect(await commands.execute(command, 'person')).toEqual({ ok: true })
    expect(await commands.execute(command, 'page')).toEqual({ ok: true })
    expect(rig.started).toHaveLength(2)
  })

  test('the page may not name a dump, a person any file [DF-23]', async () => {
    const command = { kind: 'openDump', path: '/dumps/state.json' } as const
    expect(await commands.execute(command, 'page')).toEqual({
      ok: false,
      message: '/dumps/state.json is for a person to choose, with File > Open Memory Dump.',
    })
    expect(await commands.execute(command, 'person')).toEqual({ ok: true, message: 'opened' })
    expect(await commands.execute({ kind: 'openDump' }, 'page')).toEqual({ ok: true, message: 'opened' })
    expect(await commands.execute({ kind: 'saveDump' }, 'page')).toEqual({ ok: true, message: 'saved' })
  })

  test('what an app that died has left is restored or discarded, and what was said is dismissed', async () => {
    expect(await commands.execute({ kind: 'restoreRecovery', id: '7-a' }, 'page')).toMatchObject({
      message: 'restored',
    })
    expect(await commands.execute({ kind: 'discardRecovery', id: '7-a' }, 'page')).toMatchObject({
      message: 'discarded',
    })
    expect(await commands.execute({ kind: 'dismissNotice', id: 'gpu' }, 'page')).toEqual({ ok: true })
    expect(dismissed).toEqual(['gpu'])
  })

  test('an export is written where the person says', async () => {
    rig.person.saveAnswer = join(rig.folder, 'memory.csv')
    const command = { kind: 'exportFile', suggestedName: 'memory', format: 'csv', content: 't,bytes\n' } as const
    expect(await commands.execute(command, 'page')).toMatchObject({ ok: true })
    expect(rig.person.asked).toEqual(['save csv memory.csv'])
    expect(readFileSync(rig.person.saveAnswer, 'utf8')).toBe('t,bytes\n')
    rig.person.saveAnswer = null
    expect(await commands.execute(command, 'page')).toMatchObject({ ok: false, cancelled: true })
  })

  test('New, Open, Save and Save As reach the project', async () => {
    for (const kind of ['newProject', 'openProject', 'saveProject', 'saveProjectAs'] as const) {
      await commands.execute({ kind }, 'page')
    }
    expect(rig.started).toHaveLength(1)
    expect(rig.person.asked).toEqual(['open project', 'save project Untitled.json', 'save project Untitled.json'])
  })
})
