/** Faults of the driver with split DMA buffers, one at a time, written as scenarios (SC-14). */
import { describe, expect, test } from 'vitest'
import { appPackets } from '../../policies/support/play'
import { messages, ofType, play, splitting } from './fault-files'

describe('a driver that leaks bindings', () => {
  test('in the next part after a split: that part is rejected and the device removed [SC-14] [GP-19]', async () => {
    const played = await play(splitting([{ fault: 'leaks-bindings' }]))
    expect(messages(played, 'GP-19')).toEqual([
      expect.stringMatching(/part 2 of 2 .*was rejected.*bound before the split/),
    ])
    expect(ofType(played.lines, 'device-removed')).toHaveLength(1)
  })

  test('without the fault nothing is wrong, and with NoDmaPatching it is not looked at [SC-14] [GP-19]', async () => {
    expect(ofType((await play(splitting([]))).lines, 'finding')).toEqual([])
    const schedulingCaps = ['MultiEngineAware', 'PreemptionAware', 'NoDmaPatching']
    const played = await play(splitting([{ fault: 'leaks-bindings' }], { driver: { schedulingCaps } }))
    expect(ofType(played.lines, 'finding')).toEqual([])
    expect(appPackets(played.lines)).toHaveLength(4)
  })
})

describe('a driver that changes a split buffer', () => {
  const THREE = { physicalAdapters: 3 }

  test('for one adapter, once: found by checksum in that part, which names the adapter; all parts run [SC-14] [GP-20]', async () => {
    const played = await play(splitting([{ fault: 'changes-split-buffer', adapter: 2 }], THREE))
    expect(messages(played, 'GP-20')).toEqual([
      expect.stringMatching(/part 1 of 2 .*3 linked adapters.*for adapter 2:/),
    ])
    expect(appPackets(played.lines)).toHaveLength(4)
  })

  test('for whichever comes first, as often as the fault says [SC-14] [GP-20]', async () => {
    const played = await play(splitting([{ fault: 'changes-split-buffer', count: 3 }], THREE))
    expect(messages(played, 'GP-20')).toEqual([
      expect.stringMatching(/part 1 of 2 .*for adapter 0:/),
      expect.stringMatching(/part 2 of 2 .*for adapter 0:/),
      expect.stringMatching(/part 1 of 2 .*for adapter 0:/),
    ])
  })

  test('has nothing to change on a single adapter [SC-14] [GP-20]', async () => {
    const played = await play(splitting([{ fault: 'changes-split-buffer' }]))
    expect(ofType(played.lines, 'finding')).toEqual([])
  })
})
