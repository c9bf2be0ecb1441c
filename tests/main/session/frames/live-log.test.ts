import { describe, expect, it } from 'vitest'
import { LiveLog } from '../../../../main/session/frames/live-log'
import { MIB, rig } from '../live-rig'

describe('a session that nobody watches', () => {
  it('keeps the newest 2,000 notifications for a window that comes back, and counts all records [SC-11]', () => {
    const live = rig({ system: { periodicTrim: { interval: '1ms', whileActive: true } } })
    live.must({ kind: 'setSpeed', speed: 16 })
    live.elapse(250)
    const { notifications, trace } = live.fresh()
    expect(notifications.items).toHaveLength(2_000)
    expect(notifications.items.at(-1)?.id).toBe(4_000)
    expect(trace.records).toBeGreaterThan(8_000)
    expect(trace.forgotten).toBe(0)
  })

  it('says how many records its trace has dropped [SC-11]', () => {
    const live = rig()
    for (let i = 0; i < 66_000; i++) live.session.execute({ kind: 'setBudget', bytes: (500 + (i % 2)) * MIB })
    const { trace } = live.fresh()
    expect(trace.records).toBeGreaterThan(66_000)
    expect(trace.forgotten).toBe(trace.records - 65_536)
  })
})

it('what another process lost its device for is told as its own, and nothing else of that moment [RS-07]', () => {
  const log = new LiveLog()
  const none = () => -1
  // what is shown of so long a reason ends early
  const because = `"${'a long name '.repeat(40)}" (fence 1) used Blur.main, which is not on the residency list`
  log.found({ t: 5, type: 'finding', rule: 'RS-07', message: `D3D12 debug message 608: ${because}` }, none)
  log.found({ t: 5, type: 'finding', rule: 'TN-19', message: 'Blur.main was evicted in use' }, none)
  log.found({ t: 5, type: 'device-removed', device: 'game', reason: 'DXGI_ERROR_DEVICE_HUNG', because }, none)
  const [long, other] = log.findings.all()
  expect(long?.message.length).toBeLessThan(because.length)
  expect([long?.process, other?.process]).toEqual(['game', undefined])
  log.found({ t: 6, type: 'finding', rule: 'RS-07', message: `D3D12 debug message 608: ${because}` }, none)
  log.found({ t: 6, type: 'device-removed', device: 'app', reason: 'DXGI_ERROR_DEVICE_HUNG', because }, none)
  expect(log.findings.newest?.process).toBeUndefined()
})

describe('what was shown late [LB-08]', () => {
  it('is marked when it was shown, for a window that comes back as for one that was there', () => {
    const effect = (name: string, mib: number) => ({ name, resources: [{ name: 'all', size: `${mib}MiB` }] })
    const live = rig({
      system: { localMemory: '256MiB' },
      app: { policy: 'none', effects: [effect('Blur', 160), effect('Grayscale', 140)] },
    })
    for (const name of ['Blur', 'Grayscale', 'Blur', 'Grayscale']) {
      live.must({ kind: 'applyEffect', effect: name })
      live.elapse(400)
    }
    const { late, delayRows } = live.fresh()
    const shown = delayRows.filter(({ what }) => what !== 'present').map((row) => row.shown)
    expect(shown.length).toBeGreaterThan(1)
    expect(late.items.map(({ t }) => t)).toEqual(shown)
    expect(live.fresh().late.items).toEqual(late.items)
  })

  it('takes no room from hitches, and is told in portions', () => {
    const log = new LiveLog()
    log.mark('hitch', 1)
    for (let t = 10; t < 10_010; t++) log.delayed('delayed', t)
    log.delayed('delayed')
    log.delayed('delayChosen')
    expect(log.hasNews).toBe(true)
    const first = log.takeMarks(false)
    expect(first.filter(({ kind }) => kind === 'hitch')).toHaveLength(1)
    expect(first.length).toBeLessThan(300)
    const all = log.takeMarks(true).filter(({ kind }) => kind === 'late')
    expect(all).toHaveLength(4_096)
    expect(all.at(-1)).toEqual({ id: 10_000, t: 10_009, kind: 'late', count: 1 })
    expect(log.takeMarks(false)).toEqual([])
  })
})
