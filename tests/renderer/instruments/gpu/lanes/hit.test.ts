import { describe, expect, it } from 'vitest'
import {
  acrossEngines,
  countBetween,
  nearestOf,
  neighbourOf,
  packetAt,
} from '../../../../../renderer/instruments/gpu/lanes/hit'
import { historyOf } from '../../../store/support/gpu-frames'

// in order of their ends, as frames bring them
const { packets } = historyOf([
  { start: 0, end: 100 },
  { start: 50, end: 120, engine: 'copy' },
  { start: 110, end: 150, switch: 5 },
  { start: 150, end: 150 },
  { start: 150, end: 300 },
  { start: 290, end: 310, engine: 'paging' },
])

describe('packetAt', () => {
  it('is the packet that ran then, on that engine', () => {
    expect(packetAt(packets, 0, 40, 0)).toBe(0)
    expect(packetAt(packets, 2, 60, 0)).toBe(1)
    expect(packetAt(packets, 0, 200, 0)).toBe(4)
    expect(packetAt(packets, 1, 60, 10)).toBeNull()
  })

  it('is the nearest within reach where none ran, its context switch included', () => {
    expect(packetAt(packets, 0, 102, 5)).toBe(0)
    expect(packetAt(packets, 0, 106, 0)).toBe(2)
    expect(packetAt(packets, 0, 320, 5)).toBeNull()
    expect(packetAt(packets, 0, 303, 5)).toBe(4)
  })
})

describe('keyboard', () => {
  it('goes to the packets before and after on one engine, those that take no time included', () => {
    expect(neighbourOf(packets, 0, 1)).toBe(2)
    expect(neighbourOf(packets, 2, 1)).toBe(3)
    expect(neighbourOf(packets, 3, 1)).toBe(4)
    expect(neighbourOf(packets, 4, -1)).toBe(3)
    expect(neighbourOf(packets, 0, -1)).toBeNull()
    expect(neighbourOf(packets, 1, 1)).toBeNull()
  })

  it('goes to the nearest packet in time of the next engine that has any', () => {
    expect(acrossEngines(packets, 0, 1)).toBe(1)
    expect(acrossEngines(packets, 1, 1)).toBe(5)
    expect(acrossEngines(packets, 5, -1)).toBe(1)
    expect(acrossEngines(packets, 5, 1)).toBeNull()
    expect(acrossEngines(packets, 1, -1)).toBe(0)
  })

  it('starts at the packet nearest to a moment', () => {
    expect(nearestOf(packets, 0, 1000)).toBe(4)
    expect(nearestOf(packets, 0, 104)).toBe(0)
    expect(nearestOf(packets, 3, 100)).toBeNull()
  })
})

describe('countBetween', () => {
  it('counts what touches a stretch of time', () => {
    expect(countBetween(packets, 0, 90, 140)).toBe(2)
    expect(countBetween(packets, 0, 400, 500)).toBe(0)
  })
})
