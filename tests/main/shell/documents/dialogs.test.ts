/** What a person is asked, on dialogs that are played: over which window, in which words, and what their answer means. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserWindow as Window } from 'electron'
import { beforeEach, describe, expect, test } from 'vitest'
import { ElectronDialogs, type SaveKind } from '../../../../main/shell/documents/dialogs'
import { BrowserWindow, dialog, fresh } from '../electron'

let window: BrowserWindow | null
let dialogs: ElectronDialogs

beforeEach(() => {
  fresh()
  window = null
  dialogs = new ElectronDialogs(() => window as unknown as Window | null)
})

const asked = () => dialog.asked.at(-1)
const answers = (response: number): void => {
  dialog.answers.showMessageBox = { response }
}

describe('a file to open', () => {
  test.each([
    ['project', 'Open project', 'Trimline project or scenario', ['json', 'trimline']],
    ['dump', 'Open memory dump', 'D3D12MA memory dump', ['json']],
  ] as const)('is a %s, or any', async (kind, title, name, extensions) => {
    dialog.answers.showOpenDialog = { canceled: false, filePaths: ['/a.json', '/b.json'] }
    expect(await dialogs.open(kind, null)).toBe('/a.json')
    expect(asked()?.options).toEqual({
      title,
      properties: ['openFile'],
      filters: [
        { name, extensions },
        { name: 'All files', extensions: ['*'] },
      ],
    })
  })

  test('is looked for where the last one was', async () => {
    await dialogs.open('project', '/projects')
    expect(asked()?.options.defaultPath).toBe('/projects')
  })

  test('is none when the person gives up, or chooses none', async () => {
    expect(await dialogs.open('project', null)).toBeNull()
    dialog.answers.showOpenDialog = { canceled: false, filePaths: [] }
    expect(await dialogs.open('project', null)).toBeNull()
  })
})

describe('a file to save', () => {
  test.each([
    ['project', 'Save project', ['json', 'trimline']],
    ['recording', 'Save recording as scenario', ['json', 'trimline']],
    ['dump', 'Save memory dump', ['json']],
    ['png', 'Export', ['png']],
    ['csv', 'Export', ['csv']],
  ] as const)('%s has its title and ending', async (kind, title, extensions) => {
    const path = `/out.${extensions[0]}`
    dialog.answers.showSaveDialog = { canceled: false, filePath: path }
    expect(await dialogs.save(kind, 'cut')).toBe(path)
    expect(asked()?.options).toMatchObject({
      title,
      defaultPath: 'cut',
      filters: [{ extensions }, { extensions: ['*'] }],
    })
  })

  test('over a file that is there asks first, also where the dialog would not by itself', async () => {
    await dialogs.save('project', 'cut')
    expect(asked()?.options).toMatchObject({ properties: expect.arrayContaining(['showOverwriteConfirmation']) })
  })

  test('has the ending of its kind where the dialog leaves it away, as that of Linux does', async () => {
    const saved = (platform: NodeJS.Platform, kind: SaveKind, filePath: string): Promise<string | null> => {
      dialog.answers.showSaveDialog = { canceled: false, filePath }
      return new ElectronDialogs(() => null, platform).save(kind, 'cut')
    }
    expect(await saved('linux', 'project', '/a.b/cut')).toBe('/a.b/cut.json')
    expect(await saved('linux', 'png', '/cut')).toBe('/cut.png')
    expect(await saved('linux', 'project', '/cut v1.2')).toBe('/cut v1.2.json')
    expect(await saved('linux', 'project', '/cut.')).toBe('/cut.json')
    expect(await saved('linux', 'perfetto', '/cut.perfetto-trace')).toBe('/cut.perfetto-trace')
    // its dialog has asked whether that one is replaced
    expect(await saved('linux', 'project', tmpdir())).toBe(tmpdir())
    expect(await saved('linux', 'project', '/cut.trimline')).toBe('/cut.trimline')
    expect(await saved('win32', 'project', '/cut')).toBe('/cut')
    expect(dialog.asked).toHaveLength(8)
  })

  test.each([
    [0, 'cut.json'],
    [1, null],
  ])('that gets its ending and is there is asked about (button %d)', async (response, saved) => {
    const folder = mkdtempSync(join(tmpdir(), 'trimline-dialogs-'))
    writeFileSync(join(folder, 'cut.json'), 'mine')
    dialog.answers.showSaveDialog = { canceled: false, filePath: join(folder, 'cut') }
    answers(response)
    const path = await new ElectronDialogs(() => null, 'linux').save('project', 'cut')
    expect(path).toBe(saved === null ? null : join(folder, saved))
    expect(asked()?.options).toMatchObject({ message: 'Replace “cut.json”?', defaultId: 1, cancelId: 1 })
    rmSync(folder, { recursive: true })
  })

  test('is none when the person gives up, or leaves the name empty', async () => {
    expect(await dialogs.save('csv', 'cut')).toBeNull()
    dialog.answers.showSaveDialog = { canceled: false, filePath: '' }
    expect(await dialogs.save('csv', 'cut')).toBeNull()
  })
})

describe('a question', () => {
  test.each([
    [0, 'save', 'overwrite'],
    [1, 'discard', 'saveAs'],
    [2, 'cancel', 'cancel'],
    // closed in a way that is no button
    [7, 'cancel', 'cancel'],
  ])('that is answered with button %d', async (response, unsaved, changed) => {
    answers(response)
    expect(await dialogs.unsaved('cut')).toBe(unsaved)
    expect(await dialogs.changed('cut', '/cut.json')).toBe(changed)
  })

  test('about unsaved changes saves by default; about a file that another program has changed it never overwrites by default', async () => {
    await dialogs.unsaved('cut')
    expect(asked()?.options).toMatchObject({
      message: 'Save the changes to “cut”?',
      buttons: ['Save', 'Don’t Save', 'Cancel'],
      defaultId: 0,
      cancelId: 2,
    })
    await dialogs.changed('cut', '/cut.json')
    expect(asked()?.options).toMatchObject({
      message: 'Another program has changed “cut”.',
      buttons: ['Save Anyway', 'Save As…', 'Cancel'],
      defaultId: 1,
      cancelId: 2,
    })
    expect(asked()?.options.detail).toContain('/cut.json')
  })

  test('about what is being exported goes on with it by default', async () => {
    answers(0)
    expect(await dialogs.exporting('run.pftrace')).toBe(false)
    expect(asked()?.options).toMatchObject({
      message: '“run.pftrace” is still being exported.',
      buttons: ['Keep Exporting', 'Close Without It'],
      defaultId: 0,
      cancelId: 0,
    })
    answers(1)
    expect(await dialogs.exporting('run.pftrace')).toBe(true)
  })

  test.each([
    [0, 'retry'],
    [1, 'quit'],
  ])('after several crashes: button %d is %s', async (response, answer) => {
    answers(response)
    expect(await dialogs.crashLoop()).toBe(answer)
    expect(asked()?.options).toMatchObject({ buttons: ['Try Again', 'Quit'], defaultId: 0, cancelId: 1 })
  })

  test.each([
    [false, 0, 'done'],
    [false, 1, 'save'],
    [true, 2, 'more'],
    // closed in a way that is no button
    [true, 7, 'done'],
  ])(
    'about an import, of a recording that goes on: %s, answered with button %d, is %s [LB-19]',
    async (more, response, answer) => {
      answers(response)
      expect(await dialogs.imported('It was imported.', 'all', more)).toBe(answer)
      const buttons = ['OK', 'Save Report…', ...(more ? ['Import What Follows'] : [])]
      expect(asked()?.options).toMatchObject({ detail: 'all', buttons, defaultId: 0, cancelId: 0 })
    },
  )

  test('shows what a file has put into it as text that cannot pose as something else', async () => {
    await dialogs.error('That did not work.', 'a\u202ebc')
    expect(asked()?.options).toMatchObject({ type: 'error', message: 'That did not work.', buttons: ['OK'] })
    expect(asked()?.options.detail).not.toContain('\u202e')
  })
})

test('everything is asked over the window while there is one', async () => {
  for (const over of [null, new BrowserWindow({})]) {
    window = over
    await dialogs.open('project', null)
    await dialogs.save('project', 'a')
    await dialogs.unsaved('a')
    expect(dialog.asked.splice(0).map(({ parent }) => parent)).toEqual([over, over, over])
  }
})
