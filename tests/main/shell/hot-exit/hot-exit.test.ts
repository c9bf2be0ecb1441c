import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { idOf, self } from '../../../../main/files/owner'
import type { Scenario } from '../../../../main/session/scenario'
import { type AutosaveDocument, PAUSE_MS } from '../../../../main/shell/hot-exit/autosave'
import { HotExit } from '../../../../main/shell/hot-exit/hot-exit'
import { standOf } from '../../../../main/shell/hot-exit/recovery-file'
import { RecoveryFolder } from '../../../../main/shell/hot-exit/recovery-folder'
import { Notices } from '../../../../main/shell/notices'
import { readBackHere } from '../../../../main/shell/reading/read-back'
import { deadOwner, FakeSession, projectText, recovery, temporaryFolder } from './rig'

let root: string
let path: string
let now: number
let session: FakeSession
let document: AutosaveDocument
let notices: Notices
let replaced: { scenario: Scenario; path: string | null }[]
let mayReplace: boolean
let published: number

beforeEach(() => {
  root = temporaryFolder()
  path = join(root, 'recovery')
  now = 0
  session = new FakeSession()
  document = { name: 'Untitled', path: null, stand: null }
  notices = new Notices(() => {})
  replaced = []
  mayReplace = true
  published = 0
})

function create(over: { keeps?: boolean; offers?: boolean } = {}): HotExit {
  return new HotExit({
    folder: new RecoveryFolder(path),
    keeps: true,
    offers: true,
    session: () => session,
    document: () => document,
    replace: async (scenario, { name, path: file, stand }) => {
      if (!mayReplace) return { ok: false, cancelled: true, message: 'Cancelled.' }
      replaced.push({ scenario, path: file })
      session = new FakeSession()
      session.change(scenario.name)
      document = { name, path: file, stand }
      return { ok: true }
    },
    readBack: readBackHere,
    notices,
    changed: () => published++,
    now: () => now,
    clock: () => 5000 + now,
    ...over,
  })
}

/** As an app that died leaves it. @returns its id */
function leave(changes: Parameters<typeof recovery>[0] = {}): string {
  const owner = deadOwner()
  new RecoveryFolder(path, owner).write(recovery(changes))
  return idOf(owner)
}

const files = () => readdirSync(path).sort()
const own = () => JSON.parse(readFileSync(join(path, `${idOf(self())}.json`), 'utf8')) as { project: string }

