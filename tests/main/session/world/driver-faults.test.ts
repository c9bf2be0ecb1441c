import { describe, expect, it } from 'vitest'
import type { NotifyAllocRequest } from '../../../../main/drivers/kmd/kernel-mode-driver'
import { driverOf, vaAnswers } from '../../../../main/session/world/driver-faults'
import { Faults } from '../../../../main/sim/faults'
import { scenario } from '../live-rig'

const MIB = 1024 * 1024
const SETTINGS = {
  notifyEviction: true,
  notifyIoMmuUnmap: true,
  pagingBufferCovers: 4 * MIB,
  touchesAfterUnmap: false,
  pagingProcessVa: null,
}
const notify = (of: Partial<NotifyAllocRequest> = {}): NotifyAllocRequest => ({
  kind: 'NotifyEviction',
  offset: 0,
  bytes: MIB,
  compressed: false,
  ...of,
})

describe('a planned fault of the driver [SC-14]', () => {
  it('fails the call that it is for, once, and none of another notification, chunk or adapter', () => {
    const faults = new Faults()
    faults.inject('build-paging-buffer-fails', 1, 0, { notify: 'NotifyIoMmuUnmap', chunk: 2 })
    const driver = driverOf(SETTINGS, faults)
    const built = (of: Partial<NotifyAllocRequest>) => driver.buildNotifyAlloc(notify(of)).status
    expect(built({})).toBe('STATUS_SUCCESS')
    expect(built({ kind: 'NotifyIoMmuUnmap', chunk: 1 })).toBe('STATUS_SUCCESS')
    expect(built({ kind: 'NotifyIoMmuUnmap', chunk: 2 })).toBe('STATUS_UNSUCCESSFUL')
    expect(built({ kind: 'NotifyIoMmuUnmap', chunk: 2 })).toBe('STATUS_SUCCESS')
  })

  it('of building a paging buffer may be a lack of room, or a throw [AN-16]', () => {
    const faults = new Faults()
    const driver = driverOf(SETTINGS, faults)
    faults.inject('build-paging-buffer-fails', 1, 0, {}, 'no-room')
    expect(driver.buildNotifyAlloc(notify()).status).toBe('STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER')
    faults.inject('driver-call-throws', 1, 0, { call: 'BuildPagingBuffer' })
    expect(driver.buildNotifyAlloc(notify()).threw).toBe(true)
  })

  it('of creating an allocation leaves none, and the next is as the driver has it', () => {
    const faults = new Faults()
    const driver = driverOf(SETTINGS, faults)
    faults.inject('driver-call-throws', 1, 0, { call: 'CreateAllocation' })
    expect(driver.createAllocation({ compressed: true, aperture: false })).toBeNull()
    expect(driver.createAllocation({ compressed: true, aperture: false })).toEqual({
      NotifyEviction: true,
      NotifyIoMmuUnmap: false,
    })
  })
})

describe('the size of the paging process’s VA space, by linked adapter [AN-09]', () => {
  const answers = (system: Record<string, unknown>) => vaAnswers(scenario({ system }).system).pagingProcessVaByAdapter

  it('is the same for each where nothing else is said, and each its own where it is', () => {
    expect(answers({ physicalAdapters: 3, pagingProcessVa: 512 })).toEqual([512, 512, 512])
    expect(
      answers({ physicalAdapters: 3, pagingProcessVa: 512, driver: { linkedPagingProcessVa: [256, 128] } }),
    ).toEqual([512, 256, 128])
  })

  it('is none where the call fails: of all, or of some', () => {
    expect(answers({ physicalAdapters: 2, driver: { pagingProcessVaFails: true } })).toEqual([null, null])
    expect(answers({ physicalAdapters: 2, pagingProcessVa: 512, driver: { pagingProcessVaFails: [1] } })).toEqual([
      512,
      null,
    ])
  })
})
