import { describe, expect, test } from 'vitest'
import type { AdapterCaps } from '../../../../main/drivers/kmd/adapter'
import { type DriverSettings, KernelModeDriver } from '../../../../main/drivers/kmd/kernel-mode-driver'
import { chunkAt, chunksOf, createPagingProcess } from '../../../../main/dxgkrnl/vidmm/paging-process'
import { MIB, worldOf } from '../../support/world'

/** bytes of the log buffers: 4 MiB (choice, AN-08) */
const LOG = 4_194_304

const CAPS: AdapterCaps = {
  localSegment: 'memory',
  localMemory: 64 * MIB,
  nonLocalMemory: 256 * MIB,
  pagingBandwidth: 1024 * MIB,
  hardwareScheduling: false,
  physicalAdapters: 1,
}

const SETTINGS: DriverSettings = {
  notifyEviction: false,
  notifyIoMmuUnmap: false,
  pagingBufferCovers: 64 * MIB,
  touchesAfterUnmap: false,
  pagingProcessVa: 0,
}

/** Notes how it was asked, and answers each adapter its own. */
class AskedDriver extends KernelModeDriver {
  readonly asked: number[][] = []

  constructor(private readonly answers: readonly (number | null)[]) {
    super(SETTINGS)
  }

  override queryPagingProcessGpuVaSize(...call: [number, number, number, number]): number | null {
    this.asked.push(call.slice(0, 3))
    return this.answers[call[0]] ?? null
  }
}

function asked(caps: Partial<AdapterCaps>, ...answers: (number | null)[]) {
  const driver = new AskedDriver(answers)
  return { ...createPagingProcess({ ...CAPS, ...caps }, driver), asked: driver.asked }
}

describe("the paging process's GPU VA space", () => {
  test('is a quarter of the local memory segment where that is the larger [AN-08]', () => {
    expect(asked({}, 0)).toMatchObject({ vaSpace: 16 * MIB, ownSize: 16 * MIB, chosenBy: 'os' })
    expect(asked({ hardwareScheduling: true }, 0)).toMatchObject({ vaSpace: 16 * MIB })
  })

  test('is as large as the log buffers of hardware scheduling where those are the larger [AN-08]', () => {
    const small = { localMemory: 2 * MIB, hardwareScheduling: true }
    // a quarter of 16 MiB is as large; a quarter of what is just larger counts
    expect(asked({ localMemory: 16 * MIB, hardwareScheduling: true }, 0).ownSize).toBe(LOG)
    expect(asked({ localMemory: 16 * MIB + 4, hardwareScheduling: true }, 0).ownSize).toBe(LOG + 1)
    expect(asked(small, 0)).toMatchObject({ vaSpace: LOG, chosenBy: 'os' })
    expect(asked({ ...small, hardwareScheduling: false }, 0)).toMatchObject({ vaSpace: MIB / 2 })
    expect(asked({ ...small, localSegment: 'aperture' }, 0)).toMatchObject({ vaSpace: LOG })
  })

  test('exists with local memory or hardware scheduling only, whatever the driver would answer [AN-08]', () => {
    const none = asked({ localSegment: 'aperture' }, 64)
    expect(none).toMatchObject({ vaSpace: 0, ownSize: 0, pageTables: 0, chosenBy: 'none' })
  })

  test('is asked for with adapter index 0, 4 bytes in and 4 bytes out, once [AN-09]', () => {
    expect(asked({}, 20)).toMatchObject({ vaSpace: 20 * MIB, chosenBy: 'driver', asked: [[0, 4, 4]] })
  })

  test('is asked for each of linked adapters by its index, and holds for the most that one wants [AN-09]', () => {
    const linked = asked({ physicalAdapters: 3 }, 4, 24, 0)
    expect(linked.asked).toEqual([
      [0, 4, 4],
      [1, 4, 4],
      [2, 4, 4],
    ])
    expect(linked).toMatchObject({ vaSpace: 24 * MIB, chosenBy: 'driver' })
  })

  test('is left to the OS by a failed call and by an answer of 0; a smaller answer than its own holds [AN-09]', () => {
    expect(asked({}, null)).toMatchObject({ vaSpace: 16 * MIB, chosenBy: 'os' })
    expect(asked({}, 0)).toMatchObject({ vaSpace: 16 * MIB, chosenBy: 'os' })
    expect(asked({}, 1)).toMatchObject({ vaSpace: MIB, ownSize: 16 * MIB, chosenBy: 'driver' })
  })

  test('costs 1/1024 of itself and the root page, the more the larger it is [AN-11]', () => {
    expect(asked({}, 1).pageTables).toBe(1024 + 4096)
    expect(asked({}, 0).pageTables).toBe(16_384 + 4096)
    expect(asked({}, 1024).pageTables).toBe(1_048_576 + 4096)
  })
})

