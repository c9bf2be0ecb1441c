/** Priorities of tasks are told apart without colour. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { priorityFills, taskTheme } from '../../../../renderer/instruments/background/theme'
import { recordedContext, stubCanvases } from '../../canvas/recorded-context'
import { TASK_THEME } from '../../canvas/themes'

beforeEach(stubCanvases)
afterEach(() => {
  vi.unstubAllGlobals()
})

it('above idle is plain, idle has stripes of the lane over its colour', () => {
  const { context } = recordedContext()
  const fills = priorityFills(TASK_THEME, context)
  expect(fills['above-idle']).toBe('above-idle')
  expect(fills.idle).toMatchObject({
    side: 8,
    drawn: [
      { how: 'fill', ink: 'idle', w: 8, h: 8, alpha: 1 },
      { how: 'stroke', ink: 'lane', line: 2, alpha: 0.4 },
    ],
  })
})

it('the colours are those of the theme', () => {
  expect(taskTheme()).toMatchObject({
    priorities: { idle: '--task-idle', 'above-idle': '--task-above-idle' },
    cancelled: '--danger',
    frame: '--frame-time',
    gpu: '--frame-gpu',
    outline: '--moment',
    font: 'serif',
  })
})
