import { expect, it } from 'vitest'
import { runAsWritten } from '../../support/world'

it('a compositor whose own present never ends in time is reset, removed, and presents with another device [GP-23]', async () => {
  const system = {
    compositor: { gpuTime: '1s' },
    preemption: { graphics: 'dma-buffer' },
    tdr: { delay: '100ms' },
  }
  const run = await runAsWritten({ system, steps: [], until: '2s' })
  const removed = run.of('device-removed').map(({ device, reason }) => [device, reason])
  // each present is asked to give way after 100 ms and reset after as long again, at the earliest 200 ms after a blank
  expect(removed.length).toBeGreaterThanOrEqual(5)
  expect(new Set(removed.map(([device, reason]) => `${device} ${reason}`))).toEqual(
    new Set(['dwm DXGI_ERROR_DEVICE_HUNG']),
  )
  expect(run.of('finding').filter(({ rule }) => rule === 'GP-23').length).toBe(removed.length)
  const resets = run.of('tdr').filter(({ action }) => action === 'engine-reset').length
  expect(resets).toBe(removed.length)
  const presents = run.of('packet').filter(({ kind }) => kind === 'present')
  expect(presents.every(({ outcome }) => outcome === 'reset')).toBe(true)
  expect(presents.length).toBe(removed.length)
})
