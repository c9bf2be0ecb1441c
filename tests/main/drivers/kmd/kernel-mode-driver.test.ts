import { describe, expect, test } from 'vitest'
import {
  type DriverSettings,
  KernelModeDriver,
  type NotifyAllocRequest,
} from '../../../../main/drivers/kmd/kernel-mode-driver'
import { MIB } from '../../support/world'

const SETTINGS: DriverSettings = {
  notifyEviction: true,
  notifyIoMmuUnmap: true,
  pagingBufferCovers: 4 * MIB,
  touchesAfterUnmap: false,
  pagingProcessVa: 16,
}

function driver(settings: Partial<DriverSettings> = {}, failsNow?: () => boolean): KernelModeDriver {
  return new KernelModeDriver({ ...SETTINGS, ...settings }, failsNow)
}

const REQUEST: NotifyAllocRequest = { kind: 'NotifyEviction', offset: 0, bytes: 4 * MIB, compressed: true }

describe('DxgkDdiCreateAllocation [AN-01]', () => {
  test('sets NotifyEviction on what the driver compresses, NotifyIoMmuUnmap on what lies in an aperture segment', () => {
    const created = (compressed: boolean, aperture: boolean) => driver().createAllocation({ compressed, aperture })
    expect(created(true, true)).toEqual({ NotifyEviction: true, NotifyIoMmuUnmap: true })
    expect(created(true, false)).toEqual({ NotifyEviction: true, NotifyIoMmuUnmap: false })
    expect(created(false, true)).toEqual({ NotifyEviction: false, NotifyIoMmuUnmap: true })
    expect(created(false, false)).toEqual({ NotifyEviction: false, NotifyIoMmuUnmap: false })
  })

  test('sets neither in a driver that wants none', () => {
    const none = driver({ notifyEviction: false, notifyIoMmuUnmap: false })
    expect(none.createAllocation({ compressed: true, aperture: true })).toEqual({
      NotifyEviction: false,
      NotifyIoMmuUnmap: false,
    })
  })
})

describe('DxgkDdiQueryAdapterInfo, type DXGKQAITYPE_PAGINGPROCESSGPUVASIZE [AN-09]', () => {
  test('answers in megabytes to an index of 4 bytes with room for 4 bytes', () => {
    expect(driver().queryPagingProcessGpuVaSize(0, 4, 4, 1)).toBe(16)
    expect(driver({ pagingProcessVa: 0 }).queryPagingProcessGpuVaSize(0, 4, 4, 1)).toBe(0)
    expect(driver().queryPagingProcessGpuVaSize(1, 4, 4, 2)).toBe(16)
  })

  test('fails for other sizes, for an adapter that is not linked, and in a driver whose answer fails', () => {
    expect(driver().queryPagingProcessGpuVaSize(0, 8, 4, 1)).toBeNull()
    expect(driver().queryPagingProcessGpuVaSize(0, 4, 8, 1)).toBeNull()
    expect(driver().queryPagingProcessGpuVaSize(1, 4, 4, 1)).toBeNull()
    expect(driver().queryPagingProcessGpuVaSize(-1, 4, 4, 2)).toBeNull()
    expect(driver().queryPagingProcessGpuVaSize(0.5, 4, 4, 2)).toBeNull()
    expect(driver({ pagingProcessVa: null }).queryPagingProcessGpuVaSize(0, 4, 4, 1)).toBeNull()
  })
})

describe('DxgkDdiBuildPagingBuffer, operation NOTIFY_ALLOC', () => {
  test('NotifyEviction decompresses what is compressed; nothing else is touched [AN-14] [AN-03]', () => {
    const built = (change: Partial<NotifyAllocRequest>) => driver().buildNotifyAlloc({ ...REQUEST, ...change })
    const whole = { status: 'STATUS_SUCCESS', covered: 4 * MIB }
    expect(built({})).toEqual({ ...whole, decompressed: 4 * MIB })
    expect(built({ compressed: false })).toEqual({ ...whole, decompressed: 0 })
    expect(built({ kind: 'NotifyIoMmuUnmap' })).toEqual({ ...whole, decompressed: 0 })
  })

  test('with too little room says so, and how far it came [AN-16]', () => {
    expect(driver().buildNotifyAlloc({ ...REQUEST, bytes: 4 * MIB + 1 })).toEqual({
      status: 'STATUS_GRAPHICS_INSUFFICIENT_DMA_BUFFER',
      covered: 4 * MIB,
      decompressed: 4 * MIB,
    })
  })

  test('may fail for another reason, and then does nothing [AN-16]', () => {
    let calls = 0
    const failing = driver({}, () => ++calls === 1)
    expect(failing.buildNotifyAlloc(REQUEST)).toEqual({ status: 'STATUS_UNSUCCESSFUL', covered: 0, decompressed: 0 })
    expect(failing.buildNotifyAlloc(REQUEST).status).toBe('STATUS_SUCCESS')
  })
})