describe('what an app that died has left', () => {
  test('is shown clipped and without characters that steer, and restored with the names that it has', async () => {
    const name = `\u202emine\n${'n'.repeat(900)}`
    const place = `/gone/\u001b[31m${'p'.repeat(5000)}/mine\u2067.json`
    const id = leave({ name, path: place, stand: standOf(Buffer.from('before')), project: projectText('mine') })
    const hotExit = create()
    hotExit.start()
    expect(hotExit.offer).toEqual({
      id,
      name: `\\u202emine\\n${'n'.repeat(187)}…`,
      path: `/gone/\\u001b[31m${'p'.repeat(183)}…`,
      savedAt: 1000,
      others: 0,
    })
    const { ok, message = '' } = await hotExit.restore(id)
    expect([ok, message.length < 700, /\p{Bidi_Control}|\p{Cc}/u.test(message)]).toEqual([true, true, false])
    expect(message).toMatch(
      /^Restored the unsaved changes of “\\u202emine.*\/gone\/.* cannot be read: found a name of .* With Save As they are kept elsewhere\.$/,
    )
    expect(replaced).toEqual([{ scenario: expect.objectContaining({ name: 'mine' }), path: place }])
    expect([document.name, document.path]).toEqual([name, place])
  })

  test('and cannot be read any more is named in the same way', async () => {
    const id = leave({ name: `\u202e${'n'.repeat(900)}` })
    const hotExit = create()
    hotExit.start()
    writeFileSync(join(path, `${id}.json`), 'damaged')
    const { ok, message = '' } = await hotExit.restore(id)
    expect([ok, message.length < 500, /\p{Bidi_Control}/u.test(message)]).toEqual([false, true, false])
  })

  test('is offered, and restored as it was, unsaved, still safe', async () => {
    const id = leave({ name: 'mine', path: '/gone/mine.json', savedAt: 77, project: projectText('mine') })
    const hotExit = create()
    hotExit.start()
    expect(hotExit.offer).toEqual({ id, name: 'mine', path: '/gone/mine.json', savedAt: 77, others: 0 })
    expect(published).toBe(1)
    expect(await hotExit.restore(id)).toEqual({
      ok: true,
      message: 'Restored the unsaved changes of “mine”. They are not saved yet.',
    })
    expect(replaced).toEqual([{ scenario: expect.objectContaining({ name: 'mine' }), path: '/gone/mine.json' }])
    expect(hotExit.offer).toBeNull()
    expect(files()).toEqual([`${idOf(self())}.json`])
    expect(own().project).toBe(projectText('mine'))
  })

  test('is discarded for good', async () => {
    const id = leave()
    const hotExit = create()
    hotExit.start()
    expect(await hotExit.discard(id)).toEqual({ ok: true })
    expect([hotExit.offer, files()]).toEqual([null, []])
    expect(await hotExit.discard(id)).toMatchObject({ ok: false })
    expect(await hotExit.restore(id)).toMatchObject({ ok: false })
  })

  test('stays while the person wants to keep what is there, and is offered again', async () => {
    const id = leave()
    const hotExit = create()
    hotExit.start()
    mayReplace = false
    expect(await hotExit.restore(id)).toMatchObject({ ok: false, cancelled: true })
    expect(hotExit.offer?.id).toBe(id)
    hotExit.end()
    const next = create()
    next.start()
    expect(next.offer?.id).toBe(id)
  })

  test('several come one after the other', async () => {
    const [old, young] = [leave({ savedAt: 1 }), leave({ savedAt: 2 })]
    const hotExit = create()
    hotExit.start()
    expect(hotExit.offer).toMatchObject({ id: young, others: 1 })
    await hotExit.discard(young)
    expect(hotExit.offer).toMatchObject({ id: old, others: 0 })
  })

  test('only what was offered can be asked for: an id is no path', async () => {
    writeFileSync(join(root, 'secret.json'), projectText('secret'))
    leave()
    const hotExit = create()
    hotExit.start()
    expect(await hotExit.restore('../secret')).toMatchObject({ ok: false })
    expect(await hotExit.discard('../secret')).toMatchObject({ ok: false })
    expect(readFileSync(join(root, 'secret.json'), 'utf8')).toBe(projectText('secret'))
  })

  test('is not offered where nobody can answer', () => {
    leave()
    const hotExit = create({ offers: false })
    hotExit.start()
    expect(hotExit.offer).toBeNull()
    expect(files()).toHaveLength(1)
  })

  test.each([
    [
      'changed by something else',
      projectText('theirs'),
      /was changed by something else since: with Save As both are kept\.$/,
    ],
    ['removed', null, /is not there any more: Save makes it anew\.$/],
    ['left as it was', projectText('saved'), /They are not saved yet\.$/],
  ])('says when its file was %s', async (_what, text, message) => {
    const file = join(root, 'mine.json')
    if (text !== null) writeFileSync(file, text)
    const id = leave({ path: file, stand: standOf(Buffer.from(projectText('saved'))) })
    const hotExit = create()
    hotExit.start()
    expect(await hotExit.restore(id)).toMatchObject({ ok: true, message: expect.stringMatching(message) })
  })

  test('says when its file cannot be read, which is not that it is gone', async () => {
    const file = join(root, 'mine.json')
    mkdirSync(file)
    const id = leave({ path: file, stand: standOf(Buffer.from(projectText('saved'))) })
    const hotExit = create()
    hotExit.start()
    const said = `${file} cannot be read: found a folder; expected a file. With Save As they are kept elsewhere.`
    expect(await hotExit.restore(id)).toMatchObject({ ok: true, message: expect.stringContaining(said) })
  })

  test('removed since it was offered: nothing is said to be kept', async () => {
    const id = leave()
    const hotExit = create()
    hotExit.start()
    rmSync(join(path, `${id}.json`))
    expect(await hotExit.restore(id)).toEqual({
      ok: false,
      message: 'These unsaved changes are not there any more.',
    })
    expect([hotExit.offer, notices.shown]).toEqual([null, []])
  })

  test('by a newer app: that is told, as nothing is wrong with it, beside what is damaged', () => {
    const newer = leave({ project: '{"trimline":2}' })
    const damaged = leave({ project: '{' })
    create().start()
    expect(notices.shown.map(({ text }) => text)).toEqual([
      expect.stringContaining(`could not be read. The file was kept as ${join(path, `damaged-${damaged}.json`)}: `),
      'Unsaved changes are of a newer Trimline, which will offer them when it is started. ' +
        `The file was kept as ${join(path, `newer-${newer}.json`)}: found trimline 2; expected 1`,
    ])
  })

  test('damaged: kept aside and told, at the start and when it was damaged since', async () => {
    // what is wrong with it takes more room than there is: where it was kept is said all the same
    const id = leave({ project: '{"trimline":1,"steps":[{"at":-1}]}' })
    create().start()
    expect(notices.shown[0]?.text).toMatch(/^.{399}…$/)
    expect(notices.shown).toEqual([{ id: expect.any(String), text: expect.stringContaining(`damaged-${id}.json`) }])
    const later = leave()
    const hotExit = create()
    hotExit.start()
    writeFileSync(join(path, `${later}.json`), '{')
    expect(await hotExit.restore(later)).toMatchObject({ ok: false, message: expect.stringContaining('not JSON') })
    expect([hotExit.offer, replaced]).toEqual([null, []])
    expect(files()).toEqual([`damaged-${id}.json`, `damaged-${later}.json`].sort())
  })
})

