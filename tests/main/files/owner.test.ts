import { spawn } from 'node:child_process'
import { uptime } from 'node:os'
import { describe, expect, test } from 'vitest'
import { idOf, isAlive, lifeOf, type Owner, ownerOf, SIGN_OF_LIFE_MS, self } from '../../../main/files/owner'
import { deadOwner } from '../shell/hot-exit/rig'

const HERE = self()
const onLinux = process.platform === 'linux'

test('the name of a file gives its process back', () => {
  for (const place of ['0123456789abcdef', null]) {
    const owner = { pid: 4711, token: 'z9', place }
    expect(ownerOf(idOf(owner))).toEqual(owner)
  }
  expect(ownerOf(idOf(HERE))).toEqual(HERE)
})

test.each([
  '',
  '4711',
  '0-a',
  '-1-a',
  '4711-',
  '4711-a/b',
  '4711-../x',
  'a-b',
  '99999999999-a',
  '1-a-0123',
  '1-a-0123456789ABCDEF',
  '1-a-0123456789abcdef-1',
])('%j is no process', (id) => {
  expect(ownerOf(id)).toBeNull()
})

test('this process lives, one that has ended does not', () => {
  expect(isAlive(HERE, 0)).toBe(true)
  expect(isAlive(deadOwner(), 0)).toBe(false)
  // as an earlier version has named it
  expect(isAlive({ ...deadOwner(), place: null }, 0)).toBe(false)
})

test.runIf(onLinux)('another process of the same number is not the one that wrote', () => {
  expect(lifeOf({ ...HERE, token: 'another' }, 0)).toBe('ended')
})

test('another process that runs lives, and is dead when it was killed', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  const pid = child.pid as number
  await new Promise((spawned) => child.once('spawn', spawned))
  const other = { ...HERE, pid, token: 'another' }
  // where the platform tells when it was started, this is no process that ever was
  expect(isAlive(other, 0)).toBe(!onLinux)
  expect(isAlive(other, SIGN_OF_LIFE_MS)).toBe(false)
  child.kill('SIGKILL')
  await new Promise((ended) => child.once('exit', ended))
  expect(isAlive(other, 0)).toBe(false)
})

describe('a process of another place, of which numbers say nothing here', () => {
  /** as another container names it, whose numbers are its own, or the same machine before it was started anew */
  const place = HERE.place as string
  const elsewhere = (owner: Owner): Owner => ({ ...owner, place: `00000000${place.slice(8)}` })
  const earlier = (owner: Owner): Owner => ({ ...owner, place: `${place.slice(0, 8)}12345678` })

  test('of another container or machine is judged by its signs of life alone', () => {
    for (const owner of [elsewhere(HERE), elsewhere(deadOwner())]) {
      expect([lifeOf(owner, 0), lifeOf(owner, 10 * SIGN_OF_LIFE_MS)]).toEqual(['unknown', 'unknown'])
      expect([isAlive(owner, SIGN_OF_LIFE_MS - 1), isAlive(owner, SIGN_OF_LIFE_MS)]).toEqual([true, false])
    }
  })

  test.runIf(onLinux)('of before the machine was started has ended, whoever has its number now', () => {
    const since = uptime() * 1000
    expect([lifeOf(earlier(HERE), since + 60_000), isAlive(earlier(HERE), since + 60_000)]).toEqual(['ended', false])
    // it gave a sign of life since then: it is of another machine that is called the same
    expect([lifeOf(earlier(HERE), 0), isAlive(earlier(HERE), 0)]).toEqual(['unknown', true])
  })

  test.runIf(onLinux)('places differ by the space of process numbers and by the boot', () => {
    expect(place).toMatch(/^(?!00000000)[0-9a-f]{8}(?!00000000)[0-9a-f]{8}$/)
  })
})
