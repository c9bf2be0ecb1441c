import { Film, Import, SlidersHorizontal, X } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { AllocationMode, EffectView } from '../../../preload/contract'
import { useCalmAllocations } from '../../store/calm'
import { send, setInterface, useStore } from '../../store/store'
import type { Placing } from '../../store/tabs/timeline'
import { counted, formatBytes } from '../../widgets/format'
import { SelectField } from '../../widgets/select-field'
import { StateShape, stateInfo } from '../../widgets/state-chip'
import { TextField } from '../../widgets/text-field'
import { summaryOf } from '../rack/summary'
import { placingAt, put, putAtPlayhead, showPlacing } from '../timeline/placing'
import { Unmade } from '../unmade/unmade'
import { parseResolution, RESOLUTIONS, resolutionText } from './form'
import { ImportClipDialog } from './import'
import { OfflineNote } from './offline'
import './media.css'
import { said } from '../../glossary/codes'

/** px that a pointer may wander before it drags */
const WANDER = 3

/** Media of the project, its resolution, and where effects are allocated: what fragments memory as editors do. */
export function MediaPanel() {
  const [importing, setImporting] = useState(false)
  return (
    <section className="panel media" aria-label="Media" data-pane>
      <header className="panel-header">
        <h2>Media</h2>
        <button type="button" className="button" onClick={() => setImporting(true)}>
          <Import size={14} aria-hidden="true" />
          Import clip
        </button>
      </header>
      <div className="media-scroll">
        <div className="media-fields">
          <ProjectResolution />
          <EffectAllocation />
          <button type="button" className="button media-settings" onClick={() => setInterface({ projectOpen: true })}>
            <SlidersHorizontal size={14} aria-hidden="true" />
            Project settings…
          </button>
        </div>
        <Unmade kind="clip" />
        <Clips />
      </div>
      {importing && <ImportClipDialog onClose={() => setImporting(false)} />}
    </section>
  )
}

const CUSTOM = 'custom'

/** Effects and proxies are made anew in the sizes that follow from it. */
function ProjectResolution() {
  const width = useStore((store) => store.view.project.width)
  const height = useStore((store) => store.view.project.height)
  const [choosing, setChoosing] = useState(false)
  const now = resolutionText({ width, height })
  const isListed = RESOLUTIONS.some((one) => resolutionText(one) === now)
  // a resolution that came from elsewhere ends the choice
  useEffect(() => setChoosing(false), [now])
  const options = [
    ...RESOLUTIONS.map((one) => ({ value: resolutionText(one), text: resolutionText(one) })),
    { value: CUSTOM, text: isListed || width === 0 ? 'Custom…' : `${now} (custom)` },
  ]
  const change = (value: string): void => {
    setChoosing(value === CUSTOM)
    const chosen = parseResolution(value)
    if (chosen.ok) void send({ kind: 'setProject', ...chosen.value })
  }
  return (
    <>
      <SelectField
        label="Resolution"
        value={choosing || !isListed ? CUSTOM : now}
        options={options}
        onChange={change}
      />
      {choosing && <CustomResolution now={now} />}
    </>
  )
}

function CustomResolution({ now }: { now: string }) {
  const [text, setText] = useState(now)
  const [error, setError] = useState<string | undefined>()
  const commit = (): void => {
    const read = parseResolution(text)
    setError(read.ok ? undefined : read.message)
    if (read.ok) void send({ kind: 'setProject', ...read.value })
  }
  return (
    <div className="media-custom">
      <TextField
        label="Custom resolution"
        value={text}
        hint="Width × height in texels; Enter applies it"
        error={error}
        onChange={setText}
        onEnter={commit}
      />
    </div>
  )
}

const MODES: readonly { value: AllocationMode; text: string }[] = [
  { value: 'committed', text: 'Committed' },
  { value: 'placed', text: 'Placed' },
]

/** RS-15 */
function EffectAllocation() {
  const allocation = useStore((store) => store.view.project.allocation)
  return (
    <div
      {...said(
        'Committed: a heap for each resource of an effect. Placed: effects share heaps, and so their residency (RS-15)',
      )}
    >
      <SelectField
        label="Allocation"
        value={allocation}
        options={MODES}
        onChange={(mode: AllocationMode) => void send({ kind: 'setAllocation', mode })}
      />
    </div>
  )
}