test('many damaged ones are one notice, and all are kept', () => {
  const ids = Array.from({ length: 300 }, (_, number) => `1-dead${number}`)
  mkdirSync(path, { recursive: true })
  for (const id of ids) writeFileSync(join(path, `${id}.json`), '{')
  create().start()
  expect(notices.shown).toHaveLength(1)
  expect(notices.shown[0]?.text).toMatch(/The file was kept as \/.*\/damaged-\S+\.json, and 299 more beside it: /)
  expect(files()).toEqual(ids.map((id) => `damaged-${id}.json`).sort())
})

describe('what this app has not saved', () => {
  test('is kept with how its file stood, until it is saved', () => {
    const file = join(root, 'mine.json')
    writeFileSync(file, projectText('saved'))
    const stand = standOf(Buffer.from(projectText('saved')))
    document = { name: 'mine', path: file, stand }
    const hotExit = create()
    hotExit.start()
    hotExit.look()
    session.change('changed')
    hotExit.look()
    now += PAUSE_MS
    hotExit.look()
    expect(own()).toMatchObject({
      name: 'mine',
      path: file,
      savedAt: 5000 + now,
      stand,
      project: projectText('changed'),
    })
    session.dirty = false
    hotExit.look()
    expect(files()).toEqual([])
  })

  test('of a run that nobody watches is not kept', () => {
    const hotExit = create({ keeps: false, offers: false })
    session.change('changed')
    hotExit.look()
    hotExit.keepNow()
    now += 60_000
    hotExit.look()
    hotExit.end()
    expect(() => files()).toThrow()
  })

  test('that cannot be kept is said, until it can', () => {
    writeFileSync(path, 'no folder')
    const hotExit = create()
    session.change('changed')
    hotExit.keepNow()
    expect(notices.shown).toEqual([
      { id: 'autosave', text: expect.stringMatching(/^Unsaved changes cannot be kept safe; save the project\. ./) },
    ])
    session.dirty = false
    hotExit.look()
    expect(notices.shown).toEqual([])
  })
})
