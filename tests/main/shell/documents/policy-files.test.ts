import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { OwnPolicies } from '../../../../main/session/commands/own-policies'
import { PolicyFiles } from '../../../../main/shell/documents/policy-files'
import type { CommandResult, PolicyId, SessionCommand } from '../../../../preload/contract'

/** A module of a policy, each number another. */
const MODULE = (n: number): string => `export default { name: 'mine ${n}', create: () => ({}) }`

let folder: string
let chosen: string | null
let done: SessionCommand[]
let files: PolicyFiles
let ownPolicies: OwnPolicies
let changes: number
/** what the page was told, each time */
let told: boolean[]
let isBusy: boolean
let inCharge: PolicyId
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trimline-policy-files-'))
  chosen = join(folder, 'mine.mjs')
  done = []
  const execute = (command: SessionCommand): CommandResult => {
    done.push(command)
    if (command.kind === 'setPolicy') inCharge = command.policy
    return { ok: true }
  }
  changes = 0
  told = []
  isBusy = false
  inCharge = 'none'
  ownPolicies = new OwnPolicies(() => changes++)
  files = new PolicyFiles({
    dialogs: { open: async () => chosen },
    session: () => ({ laboratory: { ownPolicies }, world: { editor: { policy: { name: inCharge } } }, execute }),
    alone: (run) => (isBusy ? Promise.resolve({ ok: false, message: 'A dialog is open.' }) : run()),
    changed: () => told.push(files.refused.policyRefused === true),
  })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const charged = () => done.map((command) => command.kind === 'setPolicy' && command.policy)

it('puts the module that a person chooses in charge, and again when it was edited [LB-14]', async () => {
  writeFileSync(join(folder, 'mine.mjs'), MODULE(1))
  expect(await files.open()).toEqual({ ok: true })
  writeFileSync(join(folder, 'mine.mjs'), MODULE(2))
  expect(await files.reload()).toEqual({ ok: true })
  const [one, two] = charged()
  expect([one, two]).toEqual([expect.stringMatching(/^mine\.mjs#/), expect.stringMatching(/^mine\.mjs#/)])
  expect(one).not.toBe(two)
})

const offered = (inCharge: PolicyId = 'none') => ownPolicies.viewsWith(inCharge).map(({ id }) => id)

it('offers each file once, as it was read last, and the older one that Undo puts in charge [LB-14]', async () => {
  const write = (text: string): void => writeFileSync(chosen as string, text)
  write(MODULE(1))
  await files.open()
  write(MODULE(2))
  await files.reload()
  await files.reload()
  const [one, two] = charged() as PolicyId[]
  expect(offered()).toEqual([two])
  expect(offered(one)).toEqual([one, two])
  // what a recording names is there all the same
  expect(ownPolicies.problem([one as PolicyId])).toBeNull()
  write(MODULE(1))
  await files.reload()
  expect(offered()).toEqual([one])
  // another file of the same name, and what no file here has
  mkdirSync(join(folder, 'other'))
  chosen = join(folder, 'other', 'mine.mjs')
  write(MODULE(3))
  await files.open()
  expect(offered()).toEqual([one, charged().at(-1)])
  const told = ownPolicies.add({ file: 'told.mjs', text: MODULE(4) })
  expect(offered()).toEqual([one, charged().at(-1), told])
  expect(changes).toBe(5)
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

it.each([
  ['does not parse', 'export default {\n  name: ,\n}', /line 2: /i],
  ['gives no policy', 'export const name = 1', /line 1: .*found none$/i],
  ['does not end', 'for (;;);', /line 1: it did not end/i],
])('leaves the policy in charge that is, where a module %s, and says where [LB-14]', async (_what, text, message) => {
  const write = (content: string): void => writeFileSync(chosen as string, content)
  write(MODULE(1))
  await files.open()
  write(text)
  expect(await files.reload()).toEqual({ ok: false, message: expect.stringMatching(message) })
  expect(charged()).toEqual(offered())
  write(MODULE(2))
  expect(await files.reload()).toEqual({ ok: true })
  expect(charged()).toHaveLength(2)
})

it('reads a file again that was refused when it was opened, once it is corrected [LB-14]', async () => {
  const write = (content: string): void => writeFileSync(chosen as string, content)
  write('export const name = 1')
  expect((await files.open()).ok).toBe(false)
  expect(await files.reload()).toMatchObject({ ok: false, message: expect.stringContaining('it is no policy') })
  write(MODULE(1))
  expect(await files.reload()).toEqual({ ok: true })
  expect(charged()).toEqual([expect.stringMatching(/^mine\.mjs#/)])

  // with one in charge: the one that was refused is the one that is being written
  chosen = join(folder, 'other.mjs')
  write('export const name = 2')
  expect((await files.open()).ok).toBe(false)
  write(MODULE(2))
  expect(await files.reload()).toEqual({ ok: true })
  expect(charged().at(-1)).toMatch(/^other\.mjs#/)
})

it('reads the file of the policy in charge again, though another was opened after it [LB-14]', async () => {
  const mine = chosen as string
  writeFileSync(mine, MODULE(1))
  await files.open()
  const [first] = charged() as PolicyId[]
  chosen = join(folder, 'other.mjs')
  writeFileSync(chosen, MODULE(2))
  await files.open()
  inCharge = first as PolicyId
  writeFileSync(mine, MODULE(3))
  expect(await files.reload()).toEqual({ ok: true })
  expect(charged().at(-1)).toMatch(/^mine\.mjs#/)
  expect(charged().at(-1)).not.toBe(first)
})

it('says that a file was refused, for as long as that is the one that is read again [LB-14]', async () => {
  const write = (content: string): void => writeFileSync(chosen as string, content)
  write('export const name = 1')
  // it was not even asked for
  isBusy = true
  expect((await files.open()).ok).toBe(false)
  isBusy = false
  expect([files.refused, told]).toEqual([{}, []])
  await files.open()
  await files.reload()
  const path = chosen
  chosen = null
  expect(await files.open()).toMatchObject({ cancelled: true })
  chosen = path
  expect([files.refused, told]).toEqual([{ policyRefused: true }, [true]])
  write(MODULE(1))
  await files.reload()
  expect([files.refused, told]).toEqual([{}, [true, false]])
  // one in charge that is broken is read again as before
  write('export const name = 1')
  expect((await files.reload()).ok).toBe(false)
  expect([files.refused, told]).toEqual([{}, [true, false]])
})

it('reads nothing where the policy in charge is of no file here, whatever was opened; its own in another project [LB-14]', async () => {
  writeFileSync(chosen as string, MODULE(1))
  await files.open()
  const mine = inCharge
  // a project is opened that has one in it
  ownPolicies = new OwnPolicies(() => changes++)
  inCharge = ownPolicies.add({ file: 'theirs.mjs', text: MODULE(2) })
  expect(await files.reload()).toMatchObject({ ok: false, message: expect.stringContaining('of no file here') })
  expect(charged()).toEqual([mine])
  // and one that has the same as that file
  inCharge = ownPolicies.add({ file: 'mine.mjs', text: MODULE(1) })
  writeFileSync(chosen as string, MODULE(3))
  expect(await files.reload()).toEqual({ ok: true })
  expect(charged()).toEqual([mine, expect.stringMatching(/^mine\.mjs#/)])
})
