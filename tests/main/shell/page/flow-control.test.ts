import { describe, expect, it } from 'vitest'
import { FlowControl } from '../../../../main/shell/page/flow-control'

/** A page that has just connected. */
function connected(): FlowControl {
  const flow = new FlowControl()
  flow.connect()
  return flow
}

describe('whether a frame can be sent', () => {
  it('is no before a page has asked, and after it has gone', () => {
    const flow = new FlowControl()
    expect(flow.open).toBe(false)
    flow.connect()
    expect(flow.open).toBe(true)
    flow.disconnect()
    expect(flow.open).toBe(false)
  })

  it('is no once three are not acknowledged, and yes again with the first that is', () => {
    const flow = connected()
    const open = [1, 2, 3].map(() => {
      flow.sent()
      return flow.open
    })
    expect(open).toEqual([true, true, false])
    flow.acknowledged()
    expect(flow.open).toBe(true)
  })

  it('owes a new page nothing of what the one before left open', () => {
    const flow = connected()
    for (let i = 0; i < 9; i++) flow.sent()
    flow.connect()
    expect(flow.open).toBe(true)
  })

  it('is not put off by an acknowledgement too many: three are still three', () => {
    const flow = connected()
    for (let i = 0; i < 5; i++) flow.acknowledged()
    for (let i = 0; i < 3; i++) flow.sent()
    expect(flow.open).toBe(false)
  })
})
