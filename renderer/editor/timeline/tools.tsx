import {
  ArrowRightToLine,
  ClipboardPaste,
  Copy,
  Eraser,
  HardDriveDownload,
  Magnet,
  Scissors,
  Trash2,
  UnfoldHorizontal,
  ZoomIn,
  ZoomOut,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { setTimelineTab, useStore } from '../../store/store'
import { MOST_ZOOM } from '../../store/tabs/timeline'
import { copy, dropRenders, paste, remove, render, split, toggleFollow, toggleSnap, zoomBy } from './actions'
import { SHORTCUTS } from './keys'
import { codeAt } from './scale'

interface ToolProps {
  name: keyof typeof SHORTCUTS
  label: string
  icon: ReactNode
  disabled?: boolean
  pressed?: boolean
  onClick(): void
}

function Tool({ name, label, icon, disabled = false, pressed, onClick }: ToolProps) {
  const { keys, does } = SHORTCUTS[name]
  return (
    <button
      type="button"
      className="icon-button timeline-tool"
      aria-label={label}
      aria-pressed={pressed}
      aria-disabled={disabled}
      title={`${does} (${keys})`}
      onClick={() => !disabled && onClick()}
    >
      {icon}
    </button>
  )
}

const ICON = { size: 14, 'aria-hidden': true } as const

/** Cutting, copying, snapping and zooming; the playhead's place. */
export function TimelineTools() {
  const chosen = useStore((state) => state.timelineTab.chosen)
  const copied = useStore((state) => state.timelineTab.copied)
  const snap = useStore((state) => state.timelineTab.snap)
  const follow = useStore((state) => state.timelineTab.follow)
  const hasRenders = useStore((state) => state.view.preview.rendered.length > 0)
  const zoom = useStore((state) => state.timelineTab.zoom)
  return (
    <div className="timeline-tools" role="toolbar" aria-label="Timeline tools">
      <Place />
      <Tool name="split" label="Split" icon={<Scissors {...ICON} />} onClick={split} />
      <Tool
        name="remove"
        label="Delete"
        icon={<Trash2 {...ICON} />}
        disabled={chosen === null}
        onClick={() => remove(false)}
      />
      <Tool
        name="ripple"
        label="Ripple delete"
        icon={<UnfoldHorizontal {...ICON} className="timeline-ripple" />}
        disabled={chosen?.kind !== 'clip'}
        onClick={() => remove(true)}
      />
      <Tool name="copy" label="Copy" icon={<Copy {...ICON} />} disabled={chosen === null} onClick={copy} />
      <Tool name="paste" label="Paste" icon={<ClipboardPaste {...ICON} />} disabled={copied === null} onClick={paste} />
      <Tool name="snap" label="Snap" icon={<Magnet {...ICON} />} pressed={snap} onClick={toggleSnap} />
      <Tool
        name="follow"
        label="Follow the playhead"
        icon={<ArrowRightToLine {...ICON} />}
        pressed={follow}
        onClick={toggleFollow}
      />
      <Tool name="render" label="Render" icon={<HardDriveDownload {...ICON} />} onClick={render} />
      <Tool name="drop" label="Drop renders" icon={<Eraser {...ICON} />} disabled={!hasRenders} onClick={dropRenders} />
      <span className="timeline-space" />
      <Tool
        name="zoomOut"
        label="Zoom out"
        icon={<ZoomOut {...ICON} />}
        disabled={zoom <= 1}
        onClick={() => zoomBy(0.5)}
      />
      <input
        type="range"
        className="timeline-zoom"
        aria-label="Zoom of the timeline"
        aria-valuetext={`${Math.round(zoom * 10) / 10} times`}
        min={0}
        max={Math.log2(MOST_ZOOM)}
        step={0.25}
        value={Math.log2(zoom)}
        onChange={(event) => setTimelineTab({ zoom: 2 ** Number(event.target.value) })}
      />
      <Tool
        name="zoomIn"
        label="Zoom in"
        icon={<ZoomIn {...ICON} />}
        disabled={zoom >= MOST_ZOOM}
        onClick={() => zoomBy(2)}
      />
    </div>
  )
}

function Place() {
  const place = useStore((state) => codeAt(state.playhead))
  return (
    <output className="timeline-code" aria-live="off" title="The playhead, as hours:minutes:seconds:frames">
      {place}
    </output>
  )
}
