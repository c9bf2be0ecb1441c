import { FolderOpen, Maximize, Rows4, Save, X, ZoomIn, ZoomOut } from 'lucide-react'
import { type ReactElement, useEffect, useState } from 'react'
import type { Command, DumpView } from '../../../preload/contract'
import { SaveButtons } from '../../charts/save-buttons'
import { send, setDefragmentationTab, toast, useStore } from '../../store/store'
import { type RowScale, WHOLE } from '../../store/tabs/defragmentation'
import { FirstActions } from '../../widgets/empty'
import { Failure } from '../../widgets/form/failure'
import { Segmented } from '../../widgets/segmented'
import { Tip } from '../../widgets/tip'
import { importFirst } from '../first-actions'
import { BelowMap } from './below'
import { ZOOM_STEP, zoomHeaps } from './heap-map/events'
import { HeapMap, useHeapMapView, useHeapPicture } from './heap-map/heap-map'
import { heapCsv } from './heap-map/text'
import './tab.css'

/** The allocator's heaps, and what packs them closer (DF-01 to DF-24). */
export function DefragmentationTab() {
  const map = useHeapMapView()
  useOpenedDump()
  return (
    <section className="tab-body" aria-label="Defragmentation">
      <MapBar png={() => map.view.current?.png()} />
      <div className="heap-stack">
        <HeapMap map={map} />
        <Nothing />
      </div>
      <BelowMap />
    </section>
  )
}

/** A dump that was opened is shown at once; when it is closed the running system is. */
function useOpenedDump(): void {
  const dump = useStore((state) => state.view.dump)
  useEffect(() => {
    if (dump === useStore.getState().defragmentationTab.seenDump) return
    setDefragmentationTab({ seenDump: dump, source: dump === null ? 'live' : 'dump', shown: WHOLE, cursor: null })
  }, [dump])
}

/** Opening, saving and using dumps (DF-23), and how the map is shown. What goes wrong with a dump is said here. */
function MapBar({ png }: { png(): string | undefined }) {
  const dump = useStore((state) => state.view.dump)
  const [failure, setFailure] = useState<string | null>(null)
  const call = async (command: Command): Promise<void> => {
    const result = await send(command, 'inline')
    setFailure(result.ok || result.cancelled === true ? null : result.message)
    // what was saved is said by itself
    if (result.ok && result.saved === undefined && result.message !== undefined) toast('info', result.message)
    if (result.ok && command.kind === 'layout') setDefragmentationTab({ source: 'live', shown: WHOLE, cursor: null })
  }
  return (
    <div className="heap-bars">
      <div className="heap-bar" role="toolbar" aria-label="Heap map controls">
        <DumpButton
          name="Open dump"
          tip="Opens a JSON dump of D3D12MA or of its Vulkan sibling, UTF-8 or UTF-16 (DF-23)"
          onClick={() => void call({ kind: 'openDump' })}
        >
          <FolderOpen size={14} aria-hidden="true" />
        </DumpButton>
        <DumpButton
          name="Save dump"
          tip="Writes the allocator’s state as the JSON dump that BuildStatsString gives (DF-23)"
          onClick={() => void call({ kind: 'saveDump' })}
        >
          <Save size={14} aria-hidden="true" />
        </DumpButton>
        {dump !== null && (
          <div className="heap-dump">
            <Source dump={dump} />
            <Tip text="Its pools and allocations become those of the running system, to be defragmented (DF-23)">
              <button type="button" className="button" onClick={() => void call({ kind: 'layout' })}>
                Use as starting state
              </button>
            </Tip>
            <IconButton name="Close dump" tip="Close dump" onClick={() => void call({ kind: 'closeDump' })}>
              <X size={14} aria-hidden="true" />
            </IconButton>
          </div>
        )}
        <span className="heap-space" />
        <Zoom png={png} />
      </div>
      <Failure message={failure} />
    </div>
  )
}

/** In a narrow tab only its icon is seen. */
function DumpButton(props: { name: string; tip: string; onClick(): void; children: ReactElement }) {
  return (
    <Tip text={props.tip}>
      <button type="button" className="button" aria-label={props.name} onClick={props.onClick}>
        {props.children}
        <span className="heap-wide">{props.name}</span>
      </button>
    </Tip>
  )
}

const SCALES: readonly { value: RowScale; text: string; title: string }[] = [
  { value: 'bytes', text: 'To scale', title: 'A pixel is as many bytes in every row of a pool' },
  { value: 'full', text: 'Fill', title: 'Every block is as wide as the map' },
]

function Zoom({ png }: { png(): string | undefined }) {
  const scale = useStore((state) => state.defragmentationTab.scale)
  const thin = useStore((state) => state.defragmentationTab.thin)
  const { blocks } = useHeapPicture()
  return (
    <>
      <Segmented
        label="Scale of the rows"
        value={scale}
        options={SCALES}
        onChange={(next) => setDefragmentationTab({ scale: next })}
      />
      <Tip text="Thin rows show more blocks at once">
        <button
          type="button"
          className="icon-button heap-toggle"
          aria-label="Thin rows"
          aria-pressed={thin}
          onClick={() => setDefragmentationTab({ thin: !thin })}
        >
          <Rows4 aria-hidden="true" size={15} />
        </button>
      </Tip>
      <IconButton name="Zoom in" tip="Zoom in (+, or Control and the wheel)" onClick={() => zoomHeaps(ZOOM_STEP)}>
        <ZoomIn aria-hidden="true" size={15} />
      </IconButton>
      <IconButton name="Zoom out" tip="Zoom out (−, or Control and the wheel)" onClick={() => zoomHeaps(1 / ZOOM_STEP)}>
        <ZoomOut aria-hidden="true" size={15} />
      </IconButton>
      <IconButton name="Fit" tip="Whole blocks (0)" onClick={() => setDefragmentationTab({ shown: WHOLE })}>
        <Maximize aria-hidden="true" size={14} />
      </IconButton>
      <SaveButtons what="heap map" png={png} csv={() => heapCsv(blocks)} />
    </>
  )
}

/** The running system or the open dump. */
function Source({ dump }: { dump: DumpView }) {
  const source = useStore((state) => state.defragmentationTab.source)
  return (
    <div className="heap-source">
      <Segmented
        label="Shown in the heap map"
        value={source}
        options={[
          { value: 'live', text: 'Live', title: 'The running system' },
          { value: 'dump', text: dump.title, title: [dump.path, dump.api, dump.gpu].filter(Boolean).join(', ') },
        ]}
        onChange={(next) => setDefragmentationTab({ source: next, shown: WHOLE, cursor: null })}
      />
    </div>
  )
}

function IconButton(props: { name: string; tip: string; onClick(): void; children: ReactElement }) {
  return (
    <Tip text={props.tip}>
      <button type="button" className="icon-button" aria-label={props.name} onClick={props.onClick}>
        {props.children}
      </button>
    </Tip>
  )
}

/** What to do first. */
function Nothing() {
  const { blocks } = useHeapPicture()
  if (blocks.length > 0) return null
  return (
    <div className="heap-nothing">
      <p>
        <strong>No heap yet.</strong> Import a clip in the Media panel, or set Allocation there to Placed so that
        effects share heaps; or allocate by hand below, or open a dump.
      </p>
      <FirstActions actions={[{ label: 'Import a clip of footage', run: importFirst }]} />
    </div>
  )
}
