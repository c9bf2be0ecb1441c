/** Faults of the kernel-mode driver at a chunk, a notification or an adapter, written as scenarios (SC-14). */
import { describe, expect, test } from 'vitest'
import { evicting, messages, notified, ofType, play, problems } from './fault-files'

const LINKED = { physicalAdapters: 2 }
const pageOuts = (played: Awaited<ReturnType<typeof play>>) => ofType(played.lines, 'page-out').map(({ t }) => t)
const chunks = (kind: string, ...buffers: number[]) => buffers.map((count, chunk) => `${kind} ${chunk} ×${count}`)

describe('a paging buffer that cannot be built', () => {
  test('at a given chunk of a given notification: what came before is done, the eviction is abandoned there [SC-14] [AN-16] [AN-07]', async () => {
    const fault = { fault: 'build-paging-buffer-fails', notify: 'NotifyIoMmuUnmap', chunk: 2 }
    const played = await play(evicting([fault]))
    expect(notified(played)).toEqual([...chunks('NotifyEviction', 1, 1, 1), ...chunks('NotifyIoMmuUnmap', 1, 1)])
    expect(messages(played, 'AN-16')).toEqual([expect.stringContaining('NotifyIoMmuUnmap, chunk 3 of 3')])
    // still resident: only the second eviction takes it out, from 3.5 s on. All is decompressed already: 19 operations of 2 µs
    expect(pageOuts(played)).toEqual([3_500_038])
    expect(ofType(played.lines, 'finding')).toHaveLength(1)
  })

  test('of any notification and chunk, where the fault does not say: the first call fails, as before [SC-14] [AN-16]', async () => {
    const played = await play(evicting([{ fault: 'build-paging-buffer-fails' }]))
    expect(notified(played)).toEqual([])
    expect(messages(played, 'AN-16')).toEqual([expect.stringContaining('NotifyEviction, chunk 1 of 3')])
  })

  test('for lack of room: the driver is called again with a new buffer, and nothing is lost [SC-14] [AN-16]', async () => {
    const fault = {
      fault: 'build-paging-buffer-fails',
      notify: 'NotifyEviction',
      chunk: 1,
      count: 2,
      result: 'no-room',
    }
    const played = await play(evicting([fault]))
    expect(notified(played)).toEqual([...chunks('NotifyEviction', 1, 3, 1), ...chunks('NotifyIoMmuUnmap', 1, 1, 1)])
    expect(ofType(played.lines, 'finding')).toEqual([])
    // 1 MiB a ms for 10 MiB, and 16 operations of 2 µs: as without the fault
    expect(pageOuts(played)).toEqual([1_010_032, 3_500_038])
  })

  test('for lack of room in one buffer and for another reason in the next: abandoned [SC-14] [AN-16]', async () => {
    const at = { fault: 'build-paging-buffer-fails', notify: 'NotifyEviction', chunk: 1 }
    const played = await play(evicting([{ ...at, result: 'no-room' }, at]))
    expect(notified(played)).toEqual(chunks('NotifyEviction', 1))
    expect(pageOuts(played)).toHaveLength(1)
  })

  test('for lack of room without end: it is given up in words, and nothing hangs [SC-14] [AN-16]', async () => {
    const fault = { fault: 'build-paging-buffer-fails', chunk: 2, count: 2_000_000_000, result: 'no-room' }
    const played = await play(evicting([fault]))
    expect(messages(played, 'AN-16')).toEqual([
      expect.stringContaining('room for nothing in 1000 new paging buffers (NotifyEviction, chunk 3 of 3)'),
      expect.stringContaining('room for nothing in 1000 new paging buffers (NotifyEviction, chunk 3 of 3)'),
    ])
    expect(pageOuts(played)).toEqual([])
  })

  test('for one of linked adapters: the finding names it; another adapter’s buffers are as they are [SC-14] [AN-16]', async () => {
    const fault = { fault: 'build-paging-buffer-fails', chunk: 1, adapter: 1 }
    const failed = await play(evicting([fault], LINKED))
    expect(notified(failed)).toEqual(chunks('NotifyEviction', 1))
    expect(messages(failed, 'AN-16')).toEqual([expect.stringContaining('for adapter 1 (NotifyEviction, chunk 2 of 3)')])
    const again = await play(evicting([{ ...fault, result: 'no-room' }], LINKED))
    expect(notified(again).slice(0, 3)).toEqual(chunks('NotifyEviction', 1, 2, 1))
    expect(pageOuts(again)).toEqual(pageOuts(await play(evicting([], LINKED))))
  })

  test('as the driver throws: the same, and that it threw is said [SC-14] [AN-16]', async () => {
    const fault = { fault: 'driver-call-throws', call: 'BuildPagingBuffer', notify: 'NotifyIoMmuUnmap', chunk: 1 }
    const played = await play(evicting([fault]))
    expect(notified(played)).toEqual([...chunks('NotifyEviction', 1, 1, 1), ...chunks('NotifyIoMmuUnmap', 1)])
    expect(messages(played, 'AN-16')).toEqual([
      expect.stringMatching(/threw.*NotifyIoMmuUnmap, chunk 2 of 3.*abandoned/),
    ])
    expect(pageOuts(played)).toHaveLength(1)
  })
})

