/** Whose a file is when it has been written anew, and who may read it then. */
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { writeFile } from '../../../main/files/atomic-file'
import { type FileSystem, nodeFileSystem } from '../../../main/files/file-system'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trimline-owner-'))
  path = join(folder, 'a.json')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('a file of another person', () => {
  /** The file is of 1:2 and the process of 3:4. @param takes whether the system lets it be given to them */
  const shared = (mode: number, takes: (uid: number, gid: number) => boolean): [number, number, number] => {
    writeFileSync(path, 'before')
    chmodSync(path, mode)
    let owner = { uid: 3, gid: 4 }
    const fs: FileSystem = {
      ...nodeFileSystem,
      stat: (at) => {
        const stats = nodeFileSystem.stat(at)
        return stats && { ...stats, uid: 1, gid: 2 }
      },
      statOpen: (descriptor) => ({ ...nodeFileSystem.statOpen(descriptor), ...owner }),
      setOwner: (_descriptor, uid, gid) => {
        if (!takes(uid, gid)) throw Object.assign(new Error('EPERM: not permitted'), { code: 'EPERM' })
        owner = { uid, gid }
      },
    }
    writeFile(path, 'after', { fs })
    return [owner.uid, owner.gid, statSync(path).mode & 0o777]
  }

  test('stays theirs for root', () => expect(shared(0o664, () => true)).toEqual([1, 2, 0o664]))

  test('stays of the group that both are in, who can write to it as before', () => {
    expect(shared(0o664, (uid) => uid === 3)).toEqual([3, 2, 0o664])
  })

  test.each([
    [0o664, 0o644],
    [0o640, 0o600],
    [0o606, 0o606],
  ])('is not opened to a group that it was not of: %o', (mode, then) => {
    expect(shared(mode, () => false)).toEqual([3, 4, then])
  })
})
