/** The scheduler's numbers with their meaning. Pure. */
import { etwOfAttempt, etwText, type GpuView } from '../../../preload/contract'
import { WHY_DROPPED } from '../../glossary/dropped'
import { ENGINE_LABELS } from '../../glossary/engines'
import { formatCount, formatDuration, formatShare } from '../../widgets/format'

export interface GpuNumber {
  term: string
  value: string
  meaning: string
  /** something went wrong */
  bad: boolean
}

const latencyText = (us: number | null): string => (us === null ? 'none yet' : formatDuration(Math.round(us)))

/** @param now µs of simulated time since the start */
export function numbersOf(gpu: GpuView, now: number): GpuNumber[] {
  return [...compositorNumbers(gpu), ...schedulerNumbers(gpu), ...playNumbers(gpu), ...engineNumbers(gpu, now)]
}

const blanksOf = ({ displays, refreshRate }: GpuView): string =>
  displays.length > 1 ? 'Vertical blanks of all displays' : `Vertical blanks, ${refreshRate} a second,`

function compositorNumbers(gpu: GpuView): GpuNumber[] {
  const { verticalBlanks, missedVerticalBlanks, worstCompositorLatency, p99CompositorLatency, tears } = gpu
  return [
    {
      term: 'Vertical blanks',
      value: formatCount(verticalBlanks),
      meaning: `${blanksOf(gpu)} that the compositor has handled: it rests after 10 s without work of an app, and from then on none counts (GP-09)`,
      bad: false,
    },
    ...displayNumbers(gpu),
    {
      term: 'Missed',
      value: formatCount(missedVerticalBlanks),
      meaning: 'Vertical blanks at which the compositor’s present of the blank before had not completed (GP-09)',
      bad: missedVerticalBlanks > 0,
    },
    {
      term: 'Worst latency',
      value: latencyText(worstCompositorLatency),
      meaning:
        'The longest time from a vertical blank to the end of the compositor’s packet, or until now where one is late (GP-09)',
      bad: worstCompositorLatency !== null && worstCompositorLatency > 1e6 / gpu.refreshRate,
    },
    {
      term: '99th percentile latency',
      value: latencyText(p99CompositorLatency),
      meaning: 'Of a hundred of the compositor’s packets, 99 ended at least this soon after their blank (GP-28)',
      bad: p99CompositorLatency !== null && p99CompositorLatency > 1e6 / gpu.refreshRate,
    },
    {
      term: 'Tears',
      value: formatCount(tears),
      meaning: 'Flips that were shown in the middle of a picture: the driver lacks FlipOnVSyncMmIo (GP-05)',
      bad: tears > 0,
    },
  ]
}

/** Where there are several displays, each by itself: two short numbers, as a longer one does not fit its column. */
function displayNumbers({ displays }: GpuView): GpuNumber[] {
  if (displays.length < 2) return []
  return displays.flatMap(({ refreshRate, verticalBlanks, missed }, index) => [
    {
      term: `Blanks, ${refreshRate} Hz`,
      value: formatCount(verticalBlanks),
      meaning: `Vertical blanks of display ${index + 1}, ${refreshRate} a second, that the compositor has handled, with presents of its own${index === 0 ? '; the editor is on it' : ''} (GP-09)`,
      bad: false,
    },
    {
      term: `Missed, ${refreshRate} Hz`,
      value: formatCount(missed),
      meaning: `Vertical blanks of display ${index + 1} at which its present of the blank before had not completed (GP-09)`,
      bad: missed > 0,
    },
  ])
}

/** The quantum, and what became of attempts to preempt by their published results; nothing where there is no quantum. */
function attemptNumbers({ quantum, attempts }: GpuView): GpuNumber[] {
  if (quantum === null) return []
  const peace =
    quantum.preemption === 0
      ? ''
      : `; one that was preempted is left in peace for ${formatDuration(quantum.preemption)}`
  return [
    {
      term: 'Quantum',
      value: formatDuration(quantum.time),
      meaning: `How long a context keeps its engine while others of its priority wait${peace} (GP-06)`,
      bad: false,
    },
    ...attempts.map(({ result, code, count }) => ({
      term: `Attempts: ${result}`,
      value: formatCount(count),
      meaning: `Times at which work came and might have taken the engine from what runs: D3DKMT_QUERYRESULT_PREEMPTION_ATTEMPT_RESULT ${code} (GP-06). ETW: ${etwText(etwOfAttempt(code))}`,
      bad: false,
    })),
  ]
}

function schedulerNumbers(gpu: GpuView): GpuNumber[] {
  const { engineResets, adapterResets } = gpu
  return [
    {
      term: 'Preemptions',
      value: formatCount(gpu.preemptions),
      meaning: 'Requests that an engine has answered; one that its reset ended was not (GP-06, GP-07, GP-25)',
      bad: false,
    },
    {
      term: 'Worst preemption',
      value: latencyText(gpu.worstPreemption),
      meaning: 'The longest time from a request until the engine had stopped and the context was saved (GP-06)',
      bad: false,
    },
    ...attemptNumbers(gpu),
    {
      term: 'Context switches',
      value: formatCount(gpu.contextSwitches),
      meaning: 'Times at which an engine went to another context, the null context included (GP-15, GP-16)',
      bad: false,
    },
    {
      term: 'Switch cost',
      value: formatDuration(gpu.contextSwitchTime),
      meaning: 'Time in which engines saved and restored contexts instead of working (GP-16, GP-28)',
      bad: false,
    },
    {
      term: 'Engine resets',
      value: formatCount(engineResets),
      meaning: 'Engines that did not answer in time; only the device at fault is removed (GP-23)',
      bad: engineResets > 0,
    },
    {
      term: 'Adapter resets',
      value: formatCount(adapterResets),
      meaning: 'All video memory is lost; too many within a minute end in a bug check (GP-24, GP-25)',
      bad: adapterResets > 0,
    },
  ]
}

function playNumbers({ framesPlayed, framesDropped }: GpuView): GpuNumber[] {
  return [
    {
      term: 'Frames played',
      value: formatCount(framesPlayed),
      meaning:
        'Frames of the clip that were decoded, rendered and presented: in Play one at every other vertical blank at most, at rest one for each that was sought (GP-09)',
      bad: false,
    },
    {
      term: 'Frames dropped',
      value: formatCount(framesDropped),
      meaning: `Frames of the clip that were due and not shown: ${WHY_DROPPED} (GP-09)`,
      bad: framesDropped > 0,
    },
  ]
}

function engineNumbers({ engines }: GpuView, now: number): GpuNumber[] {
  return engines.map(({ name, busy, depth }) => ({
    term: `${ENGINE_LABELS[name]} busy`,
    value: formatShare(now > 0 ? busy / now : 0),
    meaning: `Share of the time in which a packet ran on it; its hardware queue holds ${depth} (GP-27)`,
    bad: false,
  }))
}
