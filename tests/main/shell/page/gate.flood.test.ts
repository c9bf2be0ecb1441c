/** The short form of `npm run torture -- flood`: the same messages through the same gate, some thousands of them. */
import { expect, test } from 'vitest'
import { createGate } from '../../../../main/shell/page/gate'
import type { Command } from '../../../../preload/contract'
import { nextMessage, ORIGIN, OURS, seeded } from '../../../torture/flood/messages'
import { SETTINGS, TABLE } from '../../../torture/flood/table'

let done: Command[] = []
const keep = (command: Command) => {
  done.push(command)
  return { ok: true } as const
}
const gate = createGate({ origin: ORIGIN, session: keep, shell: async (command) => keep(command) })

/** What the gate makes of a message. */
async function outcome(sender: typeof OURS, value: unknown): Promise<{ carriedOut: number; answer: string }> {
  done = []
  const answer = await gate(sender, value).then(
    (result) => (result.ok ? 'ok' : result.message),
    (error: unknown) => String(error),
  )
  return { carriedOut: done.length, answer }
}

test('a right command of every kind is carried out, with all of its fields and with none that can be left out', async () => {
  for (const [kind, fields] of Object.entries(TABLE)) {
    const all = Object.fromEntries(Object.entries(fields).map(([name, { good }]) => [name, good]))
    const least = Object.fromEntries(
      Object.entries(fields).flatMap(([name, { good, optional }]) => (optional ? [] : [[name, good]])),
    )
    // of settings there is one at least
    const [first] = Object.entries(all)
    const fewest = SETTINGS.has(kind) && first !== undefined ? Object.fromEntries([first]) : least
    for (const value of [all, fewest])
      expect(await outcome(OURS, { kind, ...value }), kind).toEqual({ carriedOut: 1, answer: 'ok' })
  }
})

test('no field of any command takes a value that the table calls wrong', async () => {
  const taken: unknown[] = []
  for (const [kind, fields] of Object.entries(TABLE)) {
    const all = Object.fromEntries(Object.entries(fields).map(([name, { good }]) => [name, good]))
    for (const [name, { bad }] of Object.entries(fields))
      for (const value of bad)
        if ((await outcome(OURS, { kind, ...all, [name]: value })).carriedOut > 0) taken.push([kind, name, value])
  }
  expect(taken).toEqual([])
})

test('of 20,000 malformed messages and messages of strangers none is carried out, and every right one among them is', async () => {
  const random = seeded(20_261_122)
  const wrong: string[] = []
  let right = 0
  for (let i = 0; i < 20_000; i++) {
    const message = nextMessage(random)
    const { carriedOut, answer } = await outcome(message.sender, message.value)
    if (message.right) right++
    if (carriedOut !== (message.right ? 1 : 0)) wrong.push(message.how)
    if (answer.length > 10_000) wrong.push(`${message.how}: an answer of ${answer.length} characters`)
  }
  expect(wrong).toEqual([])
  expect(right).toBeGreaterThan(200)
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})
