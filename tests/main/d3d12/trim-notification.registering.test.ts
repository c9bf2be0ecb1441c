import { describe, expect, test } from 'vitest'
import { HRESULT } from '../../../main/d3d12/hresult'
import { TrimNotificationFlag } from '../../../main/d3d12/trim-notification'
import { anotherDevice, register, worldOf } from '../support/world'

const ignore = (): void => {}
const DWORD_MAX = 4_294_967_295

test('the values of the results are those of the real headers [TN-01]', () => {
  expect(HRESULT).toEqual({
    S_OK: 0,
    S_FALSE: 1,
    E_NOINTERFACE: 0x80004002,
    E_NOTIMPL: 2147500033,
    E_FAIL: 2147500037,
    E_PENDING: 2147483658,
    E_OUTOFMEMORY: 2147942414,
    E_INVALIDARG: 2147942487,
    DXGI_ERROR_INVALID_CALL: 2289696769,
    DXGI_ERROR_NOT_FOUND: 2289696770,
    DXGI_ERROR_DEVICE_REMOVED: 2289696773,
    DXGI_ERROR_DEVICE_HUNG: 2289696774,
    DXGI_ERROR_DEVICE_RESET: 2289696775,
    DXGI_ERROR_WAS_STILL_DRAWING: 0x887a000a,
    DXGI_ERROR_ALREADY_EXISTS: 2289696822,
  })
})

test('flags [TN-02]', () => {
  expect(TrimNotificationFlag).toEqual({ NONE: 0, PERIODIC_TRIM: 1, RESTART_PERIODIC_TRIM: 2, TRIM_TO_BUDGET: 4 })
})

describe('cookies', () => {
  test('are written back, count up from 0 per device and are not handed out again at once [TN-05]', () => {
    const world = worldOf()
    const { device } = world
    expect([1, 2, 3].map(() => register(device, () => {}))).toEqual([
      { hr: 'S_OK', cookie: 0 },
      { hr: 'S_OK', cookie: 1 },
      { hr: 'S_OK', cookie: 2 },
    ])
    expect(device.unregisterTrimNotificationCallback(1)).toBe('S_OK')
    expect(device.unregisterTrimNotificationCallback(2)).toBe('S_OK')
    expect(register(device, ignore)).toEqual({ hr: 'S_OK', cookie: 3 })
    expect(register(anotherDevice(world), ignore)).toEqual({ hr: 'S_OK', cookie: 0 })
  })

  test('come round before DWORD_MAX, which is never handed out [TN-05]', () => {
    const { device } = worldOf()
    device.trimNotifications.nextCookie = DWORD_MAX - 2
    const cookies = [1, 2, 3, 4].map(() => register(device, () => {}).cookie)
    expect(cookies).toEqual([4_294_967_293, 4_294_967_294, 0, 1])
  })

  test('that are registered are passed over when the range has come round [TN-05]', () => {
    const { device } = worldOf()
    for (let i = 0; i < 3; i++) register(device, () => {})
    device.unregisterTrimNotificationCallback(1)
    device.trimNotifications.nextCookie = DWORD_MAX - 1
    const cookies = [1, 2, 3].map(() => register(device, () => {}).cookie)
    expect(cookies).toEqual([4_294_967_294, 1, 3])
    expect(device.trimNotifications.cookies).toEqual([0, 2, 4_294_967_294, 1, 3])
  })

  test('a failure takes none [TN-05 TN-06]', () => {
    const { device } = worldOf()
    register(device, null)
    register(device, ignore)
    register(device, ignore)
    expect(register(device, () => {}).cookie).toBe(1)
  })
})

describe('registering fails', () => {
  test('on a system without the feature, whatever else is wrong [TN-01 TN-06]', () => {
    const { device, vidmm } = worldOf({ system: { trimNotifications: false } })
    expect(register(device, ignore)).toEqual({ hr: 'E_NOTIMPL', cookie: 0 })
    expect(register(device, null)).toEqual({ hr: 'E_NOTIMPL', cookie: 0 })
    expect(device.registerTrimNotificationCallback(null)).toBe('E_NOTIMPL')
    expect(device.unregisterTrimNotificationCallback(0)).toBe('E_NOTIMPL')
    expect(device.unregisterTrimNotificationCallback(DWORD_MAX)).toBe('E_NOTIMPL')
    expect(vidmm.trimWorker.registered).toBe(0)
  })

  test('without a structure or without a callback [TN-06 TN-07]', () => {
    const { device, vidmm } = worldOf()
    expect(device.registerTrimNotificationCallback(null)).toBe('E_INVALIDARG')
    expect(register(device, null)).toEqual({ hr: 'E_INVALIDARG', cookie: 0 })
    expect(vidmm.trimWorker.registered).toBe(0)
  })

  test('for a function that is registered, whatever its context, until it is unregistered [TN-06 TN-08]', () => {
    const world = worldOf()
    const { device, vidmm } = world
    expect(register(device, ignore, 'one').hr).toBe('S_OK')
    expect(register(device, ignore, 'two')).toEqual({ hr: 'DXGI_ERROR_ALREADY_EXISTS', cookie: 0 })
    expect(vidmm.trimWorker.registered).toBe(1)
    expect(register(anotherDevice(world), ignore).hr).toBe('S_OK')
    device.unregisterTrimNotificationCallback(0)
    expect(register(device, ignore, 'two')).toEqual({ hr: 'S_OK', cookie: 1 })
  })

  test('without memory: the injected fault meets the first call that would have succeeded [TN-01 TN-06 TN-09]', () => {
    const { device, faults, vidmm } = worldOf()
    register(device, ignore)
    faults.inject('register-out-of-memory')
    expect(register(device, null).hr).toBe('E_INVALIDARG')
    expect(register(device, ignore).hr).toBe('DXGI_ERROR_ALREADY_EXISTS')
    const callback = (): void => {}
    expect(register(device, callback)).toEqual({ hr: 'E_OUTOFMEMORY', cookie: 0 })
    expect(vidmm.trimWorker.registered).toBe(1)
    expect(register(device, callback)).toEqual({ hr: 'S_OK', cookie: 1 })
  })
})

