import { beforeEach, describe, expect, test } from 'vitest'
import { type Asker, ShellCommands } from '../../../main/shell/shell-commands'
import type { CommandResult, ShellCommand, Theme } from '../../../preload/contract'

let done: string[]
/** what a save comes to */
let saved: CommandResult
let commands: ShellCommands

beforeEach(() => {
  done = []
  saved = { ok: true, message: 'save' }
  const does =
    (name: string) =>
    async (...given: unknown[]): Promise<CommandResult> => {
      done.push([name, ...given.map((one) => JSON.stringify(one))].join(' '))
      return { ok: true, message: name }
    }
  commands = new ShellCommands({
    documents: {
      newProject: does('new'),
      open: does('open'),
      importCapture: does('import'),
      save: async () => {
        done.push('save')
        return saved
      },
      saveAs: does('save as'),
      saveRecording: does('recording'),
      exportPerfetto: does('perfetto'),
      exportFile: does('export'),
      setTheme: (theme: Theme) => void done.push(`remember ${theme}`),
    },
    comparisons: { save: does('save comparison'), open: does('open input'), openCompared: does('open compared') },
    policies: { open: does('open policy'), reload: does('reload policy') },
    media: {
      take: (command) => {
        done.push(`take ${command.path}`)
        return { ok: true }
      },
      open: (clip) => {
        done.push(`look at ${clip}`)
        return { ok: true }
      },
      locate: does('locate'),
    },
    dumps: { save: does('save dump'), open: does('open dump') },
    guide: {
      show: (open: boolean) => {
        done.push(`start ${open}`)
        return { ok: true }
      },
      setStartPage: (atStart: boolean) => {
        done.push(`at start ${atStart}`)
        return { ok: true }
      },
      openExample: does('example'),
      openLesson: does('lesson'),
      leaveLesson: does('leave'),
    },
    hotExit: { restore: does('restore'), discard: does('discard') },
    notices: { dismiss: (id: string) => void done.push(`dismiss ${id}`) },
    saved: {
      add: (path) => void done.push(`saved ${path}`),
      show: (id) => {
        done.push(`show ${id}`)
        return { ok: true }
      },
    },
    isRecent: (path) => path === '/recent.json',
    showTheme: (theme) => void done.push(`show ${theme}`),
  })
})

const execute = (command: ShellCommand, asker: Asker = 'page') => commands.execute(command, asker)

