/** Frame times and the executions beside them, as the chart draws them. Pure. Times in µs. */

import { csvOf, type FrameTimeView } from '../../../../preload/contract'
import { shownPriority, type TaskPriority, type TaskRing } from '../../../store/background'
import { firstNotBefore } from '../../../store/in-order'
import { formatCount, formatDuration } from '../../../widgets/format'

export interface FrameWindow {
  from: number
  to: number
}

export type ShownOfFrames = 'frame' | 'gpu' | TaskPriority

/** What is drawn of them, in words: beside the picture, and in one that is saved. */
export const FRAMES_LEGEND: readonly { of: ShownOfFrames; text: string; meaning: string }[] = [
  { of: 'frame', text: 'Frame time', meaning: 'From the start of a frame to its present (BP-29)' },
  { of: 'gpu', text: 'GPU time in it', meaning: 'Time that its packets ran on the GPU' },
  { of: 'idle', text: 'Task, idle', meaning: 'A background task ran at idle priority (BP-01, BP-29)' },
  { of: 'above-idle', text: 'Task, above idle', meaning: 'A background task ran above idle priority (BP-10, BP-29)' },
]

/** Frames that began in the window: from `first` up to, not including, `last`. They are in order of their presents. */
export function framesIn(frames: readonly FrameTimeView[], { from, to }: FrameWindow): FrameTimeView[] {
  const first = firstNotBefore(frames.length, (at) => frames[at]!.t + frames[at]!.duration < from)
  const found: FrameTimeView[] = []
  for (let at = first; at < frames.length; at++) {
    const frame = frames[at]!
    if (frame.t + frame.duration > to) break
    found.push(frame)
  }
  return found
}

/** A task execution as the chart marks it. */
export interface TaskBand {
  from: number
  to: number
  priority: TaskPriority
  lane: number
}

/** Executions in the window, in order of their start; those of a thread that lie within `room` µs are one. */
export function taskBands(ring: TaskRing, { from, to }: FrameWindow, now: number, room = 0): TaskBand[] {
  const bands: TaskBand[] = []
  for (let at = 0; at < ring.count; at++) {
    const record = ring.at(at)
    const { started, ended, thread } = record
    if (started === null) continue
    const end = ended ?? Math.max(started, now)
    if (end < from || started > to) continue
    bands.push({
      from: started,
      to: end,
      priority: shownPriority(record),
      lane: Math.max(0, ring.threads.indexOf(thread ?? '')),
    })
  }
  bands.sort((a, b) => a.from - b.from)
  return room > 0 ? merged(bands, room) : bands
}

function merged(bands: readonly TaskBand[], room: number): TaskBand[] {
  const kept: TaskBand[] = []
  const newest = new Map<string, TaskBand>()
  for (const band of bands) {
    const key = `${band.lane} ${band.priority}`
    const before = newest.get(key)
    if (before !== undefined && band.from - before.to <= room) {
      before.to = Math.max(before.to, band.to)
      continue
    }
    const copy = { ...band }
    newest.set(key, copy)
    kept.push(copy)
  }
  return kept
}

export interface FramePoint {
  x: number
  y: number
}

/**
 * Frame times as points, x: the present in µs, y: ms. Of each px the longest frame is kept, so that none is missed.
 * @param width of the picture in px
 */
export function framePoints(
  frames: readonly FrameTimeView[],
  { from, to }: FrameWindow,
  width: number,
): { frame: FramePoint[]; gpu: FramePoint[]; most: number } {
  const bucket = (to - from) / Math.max(1, width)
  const kept: FrameTimeView[] = []
  let last = Number.NEGATIVE_INFINITY
  for (const frame of frames) {
    const place = Math.floor((frame.t + frame.duration - from) / bucket)
    const before = kept.at(-1)
    if (place !== last || before === undefined) kept.push(frame)
    else if (frame.duration > before.duration) kept[kept.length - 1] = frame
    last = place
  }
  return {
    frame: kept.map(({ t, duration }) => ({ x: t + duration, y: duration / 1000 })),
    gpu: kept.map(({ t, duration, gpuTime }) => ({ x: t + duration, y: gpuTime / 1000 })),
    most: kept.reduce((most, { duration, gpuTime }) => Math.max(most, duration, gpuTime), 0) / 1000,
  }
}

/** Of the frames in view: those during which a task ran, and the others (BP-29). µs; null: there are none. */
export interface FrameStatistics {
  count: number
  median: number | null
  worst: number | null
  during: { count: number; median: number | null }
  without: { count: number; median: number | null }
}

export function frameStatistics(frames: readonly FrameTimeView[], bands: readonly TaskBand[]): FrameStatistics {
  const during: number[] = []
  const without: number[] = []
  for (const { t, duration } of frames) {
    const touched = bands.some(({ from, to }) => from < t + duration && to > t)
    if (touched) during.push(duration)
    else without.push(duration)
  }
  const all = [...during, ...without]
  return {
    count: all.length,
    median: median(all),
    worst: all.length === 0 ? null : all.reduce((most, duration) => Math.max(most, duration)),
    during: { count: during.length, median: median(during) },
    without: { count: without.length, median: median(without) },
  }
}

function median(values: number[]): number | null {
  if (values.length === 0) return null
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : Math.round((sorted[middle - 1]! + sorted[middle]!) / 2)
}

const time = (us: number | null): string => (us === null ? 'none' : formatDuration(us))

/** The statistics as terms and values. */
export function statisticsFacts(statistics: FrameStatistics): { term: string; value: string; meaning: string }[] {
  const { count, median: middle, worst, during, without } = statistics
  return [
    { term: 'Frames in view', value: formatCount(count), meaning: 'Frames that were presented in the time shown' },
    { term: 'Median', value: time(middle), meaning: 'Of all frames in view' },
    { term: 'Worst', value: time(worst), meaning: 'The longest frame in view' },
    {
      term: 'While a task ran',
      value: during.median === null ? 'none' : `${time(during.median)} (${formatCount(during.count)})`,
      meaning: 'Median of the frames during which a background task ran, and how many they are (BP-29)',
    },
    {
      term: 'Without',
      value: without.median === null ? 'none' : `${time(without.median)} (${formatCount(without.count)})`,
      meaning: 'Median of the other frames, and how many they are (BP-29)',
    },
  ]
}

/** Every frame of the window as CSV (RFC 4180): moments and durations in µs, and the tasks that ran meanwhile. */
export function framesCsv(frames: readonly FrameTimeView[], bands: readonly TaskBand[]): string {
  const rows = frames.map(({ t, duration, gpuTime }) => {
    const touching = bands.filter(({ from, to }) => from < t + duration && to > t)
    const idle = touching.filter(({ priority }) => priority === 'idle').length
    return [t, duration, gpuTime, idle, touching.length - idle]
  })
  return csvOf(['begin_us', 'frame_time_us', 'gpu_time_us', 'tasks_at_idle', 'tasks_above_idle'], rows)
}
