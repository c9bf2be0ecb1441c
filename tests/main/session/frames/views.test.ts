import { describe, expect, test } from 'vitest'
import type { EffectState } from '../../../../main/editor/editor-options'
import { effectView } from '../../../../main/session/frames/views'

function view(spec: Partial<EffectState['spec']>) {
  const whole = { name: 'Blur', gpuTime: 1, resources: [], ...spec }
  return effectView({
    spec: whole,
    resources: [],
    completed: 0,
    inFlight: 0,
    lastFence: 0,
    lastApplied: -1,
    applied: false,
    heaps: null,
    pipelines: null,
  })
}

describe('parameters of an effect, as frames bring them', () => {
  test('a built-in effect declares its constants with labels and ranges', () => {
    const radius = { name: 'radius', label: 'Radius', type: 'int', default: [8], min: 1, max: 24, step: 1 }
    expect(view({}).parameters).toContainEqual(radius)
    expect(view({ name: 'My blur', shader: 'Blur' }).parameters).toContainEqual(radius)
  })

  test('the spec’s own constants are where its sliders begin', () => {
    expect(view({ constants: { radius: [3] } }).parameters).toContainEqual(
      expect.objectContaining({ name: 'radius', default: [3] }),
    )
  })

  test('a tint says nothing: there may be thousands of them', () => {
    expect(view({ name: 'Load 17' })).not.toHaveProperty('parameters')
  })
})
