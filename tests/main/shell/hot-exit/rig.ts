/** A session and a clock that tests move, and a folder of recovery files that goes when the test ends. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import { type Owner, self } from '../../../../main/files/owner'
import type { Recovery } from '../../../../main/shell/hot-exit/recovery-file'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'trimline-recovery-'))
  folders.push(folder)
  return folder
}

/** A process that has ended, so that nothing runs under its number. */
export function deadOwner(): Owner {
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  return { ...self(), pid, token: '1a2b' }
}

export class FakeSession {
  dirty = false
  revision = 0
  text = projectText('first')

  change(name: string): void {
    this.dirty = true
    this.revision++
    this.text = projectText(name)
  }

  keptText(): string {
    return this.text
  }
}

export function projectText(name: string): string {
  return `${JSON.stringify({ trimline: 1, name })}\n`
}

export function recovery(changes: Partial<Recovery> = {}): Recovery {
  return { name: 'cut', path: null, stand: null, savedAt: 1_000, project: projectText('cut'), ...changes }
}