describe('unregistering', () => {
  test.each([DWORD_MAX, DWORD_MAX + 1, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, '0' as unknown as number])(
    '%s can never be a cookie [TN-10]',
    (value) => {
      const { device } = worldOf()
      register(device, ignore)
      expect(device.unregisterTrimNotificationCallback(value)).toBe('E_INVALIDARG')
      expect(device.trimNotifications.cookies).toEqual([0])
    },
  )

  test('what is not registered, or not any more, is not found [TN-10]', () => {
    const world = worldOf()
    const { device } = world
    register(device, ignore)
    expect(device.unregisterTrimNotificationCallback(1)).toBe('DXGI_ERROR_NOT_FOUND')
    expect(device.unregisterTrimNotificationCallback(4_294_967_294)).toBe('DXGI_ERROR_NOT_FOUND')
    expect(anotherDevice(world).unregisterTrimNotificationCallback(0)).toBe('DXGI_ERROR_NOT_FOUND')
    expect(device.unregisterTrimNotificationCallback(0)).toBe('S_OK')
    expect(device.unregisterTrimNotificationCallback(0)).toBe('DXGI_ERROR_NOT_FOUND')
  })
})

describe('from within a trim callback', () => {
  test('nothing is registered or unregistered, and the debug layer names the rule [TN-12 TN-06]', () => {
    const world = worldOf()
    const { device } = world
    const results: unknown[] = []
    register(device, () => {
      results.push(
        register(device, () => {}),
        device.unregisterTrimNotificationCallback(0),
      )
    })
    world.do({ verb: 'periodicTrim', value: true })
    expect(results).toEqual([{ hr: 'DXGI_ERROR_INVALID_CALL', cookie: 0 }, 'DXGI_ERROR_INVALID_CALL'])
    expect(device.trimNotifications.cookies).toEqual([0])
    expect(world.vidmm.trimWorker.registered).toBe(1)
    const findings = world.of('finding')
    expect(findings.map(({ rule }) => rule)).toEqual(['TN-12', 'TN-12'])
    expect(findings[0]?.message).toContain('RegisterTrimNotificationCallback')
    expect(findings[1]?.message).toContain('UnregisterTrimNotificationCallback')
  })

  test('this comes before everything but E_NOTIMPL [TN-01 TN-12]', () => {
    const world = worldOf()
    const { device } = world
    const without = anotherDevice(world, false)
    const results: string[] = []
    const callback = (): void => {
      results.push(register(device, null).hr, register(device, callback).hr)
      results.push(device.unregisterTrimNotificationCallback(DWORD_MAX), device.unregisterTrimNotificationCallback(9))
      results.push(register(without, callback).hr, without.unregisterTrimNotificationCallback(0))
    }
    register(device, callback)
    world.faults.inject('register-out-of-memory')
    world.do({ verb: 'periodicTrim', value: true })
    const invalid = 'DXGI_ERROR_INVALID_CALL'
    expect(results).toEqual([invalid, invalid, invalid, invalid, 'E_NOTIMPL', 'E_NOTIMPL'])
  })

  test('another device is no way round it [TN-12]', () => {
    const world = worldOf()
    const other = anotherDevice(world)
    register(other, ignore)
    const results: unknown[] = []
    register(world.device, () => {
      results.push(
        register(other, () => {}),
        other.unregisterTrimNotificationCallback(0),
      )
    })
    world.do({ verb: 'periodicTrim', value: true })
    expect(results).toEqual([{ hr: 'DXGI_ERROR_INVALID_CALL', cookie: 0 }, 'DXGI_ERROR_INVALID_CALL'])
    expect(other.trimNotifications.cookies).toEqual([0])
  })

  test('afterwards it is allowed again, also when the callback threw, and while it is still taking time [TN-12 TN-16]', () => {
    const world = worldOf()
    const { device, faults } = world
    register(device, () => {
      throw new Error('no')
    })
    world.do({ verb: 'periodicTrim', value: true })
    expect(register(device, () => {}).hr).toBe('S_OK')
    faults.inject('callback-takes', 1, 1000)
    world.do({ verb: 'periodicTrim', value: true })
    expect(register(device, () => {}).hr).toBe('S_OK')
    expect(device.unregisterTrimNotificationCallback(0)).toBe('S_OK')
  })
})
