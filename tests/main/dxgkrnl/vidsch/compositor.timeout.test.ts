import { expect, it } from 'vitest'
import { runAsWritten } from '../../support/world'

it('a compositor whose own present never ends in time is reset, removed, and presents with another device [GP-23]', async () => {
  const system = {
    compositor: { gpuTime: '1s' },
    preemption: { graphics: 'dma-buffer' },
    tdr: { delay: '100ms' },
  }
  const run = await runAsWritten({ system, steps: [], until: '2s' })
  // asked at 100 ms and reset at 200 ms, which is a blank again: the next present, of another device, comes with it
  const moments = [216_667, 416_667, 616_667, 816_667, 1_016_667, 1_216_667, 1_416_667, 1_616_667, 1_816_667]
  const removed = run.of('device-removed').map(({ t, device, reason }) => [t, device, reason])
  expect(removed).toEqual(moments.map((t) => [t, 'dwm', 'DXGI_ERROR_DEVICE_HUNG']))
  expect(run.of('finding').map(({ t, rule }) => [t, rule])).toEqual(moments.map((t) => [t, 'GP-23']))
  const actions = run.of('tdr').map(({ t, action }) => `${t} ${action}`)
  expect(actions.filter((action) => action.endsWith('engine-reset'))).toEqual(moments.map((t) => `${t} engine-reset`))
  // the last present is asked at 1,916,667, and its reset is still to come
  expect(actions.filter((action) => action.endsWith('timeout'))).toHaveLength(10)
  const presents = run.of('packet').filter(({ kind }) => kind === 'present')
  expect(presents.map(({ submitted, end, outcome }) => [submitted, end, outcome])).toEqual(
    moments.map((t) => [t - 200_000, t, 'reset']),
  )
  // blanks 2 to 12 find the first unfinished, and so on; of the last one's those up to 2 s, which is blank 120
  expect(run.of('missed-vertical-blank').map(({ number }) => number)).toEqual(
    Array.from({ length: 119 }, (_, i) => i + 2).filter((number) => (number - 1) % 12 !== 0),
  )
})