describe('a command of the shell', () => {
  test.each<[ShellCommand, string[]]>([
    [{ kind: 'newProject' }, ['new {}']],
    [
      { kind: 'newProject', settings: { localMemory: 65_536 }, policy: 'none' },
      ['new {"settings":{"localMemory":65536},"policy":"none"}'],
    ],
    [{ kind: 'saveProject' }, ['save']],
    [{ kind: 'saveProjectAs' }, ['save as']],
    [{ kind: 'saveRecording' }, ['recording']],
    [{ kind: 'exportPerfetto' }, ['perfetto']],
    [{ kind: 'saveDump' }, ['save dump']],
    [{ kind: 'saveComparison' }, ['save comparison']],
    [{ kind: 'openComparisonInput' }, ['open input']],
    [{ kind: 'openCompared' }, ['open compared']],
    [{ kind: 'openPolicy' }, ['open policy']],
    [{ kind: 'reloadPolicy' }, ['reload policy']],
    [{ kind: 'restoreRecovery', id: '1-a' }, ['restore "1-a"']],
    [{ kind: 'discardRecovery', id: '1-a' }, ['discard "1-a"']],
    [{ kind: 'openExample', file: 'a.json' }, ['example "a.json"']],
    [{ kind: 'openLesson', lesson: 'idle' }, ['lesson "idle"']],
    [{ kind: 'leaveLesson' }, ['leave']],
  ])('%j is carried out, and its result comes back', async (command, expected) => {
    const result = await execute(command)
    expect(done).toEqual(expected)
    expect(result).toEqual({ ok: true, message: expected[0]?.split(/ ["{]/)[0] })
  })

  test('an export goes with its content', async () => {
    const command = { kind: 'exportFile', suggestedName: 'a', format: 'csv', content: 't\n' } as const
    await execute(command)
    expect(done).toEqual([`export ${JSON.stringify(command)}`])
  })

  test('a theme is shown, and remembered', async () => {
    expect(await execute({ kind: 'setTheme', theme: 'light' })).toEqual({ ok: true })
    expect(done).toEqual(['show light', 'remember light'])
  })

  test('Start is opened and closed, and wanted or not', async () => {
    await execute({ kind: 'showStart', open: true })
    await execute({ kind: 'setStartPage', atStart: false })
    expect(done).toEqual(['start true', 'at start false'])
  })

  test('a file that was saved is told of, and can be shown', async () => {
    saved = { ok: true, saved: '/a/project.json' }
    await execute({ kind: 'saveProject' })
    expect(done).toEqual(['save', 'saved /a/project.json'])
    saved = { ok: false, message: 'the disk is full' }
    await execute({ kind: 'saveProject' })
    await execute({ kind: 'showSaved', id: 1 })
    expect(done.slice(2)).toEqual(['save', 'show 1'])
  })

  test('a notice is dismissed', async () => {
    expect(await execute({ kind: 'dismissNotice', id: 'gpu' })).toEqual({ ok: true })
    expect(done).toEqual(['dismiss gpu'])
  })
})

describe('which file is opened', () => {
  test('the page may name a recent project, and let a person choose; it may name no other one', async () => {
    expect((await execute({ kind: 'openProject', path: '/recent.json' })).ok).toBe(true)
    expect((await execute({ kind: 'openProject' })).ok).toBe(true)
    expect((await execute({ kind: 'openDump' })).ok).toBe(true)
    expect(done).toEqual(['open "/recent.json"', 'open null', 'open dump null'])
    expect(await execute({ kind: 'openProject', path: '/etc/passwd' })).toMatchObject({
      ok: false,
      message: expect.stringContaining('/etc/passwd is not among the recent projects') as string,
    })
    // a dump is nobody's recent project
    expect((await execute({ kind: 'openDump', path: '/recent.json' })).ok).toBe(false)
    expect(done).toHaveLength(3)
  })

  test('a picture for a clip is for a person to drop; the page names the clip alone', async () => {
    const clip = { kind: 'importMedia', path: '/etc/passwd', name: 'a', width: 1, height: 1 } as const
    expect(await execute(clip)).toMatchObject({ ok: false, message: expect.stringContaining('for a person to drop') })
    expect((await execute(clip, 'person')).ok).toBe(true)
    expect((await execute({ kind: 'openMedia', clip: 'a' })).ok).toBe(true)
    expect((await execute({ kind: 'locateMedia', clip: 'a' })).ok).toBe(true)
    expect(done).toEqual(['take /etc/passwd', 'look at a', 'locate "a"'])
  })

  test('a recording is for a person to choose; how it is imported the page may say [LB-19]', async () => {
    const options = { from: 5, uses: { kind: 'evidence' } } as const
    expect(await execute({ kind: 'importCapture', path: '/etc/passwd', options })).toMatchObject({
      ok: false,
      message: expect.stringContaining('/etc/passwd is for a person to choose'),
    })
    expect((await execute({ kind: 'importCapture', options })).ok).toBe(true)
    expect((await execute({ kind: 'importCapture', path: '/a.rmv' }, 'person')).ok).toBe(true)
    expect(done).toEqual(['import null {"from":5,"uses":{"kind":"evidence"}}', 'import "/a.rmv" '])
  })

  test('a person may name any', async () => {
    await execute({ kind: 'openProject', path: '/a.json' }, 'person')
    await execute({ kind: 'openDump', path: '/b.json' }, 'person')
    expect(done).toEqual(['open "/a.json"', 'open dump "/b.json"'])
  })
})
