import { PACKET_KINDS } from '../../../../preload/contract'
import { Legend, type LegendEntry, Swatch } from '../../../canvas/legend'
import { hasForcedColours, useShownTheme } from '../../../canvas/theme'
import { useStore } from '../../../store/store'
import type { LaneHandles } from '../../lanes/events'
import { Lanes, type LanesSource } from '../../lanes/lanes'
import { KIND_LABELS, lanesSummary, packetSentence } from '../text'
import { gpuControls, gpuPointing } from './controls'
import { KeyboardTooltip, LaneTooltip } from './tooltip'
import { GpuLanesView } from './view'
import './legend.css'

export const gpuLanes: LanesSource<GpuLanesView> = {
  create: (...canvases) => new GpuLanesView(...canvases),
  input() {
    const { view, moment, range, gpuTab } = useStore.getState()
    const { shown, selectedId } = gpuTab
    return { state: view, shown, moment, range, delay: view.delay, selected: selectedId }
  },
  parts: ({ view, moment, range, gpuTab }) => [
    view.clock,
    view.gpu,
    view.gpuHistory,
    view.delay,
    moment,
    range,
    gpuTab,
  ],
}

function summaryOf({ counts, view }: GpuLanesView): string {
  const { packets, shares } = counts
  return lanesSummary(useStore.getState().view.gpu, view.to - view.from, view.to, packets, shares)
}

function Announcement() {
  const selectedId = useStore((state) => state.gpuTab.selectedId)
  const { gpuHistory } = useStore.getState().view
  return gpuHistory.packets.has(selectedId) ? packetSentence(gpuHistory, selectedId) : ''
}

const HELP =
  'Left and right arrows move through time, with Control they select the next packet, up and down another engine; ' +
  'plus and minus or W and S zoom, A and D move, 0 fits, End follows, M puts the time cursor here, with Shift the arrows ' +
  'select a range, Escape clears.'

/** A lane per engine with its packets over simulated time (GP-27). */
export function GpuLanes({ lanes }: { lanes: LaneHandles<GpuLanesView> }) {
  return (
    <Lanes
      lanes={lanes}
      controls={gpuControls}
      pointing={gpuPointing}
      label="GPU lanes"
      of="packets"
      help={HELP}
      summary={summaryOf}
      announcement={<Announcement />}
      tooltip={(hover) => <LaneTooltip hover={hover} />}
      keyboardTooltip={<KeyboardTooltip view={lanes.view} />}
    />
  )
}

const MEANINGS = {
  standard: 'Rendering and other work of an app (GP-27)',
  present: 'Presents a frame: of the app or of the compositor (GP-05, GP-09)',
  paging: 'Paging work of the system (GP-12)',
  'context-switch': 'A context saved and another restored, or a switch to the null context (GP-15, GP-16)',
  wait: 'A wait instruction in the hardware queue (GP-22)',
} as const

/** No colour of ours is shown where they are the system's. */
const EFFECT: LegendEntry = {
  text: 'Effect',
  meaning:
    'The lower edge of a packet has the colour of its effect: as its span on the timeline and its memory on the map (GP-27)',
  mark: <Swatch className="gpu-swatch-effect" />,
}

/** Colours and patterns of the lanes. */
export function LaneLegend() {
  // it is asked again when that changes
  useShownTheme()
  return (
    <Legend
      label="Kinds of packets"
      entries={[
        ...PACKET_KINDS.map((kind) => ({
          text: KIND_LABELS[kind],
          meaning: MEANINGS[kind],
          mark: <Swatch className={`gpu-swatch-${kind}`} />,
        })),
        ...(hasForcedColours() ? [] : [EFFECT]),
        {
          text: 'Queue slot',
          meaning:
            'At the end of each lane: the packets that its hardware queue holds now, the running one on the left; +2: two more wait for a slot (GP-27)',
          mark: <Swatch className="gpu-swatch-slot" />,
        },
        {
          text: 'Preemption',
          meaning:
            'From a preemption request to the moment at which the engine had stopped (GP-06). A packet that was stopped has a torn right side.',
          mark: <Swatch className="gpu-swatch-preemption" />,
        },
        {
          text: 'Missed blank',
          meaning: 'The compositor’s present of the blank before had not completed (GP-09)',
          mark: <Swatch className="gpu-swatch-missed" />,
        },
        {
          text: 'Reset',
          meaning: 'Timeouts (round) and resets (square: engine, diamond: adapter) (GP-23 to GP-25)',
          mark: <Swatch className="gpu-swatch-reset" />,
        },
      ]}
    />
  )
}