describe('a driver that touches what was unmapped', () => {
  const touches = async (fault: Record<string, unknown>, system = {}) =>
    ofType((await play(evicting([{ fault: 'touches-after-unmap', ...fault }], system))).lines, 'finding').map(
      ({ t, rule, message }) => [t, rule, String(message).replace(/^.*had returned/, '')],
    )

  test('after the last chunk, once, unless the fault says more [SC-14] [AN-04]', async () => {
    // NotifyEviction: 10 ms and 6 × 2 µs; three of map, notify, unmap, of which the last unmap comes after
    expect(await touches({})).toEqual([[1_010_028, 'AN-04', '']])
    expect(await touches({ count: 2 })).toEqual([
      [1_010_028, 'AN-04', ''],
      [3_500_034, 'AN-04', ''],
    ])
  })

  test('after a given chunk [SC-14] [AN-04] [AN-05]', async () => {
    expect(await touches({ chunk: 0 })).toEqual([[1_010_016, 'AN-04', ' (chunk 1 of 3)']])
    expect(await touches({ chunk: 1 })).toEqual([[1_010_022, 'AN-04', ' (chunk 2 of 3)']])
    expect(await touches({ chunk: 3 })).toEqual([])
  })

  test('on a given adapter [SC-14] [AN-04]', async () => {
    expect(await touches({ adapter: 1 }, LINKED)).toEqual([[1_010_028, 'AN-04', ' for adapter 1']])
  })
})

describe('the size of the VA space', () => {
  /** 40 MiB leave local memory, in chunks of the space. @returns bytes of the first */
  const chunkMiB = async (pagingProcessVa: number, driver: Record<string, unknown>): Promise<number> => {
    const played = await play({
      system: { localMemory: '64MiB', pagingProcessVa, evictionMode: 'eager', ...LINKED, driver },
      app: { policy: 'none', effects: [{ name: 'A', resources: [{ name: 'r', size: '40MiB' }] }] },
      steps: [{ at: '1s', evict: { names: ['A.r'] } }],
    })
    const [first] = ofType(played.lines, 'paging-operation').filter(({ direction }) => direction === 'out')
    return Number(first?.bytes) / 2 ** 20
  }

  test('is asked of each linked adapter, whose answers and failures are its own [SC-14] [AN-09]', async () => {
    expect(await chunkMiB(8, {})).toBe(8)
    expect(await chunkMiB(8, { linkedPagingProcessVa: [12] })).toBe(12)
    expect(await chunkMiB(8, { linkedPagingProcessVa: [12], pagingProcessVaFails: [1] })).toBe(8)
    expect(await chunkMiB(8, { linkedPagingProcessVa: [12], pagingProcessVaFails: [0] })).toBe(12)
    // a quarter of 64 MiB
    expect(await chunkMiB(8, { linkedPagingProcessVa: [0], pagingProcessVaFails: [0] })).toBe(16)
    expect(await chunkMiB(8, { linkedPagingProcessVa: [12], pagingProcessVaFails: [0, 1] })).toBe(16)
    expect(await chunkMiB(8, { linkedPagingProcessVa: [12], pagingProcessVaFails: true })).toBe(16)
  })
})