type ClipEffect = EffectView & { clip: NonNullable<EffectView['clip']> }

function Clips() {
  const effects = useStore((store) => store.view.effects)
  const clips = useMemo(() => effects.filter((effect): effect is ClipEffect => effect.clip !== undefined), [effects])
  if (clips.length === 0) {
    return <p className="media-empty">No clip yet. Import one: its frames, proxies and thumbnails share heaps.</p>
  }
  return (
    <ul className="media-clips" aria-label="Clips">
      {clips.map((effect) => (
        <ClipRow key={effect.name} effect={effect} />
      ))}
    </ul>
  )
}

/** A heap that several of its resources lie in counts once. */
function Residency({ ids }: { ids: Uint32Array }) {
  const allocations = useCalmAllocations()
  const { states } = useMemo(() => summaryOf(allocations, new Uint32Array(new Set(ids))), [allocations, ids])
  return (
    <span className="media-states" {...said('Residency of the heaps that it lies in (RS-15)')}>
      {states.map(({ state, count }) => (
        <span key={state} className="chip">
          <StateShape state={state} />
          {stateInfo(state).label} {counted(count, 'heap')}
        </span>
      ))}
    </span>
  )
}

/** The name of a clip: dragged to the timeline it lies where it is let go; Enter puts it where the playhead is. */
function MediaGrip({ media, length }: { media: string; length: number }) {
  const held = useRef<{ x: number; y: number; placing: Placing | null; isDragged: boolean } | null>(null)
  const end = (): void => {
    held.current = null
    showPlacing(null)
  }
  return (
    <button
      type="button"
      className="media-grip"
      aria-label={`Place ${media} at the playhead`}
      title={`${media}: drag it to the timeline, or press Enter to place it where the playhead is`}
      onClick={(event) => event.detail === 0 && putAtPlayhead(media)}
      onDoubleClick={() => putAtPlayhead(media)}
      onKeyDown={(event) => event.key === 'Escape' && end()}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        held.current = { x: event.clientX, y: event.clientY, placing: null, isDragged: false }
      }}
      onPointerMove={(event) => {
        const drag = held.current
        if (drag === null) return
        drag.isDragged ||= Math.hypot(event.clientX - drag.x, event.clientY - drag.y) >= WANDER
        if (!drag.isDragged) return
        drag.placing = placingAt(media, length, event)
        showPlacing(drag.placing)
      }}
      onPointerUp={() => {
        const placing = held.current?.placing ?? null
        end()
        if (placing !== null) put(placing)
      }}
      onLostPointerCapture={end}
    >
      <Film size={13} aria-hidden="true" />
      <span className="media-name">{media}</span>
    </button>
  )
}

function ClipRow({ effect }: { effect: ClipEffect }) {
  const { name, clip, resources, placed, inFlight } = effect
  const bytes = useMemo(() => (placed === undefined ? 0 : placed.bytes.reduce((sum, size) => sum + size, 0)), [placed])
  return (
    <li className="media-clip">
      <div className="media-clip-head">
        <MediaGrip media={name} length={clip.length} />
        <button
          type="button"
          className="button"
          aria-label={`Scrub ${name}`}
          title="Uses a frame of it on the GPU: its heaps are made resident first"
          aria-busy={inFlight > 0}
          onClick={() => void send({ kind: 'applyEffect', effect: name })}
        >
          Scrub
        </button>
        <button
          type="button"
          className="button"
          aria-label={`Place ${name} on the timeline`}
          title="Puts it behind the last clip of Video 1"
          onClick={() => void send({ kind: 'timeline', change: { edit: 'insert', media: name } })}
        >
          Place
        </button>
        <button
          type="button"
          className="icon-button card-remove"
          aria-label={`Remove clip ${name}`}
          title={`Remove ${name}: its memory is freed`}
          onClick={() => void send({ kind: 'removeClip', clip: name })}
        >
          <X size={13} aria-hidden="true" />
        </button>
      </div>
      <p className="media-facts">
        <span>
          {resolutionText(clip)}, {formatBytes(bytes)}
        </span>
        <span>
          {counted(clip.frames, 'frame')}, {counted(clip.thumbnails, 'thumbnail')}
        </span>
        <Residency ids={resources} />
      </p>
      <OfflineNote clip={name} />
    </li>
  )
}
