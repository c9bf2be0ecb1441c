import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import { idOf, isAlive, ownerOf, SIGN_OF_LIFE_MS, self } from '../../../../main/shell/hot-exit/owner'
import { deadOwner } from './rig'

test('the name of a file gives its process back', () => {
  expect(ownerOf(idOf({ pid: 4711, token: 'z9' }))).toEqual({ pid: 4711, token: 'z9' })
})

test.each(['', '4711', '0-a', '-1-a', '4711-', '4711-a/b', '4711-../x', 'a-b', '99999999999-a'])(
  '%j is no process',
  (id) => {
    expect(ownerOf(id)).toBeNull()
  },
)

test('this process lives, one that has ended does not', () => {
  expect(isAlive(self(), 0)).toBe(true)
  expect(isAlive(deadOwner(), 0)).toBe(false)
})

test.runIf(process.platform === 'linux')('another process of the same number is not the one that wrote', () => {
  expect(isAlive({ pid: process.pid, token: 'another' }, 0)).toBe(false)
})

test('another process that runs lives, and is dead when it was killed', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  const pid = child.pid as number
  await new Promise((spawned) => child.once('spawn', spawned))
  const before = isAlive({ pid, token: 'another' }, 0)
  // where the platform tells when it was started, this is no process that ever was
  expect(before).toBe(process.platform !== 'linux')
  expect(isAlive({ pid, token: 'another' }, SIGN_OF_LIFE_MS)).toBe(false)
  child.kill('SIGKILL')
  await new Promise((ended) => child.once('exit', ended))
  expect(isAlive({ pid, token: 'another' }, 0)).toBe(false)
})
