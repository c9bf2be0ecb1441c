/** Where things lie on the worker lanes: 22 px of axis, 30 px a thread, then 34 px of queue. */
import { describe, expect, it } from 'vitest'
import {
  heightOf,
  laneTop,
  taskBand,
  taskGeometry,
  taskLaneAt,
} from '../../../../../renderer/instruments/background/lanes/geometry'

describe('the worker lanes', () => {
  it('are as high as their threads need, with room for two that have not started [BP-01]', () => {
    expect([0, 1, 2, 3].map(heightOf)).toEqual([116, 116, 116, 146])
    // beside 84 px of names, and as far from the right as the chart below
    expect(taskGeometry(600, 3)).toEqual({ width: 600, height: 146, plot: 504, lanes: 3 })
    expect(taskGeometry(10, 0)).toMatchObject({ plot: 1, lanes: 2 })
  })

  it('have executions within each lane', () => {
    expect([laneTop(0), laneTop(2)]).toEqual([22, 82])
    expect(taskBand(2)).toEqual({ top: 86, height: 21 })
  })

  it('are found by their height: then comes the queue', () => {
    const geometry = taskGeometry(600, 3)
    expect([0, 21, 22, 51, 52, 111, 112, 145].map((y) => taskLaneAt(geometry, y))).toEqual([
      ...[null, null, 0, 0, 1, 2],
      ...['queue', 'queue'],
    ])
  })
})
