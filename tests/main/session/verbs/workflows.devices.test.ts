/** Guided runs of background processing, and the device that goes under them. */
import { describe, expect, test } from 'vitest'
import { MS, S } from '../../support/world'
import { GRAYSCALE, INTRUSIVE, render, rigOf, set, start } from './background-rig'

describe('a guided run', () => {
  test('that drains its queues ends when what it waits for hangs [BP-17 RS-07]', () => {
    const rig = rigOf({ tdr: { level: 'recover' } }, [GRAYSCALE])
    rig.do({ verb: 'inject', value: { fault: 'hang', count: 1 } })
    rig.do({ verb: 'submit', value: { engine: 'copy', gpuTime: MS, priority: 'normal' } })
    start(rig, 'pix-single-frame')
    rig.wait(S)
    expect(rig.workflows.view?.state).toBe('running')
    rig.wait(20 * S)
    expect(rig.workflows.view).toMatchObject({ state: 'failed' })
    expect(rig.workflows.view?.verdict).toContain('returned DXGI_ERROR_DEVICE_REMOVED')
  })

  test('that drains its queues ends when the device gives way to another, though what was dropped never finishes [BP-17 RS-14]', () => {
    const rig = rigOf({}, [GRAYSCALE])
    for (let i = 0; i < 3; i++) rig.do({ verb: 'submit', value: { engine: 'copy', gpuTime: S, priority: 'normal' } })
    start(rig, 'pix-single-frame')
    rig.wait(S / 2)
    expect(rig.workflows.view?.state).toBe('running')
    rig.do({ verb: 'recreateDevice', value: true })
    rig.wait(MS)
    expect(rig.workflows.view).toMatchObject({ state: 'failed', verdict: 'The device was made anew on the way.' })
  })

  test('reaches nothing on another device: that is not as it has made the one that is gone [BP-17 RS-07]', () => {
    const rig = rigOf()
    set(rig, INTRUSIVE)
    render(rig, 1)
    set(rig, INTRUSIVE, 'COMMIT_RESULTS')
    start(rig, 'turn-off')
    rig.wait(MS)
    rig.do({ verb: 'recreateDevice', value: true })
    rig.wait(5 * S)
    expect(rig.workflows.view).toMatchObject({ state: 'failed', verdict: 'The device was made anew on the way.' })
    expect(rig.workflows.results.get('turn-off')).toBe(false)
    expect(rig.device.background.mode).toBe('ALLOWED')
  })
})
