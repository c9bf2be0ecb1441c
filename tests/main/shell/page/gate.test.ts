import { beforeEach, describe, expect, test } from 'vitest'
import { createGate } from '../../../../main/shell/page/gate'
import type { Sender } from '../../../../main/shell/page/sender'
import type { Command, CommandResult } from '../../../../preload/contract'

const ORIGIN = 'app://trimline'
const OURS: Sender = { ours: true, mainFrame: true, origin: ORIGIN }

let done: [where: 'session' | 'shell', command: Command][]
let answer: () => CommandResult
let gate: ReturnType<typeof createGate>

beforeEach(() => {
  done = []
  answer = () => ({ ok: true })
  gate = createGate({
    origin: ORIGIN,
    session: (command) => {
      done.push(['session', command])
      return answer()
    },
    shell: async (command) => {
      done.push(['shell', command])
      return answer()
    },
  })
})

describe('who may send', () => {
  test.each([
    [{ ...OURS, ours: false }, /not the window of this app/],
    [{ ...OURS, mainFrame: false }, /a frame within the page/],
    [{ ...OURS, origin: 'https://example.com' }, /of https:\/\/example\.com, expected app:\/\/trimline/],
    [{ ...OURS, origin: 'app://trimline.example' }, /expected app:\/\/trimline/],
    [{ ...OURS, origin: 'null' }, /expected app:\/\/trimline/],
  ])('nobody else: %j', async (sender, message) => {
    await expect(gate(sender, { kind: 'run' })).rejects.toThrow(message)
    expect(done).toEqual([])
  })
})

describe('what may be sent', () => {
  test('a command of the simulation goes to the session, with its answer coming back', async () => {
    answer = () => ({ ok: false, message: 'no such effect' })
    const command: Command = { kind: 'applyEffect', effect: 'Blur' }
    expect(await gate(OURS, command)).toEqual({ ok: false, message: 'no such effect' })
    expect(done).toEqual([['session', command]])
  })

  test.each<Command>([
    { kind: 'newProject' },
    { kind: 'openProject', path: '/a.json' },
    { kind: 'saveProject' },
    { kind: 'saveProjectAs' },
    { kind: 'saveRecording' },
    { kind: 'exportPerfetto' },
    { kind: 'saveDump' },
    { kind: 'openDump' },
    { kind: 'importCapture' },
    { kind: 'setTheme', theme: 'dark' },
    { kind: 'restoreRecovery', id: '1-a' },
    { kind: 'discardRecovery', id: '1-a' },
    { kind: 'dismissNotice', id: 'gpu' },
    { kind: 'showSaved', id: 1 },
    { kind: 'showStart', open: true },
    { kind: 'setStartPage', atStart: false },
    { kind: 'openExample', file: 'sample-life.json' },
    { kind: 'openLesson', lesson: 'idle' },
    { kind: 'leaveLesson' },
    { kind: 'exportFile', suggestedName: 'a', format: 'csv', content: 't\n' },
  ])('$kind goes to the shell', async (command) => {
    expect(await gate(OURS, command)).toEqual({ ok: true })
    expect(done).toEqual([['shell', command]])
  })

  test.each([
    undefined,
    null,
    'run',
    [],
    {},
    { kind: 'explode' },
    { kind: 'toString' },
    { kind: 'applyEffect' },
    { kind: 'setSpeed', speed: 3 },
    { kind: 'setBudget', bytes: Number.NaN },
    { kind: 'run', extra: 1 },
  ])('%j is answered with what is wrong, and goes nowhere', async (value) => {
    const result = await gate(OURS, value)
    expect(result.ok).toBe(false)
    expect(result.message).toMatch(/\S/)
    expect(done).toEqual([])
  })

  test('a failure inside the app rejects', async () => {
    answer = () => {
      throw new Error('a bug')
    }
    await expect(gate(OURS, { kind: 'run' })).rejects.toThrow('a bug')
    await expect(gate(OURS, { kind: 'saveProject' })).rejects.toThrow('a bug')
  })
})
