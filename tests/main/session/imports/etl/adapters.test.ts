import { expect, it } from 'vitest'
import { Bytes } from '../../../../../main/session/imports/bytes'
import { Adapters, FIRST_ADAPTER } from '../../../../../main/session/imports/etl/adapters'
import { fields } from '../writing'

/** A device is opened: a pointer that says nothing, the adapter, flags, the device. */
const opened = (adapter: number, device: number) => ({
  ticks: 0,
  offset: 0,
  id: 27,
  version: 1,
  process: 1,
  thread: 1,
  pointer: 8 as const,
  payload: new Bytes(fields([8, 1], [8, adapter], [4, 0], [8, device])),
})

it('the adapter that is named first is the one of all that names none [LB-19]', () => {
  const adapters = new Adapters()
  // before any is named, all is on the one that will be
  expect(adapters.keyOf('b')).toBe(FIRST_ADAPTER)
  expect(adapters.named('')).toBe(FIRST_ADAPTER)
  expect([adapters.named('a'), adapters.named('b'), adapters.named('a')]).toEqual([FIRST_ADAPTER, 'b', FIRST_ADAPTER])
  expect(adapters.keyOf('c')).toBe('c')
})

it('a device is on the adapter on which it was opened, one that was not seen on the first [LB-19]', () => {
  const adapters = new Adapters()
  adapters.device(opened(0xa, 0x10))
  adapters.device(opened(0xb, 0x20))
  adapters.device(opened(0, 0x30))
  expect(['10', '20', '30', '40'].map((device) => adapters.of(device))).toEqual([
    FIRST_ADAPTER,
    'b',
    FIRST_ADAPTER,
    FIRST_ADAPTER,
  ])
})
