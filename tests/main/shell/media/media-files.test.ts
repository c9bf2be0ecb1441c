/** Files of clips, in a real folder. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MediaFiles, pageRefusal } from '../../../../main/shell/media/media-files'
import type { MediaFile, SessionCommand } from '../../../../preload/contract'
import { Person } from '../person'

const PNG = '\x89PNG\r\n\x1a\n'
let folder: string
let person: Person
let done: SessionCommand[]
let shelf: MediaFile[]
let clips: Map<string, MediaFile>
let media: MediaFiles

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trimline-media-'))
  person = new Person()
  ;[done, shelf, clips] = [[], [], new Map()]
  media = new MediaFiles({
    dialogs: person,
    shelf: { put: (file) => shelf.push(file) },
    fileOf: (clip) => clips.get(clip) ?? null,
    projectPath: () => join(folder, 'project', 'holiday.json'),
    execute: (command) => {
      done.push(command)
      if (command.kind === 'importClip' && command.file !== undefined) clips.set(command.name, command.file)
      return { ok: true }
    },
    alone: (run) => run(),
  })
})
afterEach(() => rmSync(folder, { recursive: true }))

function file(name: string, content = `${PNG}${name}`): string {
  writeFileSync(join(folder, name), content, 'latin1')
  return join(folder, name)
}
const drop = (path: string, name = 'beach') =>
  media.take({ kind: 'importMedia', path, name, width: 4, height: 3, track: 1 })

/** The clip "beach" shows this file. */
function beach(path = file('beach.png')): MediaFile {
  expect(drop(path)).toEqual({ ok: true })
  ;[done.length, shelf.length] = [0, 0]
  return clips.get('beach') as MediaFile
}

describe('what a person drops', () => {
  test('becomes a clip that says where its pixels are', () => {
    const path = file('beach.jpg')
    expect(drop(path)).toEqual({ ok: true })
    const known = { path, type: 'image/png', size: 17, fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) as string }
    expect(done).toMatchObject([{ kind: 'importClip', name: 'beach', width: 4, height: 3, track: 1, file: known }])
    expect(shelf).toMatchObject([known])
  })

  test.each([
    ['a program', () => file('a.png', '#!/bin/sh\n'), /begins as no picture or video/],
    ['nothing', () => join(folder, 'b.png'), /ENOENT/],
    ['a folder', () => folder, /found a folder/],
    ['no path of this system', () => 'beach.png', /is no path of this system/],
  ])('%s is refused', (_, path, message) => {
    expect(drop(path())).toMatchObject({ ok: false, message: expect.stringMatching(message) })
    expect([done, shelf]).toEqual([[], []])
  })

  test('a picture of more than 64 MiB is refused, a video is not', () => {
    const path = file('large.png')
    truncateSync(path, 64 * 1024 * 1024 + 1)
    expect(drop(path)).toMatchObject({ ok: false, message: expect.stringContaining('a picture at most 67108864') })
    const video = file('large.webm', '\x1aE\xdf\xa3')
    truncateSync(video, 64 * 1024 * 1024 + 1)
    expect(drop(video)).toEqual({ ok: true })
  })
})

describe('a project that is opened again', () => {
  test('has its file, also where only its time is another', () => {
    const was = beach()
    writeFileSync(was.path, `${PNG}beach.png`, 'latin1')
    expect(media.open('beach')).toEqual({ ok: true })
    expect(shelf).toMatchObject([{ fingerprint: was.fingerprint }])
  })

  test('finds it beside the project, with which it was moved', () => {
    const was = beach()
    mkdirSync(join(folder, 'project'))
    renameSync(was.path, join(folder, 'project', 'beach.png'))
    expect(media.open('beach')).toEqual({ ok: true })
    expect(shelf).toMatchObject([{ path: join(folder, 'project', 'beach.png'), fingerprint: was.fingerprint }])
  })

  test('says that it is gone, another one, a pipe, or was never there', () => {
    const { path } = beach()
    writeFileSync(path, `${PNG}other.png`, 'latin1')
    expect(media.open('beach')).toMatchObject({
      message: expect.stringContaining('is another file by now: found 17 bytes'),
    })
    rmSync(path)
    expect(media.open('beach')).toMatchObject({ ok: false, message: expect.stringContaining('ENOENT') })
    if (process.platform !== 'win32') {
      execFileSync('mkfifo', [path])
      expect(media.open('beach')).toMatchObject({ ok: false, message: expect.stringContaining('a named pipe') })
    }
    expect(media.open('sea')).toMatchObject({ ok: false, message: expect.stringContaining('no clip "sea"') })
    expect(shelf).toEqual([])
  })

  test('asks nobody in the network by itself: who has made the project would learn who opens it', () => {
    clips.set('beach', { ...beach(), path: '//somewhere/share/beach.png' })
    expect(media.open('beach')).toMatchObject({ ok: false, message: expect.stringContaining('lies in the network') })
  })
})

describe('Locate…', () => {
  test('asks in the folder of the file that was, and links the clip to the one that is chosen', async () => {
    const was = beach()
    person.openAnswer = file('sea.png')
    expect(await media.locate('beach')).toEqual({ ok: true })
    expect(person.asked).toEqual([`open media in ${folder}`])
    expect(done).toMatchObject([{ kind: 'relinkClip', clip: 'beach', file: { path: person.openAnswer, size: 15 } }])
    expect(shelf[0]?.fingerprint).not.toBe(was.fingerprint)
  })

  test('of the same file, which is there again, changes nothing', async () => {
    person.openAnswer = beach().path
    expect(await media.locate('beach')).toEqual({ ok: true })
    expect([done.length, shelf.length]).toEqual([0, 1])
  })

  test('of another kind, of nothing, and cancelled, changes nothing', async () => {
    beach()
    person.openAnswer = file('sea.webm', '\x1aE\xdf\xa3')
    expect(await media.locate('beach')).toMatchObject({
      ok: false,
      message: expect.stringContaining('is a video; beach shows a picture'),
    })
    person.openAnswer = join(folder, 'gone.png')
    expect(await media.locate('beach')).toMatchObject({ ok: false, message: expect.stringContaining('ENOENT') })
    person.openAnswer = null
    expect(await media.locate('beach')).toMatchObject({ cancelled: true })
    expect(done).toEqual([])
  })
})

test('the page names no file', () => {
  const clip = { kind: 'importClip', name: 'a', width: 1, height: 1 } as const
  expect(pageRefusal(clip)).toBeNull()
  expect(pageRefusal({ ...clip, file: beach() })).toMatchObject({ ok: false })
  expect(pageRefusal({ kind: 'relinkClip', clip: 'a', file: null })).toMatchObject({ ok: false })
})
