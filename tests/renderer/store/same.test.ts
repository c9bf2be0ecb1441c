// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it } from 'vitest'
import { useSame } from '../../../renderer/store/same'
import { setInterface, useStore } from '../../../renderer/store/store'
import { used } from '../mounted'

it('gives the value before, and draws nothing again, until the new one says something else', () => {
  let drawings = 0
  const hook = used(() => {
    drawings++
    return useSame(
      ({ view, drawerOpen }) => ({ seq: view.seq, open: drawerOpen }),
      (before, now) => before.open === now.open,
    )
  }, null)
  const first = hook.now
  const seq = (next: number) => act(() => useStore.setState(({ view }) => ({ view: { ...view, seq: next } })))
  seq(first.seq + 1)
  seq(first.seq + 2)
  expect([hook.now, drawings]).toEqual([first, 1])
  expect(hook.now).toBe(first)
  act(() => setInterface({ drawerOpen: !first.open }))
  expect(hook.now).toEqual({ seq: first.seq + 2, open: !first.open })
  expect(drawings).toBe(2)
})