describe('a scenario’s driver', () => {
  const system = (changes: Record<string, unknown>) => worldOf({ system: { localMemory: '64MiB', ...changes } })

  test('that asks for more than the OS would take is found, with the cost; one that does not is not [AN-11]', () => {
    const world = system({ pagingProcessVa: 17 })
    expect(world.of('finding')).toMatchObject([{ t: 0, rule: 'AN-11' }])
    const message = world.of('finding')[0]?.message
    // 17 MiB, the OS's 16 MiB, 17 MiB / 1024 + 4096
    for (const bytes of [17_825_792, 16_777_216, 21_504]) expect(message).toContain(String(bytes))
    for (const answer of [0, 1, 16]) expect(system({ pagingProcessVa: answer }).of('finding')).toEqual([])
  })

  test('whose answer fails leaves the size to the OS [AN-09]', () => {
    const world = system({ pagingProcessVa: 32, driver: { pagingProcessVaFails: true } })
    expect(world.vidmm.pagingProcess).toMatchObject({ vaSpace: 16 * MIB, chosenBy: 'os' })
    expect(world.of('finding')).toEqual([])
  })

  test('is asked on the linked profile too, and the integrated one has a space for hardware scheduling only [AN-08] [AN-09]', () => {
    expect(worldOf({ system: { profile: 'linked' } }).vidmm.pagingProcess.vaSpace).toBe(2048 * MIB)
    expect(worldOf({ system: { profile: 'integrated' } }).vidmm.pagingProcess.vaSpace).toBe(LOG)
    const without = worldOf({ system: { profile: 'integrated', hardwareScheduling: false } })
    expect(without.vidmm.pagingProcess).toMatchObject({ vaSpace: 0, chosenBy: 'none' })
  })
})

describe('chunks [AN-05] [AN-10]', () => {
  const all = (bytes: number, space: number) => {
    const chunks = chunksOf(bytes, space)
    return Array.from({ length: chunks.count }, (_unused, index) => chunkAt(chunks, index))
  }
  const parts = (bytes: number, space: number) => all(bytes, space).map((c) => [c.index, c.offset, c.bytes])

  test('are in ascending offset, as large as the space, the last with the rest', () => {
    expect(parts(10, 4)).toEqual([
      [0, 0, 4],
      [1, 4, 4],
      [2, 8, 2],
    ])
    expect(all(10, 4).map(({ count }) => count)).toEqual([3, 3, 3])
  })

  test('are one when it fits exactly, and when there is no space', () => {
    expect(parts(8, 8)).toEqual([[0, 0, 8]])
    expect(parts(8, 4)).toHaveLength(2)
    expect(parts(8, 0)).toEqual([[0, 0, 8]])
  })

  test('of a huge allocation in a small space are made one by one', () => {
    const chunks = chunksOf(2 ** 52, MIB)
    expect(chunkAt(chunks, 0)).toEqual({ index: 0, count: 2 ** 32, offset: 0, bytes: MIB })
    expect(chunkAt(chunks, 2 ** 32 - 1)).toMatchObject({ offset: 2 ** 52 - MIB, bytes: MIB })
  })
})
