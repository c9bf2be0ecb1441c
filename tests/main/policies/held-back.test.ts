import { expect, it } from 'vitest'
import { HeldBack } from '../../../main/policies/held-back'

it('stands for the record of what it waits for, which is written when that has ended [LB-08]', () => {
  const running = { cookie: 1, notification: 2, flags: 0, recordedAt: -1, recordIndex: -1 }
  const held = new HeldBack('fence-lru', running)
  expect([held.recordedAt, held.recordIndex]).toEqual([-1, -1])
  Object.assign(running, { recordedAt: 500, recordIndex: 7 })
  expect([held.recordedAt, held.recordIndex]).toEqual([500, 7])
})

it('has none where what it waits for is not known [LB-08]', () => {
  const held = new HeldBack('clock', null)
  expect([held.recordedAt, held.recordIndex]).toEqual([-1, -1])
})
