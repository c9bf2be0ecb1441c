import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { OwnPolicies } from '../../../../main/session/commands/own-policies'
import { PolicyFiles } from '../../../../main/shell/documents/policy-files'
import type { CommandResult, SessionCommand } from '../../../../preload/contract'

let folder: string
let chosen: string | null
let done: SessionCommand[]
let files: PolicyFiles
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trimline-policy-files-'))
  chosen = join(folder, 'mine.mjs')
  done = []
  const execute = (command: SessionCommand): CommandResult => {
    done.push(command)
    return { ok: true }
  }
  const ownPolicies = new OwnPolicies(() => {})
  files = new PolicyFiles({
    dialogs: { open: async () => chosen },
    session: () => ({ laboratory: { ownPolicies }, execute }),
    alone: (run) => run(),
  })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const charged = () => done.map((command) => command.kind === 'setPolicy' && command.policy)

it('puts the module that a person chooses in charge, and again when it was edited [LB-14]', async () => {
  writeFileSync(join(folder, 'mine.mjs'), 'export default 1')
  expect(await files.open()).toEqual({ ok: true })
  writeFileSync(join(folder, 'mine.mjs'), 'export default 2')
  expect(await files.reload()).toEqual({ ok: true })
  const [one, two] = charged()
  expect([one, two]).toEqual([expect.stringMatching(/^mine\.mjs#/), expect.stringMatching(/^mine\.mjs#/)])
  expect(one).not.toBe(two)
})

it('says what is wrong with a file, and changes nothing then [LB-15]', async () => {
  expect(await files.reload()).toMatchObject({ ok: false, message: expect.stringContaining('Own policy…') })
  expect(await files.open()).toMatchObject({ ok: false, message: expect.stringContaining('Could not open mine.mjs: ') })
  writeFileSync(join(folder, 'mine.mjs'), Uint8Array.of(0xff))
  expect(await files.open()).toMatchObject({ ok: false, message: expect.stringContaining('not UTF-8') })
  writeFileSync(join(folder, 'mine.mjs'), ' '.repeat(300_000))
  expect(await files.open()).toMatchObject({ ok: false })
  chosen = null
  expect((await files.open()).ok).toBe(false)
  expect(done).toEqual([])
})