test('DxgkDdiCreateAllocation that throws: there is no resource, which is a result, and the next is made [SC-14] [AN-01]', async () => {
  const resources = [{ name: 'r', size: '1MiB' }]
  const played = await play({
    app: { policy: 'none', effects: [] },
    steps: [
      { at: 0, inject: { fault: 'driver-call-throws', call: 'CreateAllocation' } },
      { at: '1s', addEffect: { name: 'B', resources } },
      { at: '2s', addEffect: { name: 'B', resources } },
      { at: '3s', expect: { resident: ['B.r'], results: { 'steps[1]': 'E_OUTOFMEMORY', 'steps[2]': 'S_OK' } } },
    ],
  })
  expect(played.failures).toEqual([])
  expect(messages(played, 'AN-01')).toEqual(['B.r was not created: the driver threw in DxgkDdiCreateAllocation'])
  expect(ofType(played.lines, 'create').map(({ t }) => t)).toEqual([2_000_000])
})

describe('what makes no sense is refused in words [SC-02] [SC-14]', () => {
  const refused = (inject: Record<string, unknown>, system = {}) => problems(evicting([inject], system))

  test.each<[Record<string, unknown>, string]>([
    [
      { fault: 'build-paging-buffer-fails', call: 'BuildPagingBuffer' },
      'call: "BuildPagingBuffer"; no call, as build-p',
    ],
    [{ fault: 'build-paging-buffer-fails', notify: 'Notify' }, 'notify: "Notify"; one of "NotifyEviction"'],
    [{ fault: 'build-paging-buffer-fails', chunk: -1 }, 'chunk: -1; a whole number of at least 0'],
    [{ fault: 'build-paging-buffer-fails', result: 'full' }, 'result: "full"; one of "fails" or "no-room"'],
    [{ fault: 'allocation-fails', chunk: 1 }, 'chunk: 1; no chunk, as allocation-fails takes none'],
    [{ fault: 'touches-after-unmap', notify: 'NotifyEviction' }, 'notify: "NotifyEviction"; no notify, as touches-a'],
    [{ fault: 'leaks-bindings', adapter: 0 }, 'adapter: 0; no adapter, as leaks-bindings takes none'],
    [
      { fault: 'background-task-throws', duration: 1 },
      'duration: 1; no duration, as background-task-throws takes none',
    ],
    [{ fault: 'driver-call-throws' }, 'call: nothing; a call, as driver-call-throws needs one'],
    [{ fault: 'driver-call-throws', call: 'Draw' }, 'call: "Draw"; one of "SetBackgroundProcessingMode"'],
    [
      { fault: 'driver-call-throws', call: 'SetBackgroundProcessingMode', chunk: 0 },
      'chunk: 0; no chunk, as driver-call-throws of SetBackgroundProcessingMode takes none',
    ],
    [{ fault: 'changes-split-buffer', adapter: 4 }, 'adapter: 4; at most 3'],
    [{ fault: 'changes-split-buffer', adapter: 1 }, 'adapter: 1; at most 0, as system.physicalAdapters is 1'],
  ])('%j', (inject, expected) => {
    const found = refused(inject)
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(`steps[1].inject.${expected}`)
  })

  test('adapters that the driver answers for', () => {
    const driver = (driver: Record<string, unknown>) => problems({ system: { ...LINKED, driver } })
    expect(driver({ pagingProcessVaFails: [1], linkedPagingProcessVa: [4] })).toEqual([])
    expect(driver({ pagingProcessVaFails: [0, 2] })).toEqual([
      expect.stringContaining('system.driver.pagingProcessVaFails[1]: 2; at most 1, as system.physicalAdapters is 2'),
    ])
    expect(driver({ linkedPagingProcessVa: [4, 4] })).toEqual([
      expect.stringContaining('system.driver.linkedPagingProcessVa: a list of 2; at most 1, as'),
    ])
    expect(driver({ pagingProcessVaFails: [1, 1] })).toEqual([expect.stringContaining('[1]: 1; each adapter once')])
    expect(driver({ pagingProcessVaFails: 1 })).toEqual([expect.stringContaining('true, false or a list of adapters')])
  })
})
