import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { idOf, type Owner, self } from '../../../../main/files/owner'
import { temporaryFor } from '../../../../main/files/temporary'
import { recoveryText } from '../../../../main/shell/hot-exit/recovery-file'
import { RecoveryFolder } from '../../../../main/shell/hot-exit/recovery-folder'
import { deadOwner, projectText, recovery, temporaryFolder } from './rig'

let path: string
let dead: Owner
let folder: RecoveryFolder

beforeEach(() => {
  path = join(temporaryFolder(), 'recovery')
  dead = deadOwner()
  folder = new RecoveryFolder(path)
})

const ofDead = (owner = dead) => new RecoveryFolder(path, owner)

describe('a recovery file', () => {
  test('is found when its app has died, with all that it holds', () => {
    const stand = { size: 3, sha256: 'a'.repeat(64) }
    const kept = recovery({ path: '/cuts/mine.json', name: 'mine', stand, savedAt: 1_700_000_000_000 })
    expect(ofDead().write(kept)).toBeNull()
    expect(folder.leftBehind()).toEqual({ found: [{ ...kept, id: idOf(dead) }], aside: [] })
    expect(folder.read(idOf(dead))).toMatchObject({ ok: true, recovery: kept, scenario: { name: 'cut' } })
  })

  test('of an app that lives is not touched', () => {
    folder.write(recovery())
    expect(new RecoveryFolder(path, dead).leftBehind()).toEqual({ found: [], aside: [] })
    expect(existsSync(folder.ownPath)).toBe(true)
  })

  test('several are offered, the latest first', () => {
    const others = [deadOwner(), deadOwner()]
    ofDead().write(recovery({ name: 'first', savedAt: 1 }))
    ofDead(others[0]).write(recovery({ name: 'last', savedAt: 3 }))
    ofDead(others[1]).write(recovery({ name: 'middle', savedAt: 2 }))
    expect(folder.leftBehind().found.map(({ name }) => name)).toEqual(['last', 'middle', 'first'])
  })

  test('that was taken over is this app’s own, and goes with it', () => {
    ofDead().write(recovery())
    folder.adopt(idOf(dead))
    expect(readdirSync(path)).toEqual([`${idOf(self())}.json`])
    folder.clear()
    expect(readdirSync(path)).toEqual([])
  })

  test('that holds nothing but what is saved is not offered', () => {
    const saved = join(path, '..', 'mine.json')
    writeFileSync(saved, projectText('mine'))
    ofDead().write(recovery({ path: saved, project: projectText('mine') }))
    expect(folder.leftBehind()).toEqual({ found: [], aside: [] })
    expect(readdirSync(path)).toEqual([])
    ofDead().write(recovery({ path: saved, project: projectText('changed') }))
    expect(folder.leftBehind().found).toHaveLength(1)
  })

  test('without a folder there is nothing', () => {
    expect(folder.leftBehind()).toEqual({ found: [], aside: [] })
    folder.clear()
  })

  test('that cannot be written is said, not thrown', () => {
    writeFileSync(path, 'a file where the folder would be')
    expect(folder.write(recovery())).toBe(`${path} cannot be made: file already exists (EEXIST).`)
    expect(folder.leftBehind()).toEqual({ found: [], aside: [] })
  })
})

test('one that cannot be written is said without another place to choose, as nobody has chosen it', () => {
  mkdirSync(folder.ownPath, { recursive: true })
  expect(folder.write(recovery())).toBe(`${folder.ownPath} cannot be written: found a folder; expected a file.`)
})

describe('a damaged one', () => {
  const whole = recoveryText(recovery())
  test.each([
    ['cut off', whole.slice(0, whole.length / 2)],
    ['empty', ''],
    ['bytes', '\u0000\u0001'],
    ['a list', '[]'],
    ['of a later version', whole.replace('"trimlineRecovery":1', '"trimlineRecovery":2'), 'newer'],
    ['with a project of a later version', recoveryText(recovery({ project: '{"trimline":2,"app":{}}' })), 'newer'],
    ['with a field too many', whole.replace('"name"', '"colour":1,"name"')],
    ['with a project that Open refuses', recoveryText(recovery({ project: '{"trimline":1,"steps":[{"at":-1}]}' }))],
    ['with a project that is no text', whole.replace(/"project":".*"/, '"project":7')],
  ])('is kept aside and told once: %s', (_what, text, is = 'damaged') => {
    mkdirSync(path)
    writeFileSync(join(path, `${idOf(dead)}.json`), text)
    const aside = join(path, `${is}-${idOf(dead)}.json`)
    expect(folder.leftBehind()).toEqual({
      found: [],
      aside: [{ path: aside, is, message: expect.stringMatching(/./) }],
    })
    expect(readFileSync(aside, 'utf8')).toBe(text)
    expect(readdirSync(path)).toEqual([`${is}-${idOf(dead)}.json`])
    expect(folder.leftBehind()).toEqual({ found: [], aside: [] })
  })

  test('that cannot be read at all is told too', () => {
    mkdirSync(join(path, `${idOf(dead)}.json`), { recursive: true })
    expect(folder.leftBehind().aside).toEqual([
      {
        path: join(path, `damaged-${idOf(dead)}.json`),
        is: 'damaged',
        // nobody has chosen it, so that no other is to be chosen
        message: 'found a folder; expected a file',
      },
    ])
  })

  test.each(['damaged', 'newer'])('that can be read again is offered again, as by the newer app: %s', (is) => {
    const id = `${is}-${idOf(dead)}`
    mkdirSync(path)
    writeFileSync(join(path, `${id}.json`), whole)
    expect(folder.leftBehind()).toMatchObject({ found: [{ id, name: 'cut' }], aside: [] })
    folder.adopt(id)
    expect(readdirSync(path)).toEqual([`${idOf(self())}.json`])
  })

  test('since it was kept aside stays where it is', () => {
    const file = `damaged-${idOf(dead)}.json`
    mkdirSync(path)
    writeFileSync(join(path, file), whole)
    const { found } = folder.leftBehind()
    const id = found[0]?.id ?? ''
    folder.keepAside(id, { is: 'damaged', message: 'cut off' })
    expect(readdirSync(path)).toEqual([file])
  })

  test('that cannot even be looked at is told, and hinders no start', () => {
    mkdirSync(path)
    symlinkSync(`${idOf(dead)}.json`, join(path, `${idOf(dead)}.json`))
    expect(folder.leftBehind()).toMatchObject({ found: [], aside: [{ message: expect.stringContaining('ELOOP') }] })
  })
})

test('what was being written when the app was killed goes, here and beside the project; what is not ours stays', async () => {
  const project = join(path, '..')
  ofDead().write(recovery({ path: join(project, 'mine.json') }))
  const [here, beside] = [path, project].map((place) => join(place, basename(temporaryFor(join(place, 'x.json')))))
  const left = [here, beside].map((file) => file!.replace(`-${process.pid}-`, `-${dead.pid}-`))
  for (const file of [...left, join(path, 'notes.txt')]) writeFileSync(file, 'half')
  expect(folder.leftBehind().found).toHaveLength(1)
  expect(left.map((file) => existsSync(file))).toEqual([false, false])
  expect(readdirSync(path).sort()).toEqual([`${idOf(dead)}.json`, 'notes.txt'].sort())
})
