import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { RANGE_KINDS } from '../../../../preload/contract'
import { releaseCanvases } from '../../../canvas/context'
import { Legend, Swatch } from '../../../canvas/legend'
import { reducedMotion, useShownTheme } from '../../../canvas/theme'
import { besidePoint, CanvasTooltip } from '../../../canvas/tooltip'
import { type HeapPicture, pictureOf } from '../../../store/heap-map'
import { useStore } from '../../../store/store'
import { watch } from '../../../store/watch'
import { Announcement } from '../../../widgets/screen-reader'
import { type HeapHover, revealCursor, useHeapEvents } from './events'
import { rangeOfCursor } from './keys'
import { HEADING } from './layout'
import { KIND_LABELS, mapSummary, rangeFacts, rangeSentence, rangeTitle, residencyOf } from './text'
import { heapTheme } from './theme'
import { type HeapInput, HeapMapView, type PointedRange } from './view'
import './heap-map.css'

/** What the map shows now: the running system, or the open dump. */
export function useHeapPicture(): HeapPicture {
  const source = useStore((state) => state.defragmentationTab.source)
  const live = useStore((state) => state.view.heapMap)
  const dump = useStore((state) => state.view.dump)
  return pictureOf(source, live, dump)
}

const NO_MOVES: HeapInput['moves'] = []

function inputNow(): HeapInput {
  const { view, defragmentationTab } = useStore.getState()
  const { heapMap, dump, defragmentation } = view
  const { source, shown, scale, thin, cursor } = defragmentationTab
  const picture = pictureOf(source, heapMap, dump)
  return { picture, moves: picture === heapMap ? defragmentation.moves : NO_MOVES, shown, scale, thin, cursor }
}

/** Joins the canvases to the stores, the element's size and the theme. */
export function useHeapMapView() {
  const scroller = useRef<HTMLDivElement>(null)
  const base = useRef<HTMLCanvasElement>(null)
  const overlay = useRef<HTMLCanvasElement>(null)
  const view = useRef<HeapMapView | null>(null)
  const [height, setHeight] = useState(0)
  const theme = useShownTheme()
  useEffect(() => {
    if (scroller.current === null || base.current === null || overlay.current === null) return
    const canvases = [base.current, overlay.current] as const
    const map = new HeapMapView(
      ...canvases,
      (block) => residencyOf(useStore.getState().view.allocations, block),
      reducedMotion,
      setHeight,
    )
    view.current = map
    map.update(inputNow())
    const stops = [
      watch(
        ({ view: now, defragmentationTab }) => [now.heapMap, now.dump, now.defragmentation, defragmentationTab],
        () => map.update(inputNow()),
      ),
      watch(
        ({ view: now }) => [now.allocations],
        () => map.refresh(),
      ),
    ]
    const observer = new ResizeObserver(([entry]) => {
      if (entry) map.resize(entry.contentRect.width, entry.contentRect.height)
    })
    observer.observe(scroller.current)
    return () => {
      for (const stop of stops) stop()
      observer.disconnect()
      map.stop()
      releaseCanvases(canvases)
      view.current = null
    }
  }, [])
  // The colours have other values in another theme.
  useEffect(() => {
    if (theme) view.current?.setTheme(heapTheme())
  }, [theme])
  return { scroller, base, overlay, view, height }
}

/** px: as wide as the longest line that is expected */
const TOOLTIP = 268

function HeapTooltip({ hover }: { hover: HeapHover }) {
  const allocations = useStore((state) => state.view.allocations)
  const { block, range } = hover
  if (range >= block.offsets.length) return null
  return (
    <CanvasTooltip
      style={besidePoint(hover, TOOLTIP, 0.6)}
      title={rangeTitle(block, range)}
      facts={rangeFacts(block, range, allocations)}
    />
  )
}

/** What the keyboard has come to: only while the map has the focus. */
function CursorAnnouncement({ view }: { view: RefObject<HeapMapView | null> }) {
  const cursor = useStore((state) => state.defragmentationTab.cursor)
  const here = view.current === null ? null : rangeOfCursor(view.current.layout, cursor)
  const text = here === null ? '' : rangeSentence(here.block, here.range, useStore.getState().view.allocations)
  return <Announcement text={text} />
}

/** For screen readers; read on demand, not announced. */
function Summary() {
  const { blocks } = useHeapPicture()
  const text = useMemo(() => mapSummary(blocks), [blocks])
  return (
    <p id="heap-map-summary" className="visually-hidden">
      {text}
    </p>
  )
}

const HELP =
  'Arrow keys go from range to range and from block to block, Enter selects the heap, plus and minus zoom, 0 shows ' +
  'everything, Shift with an arrow pans, Escape clears.'

/** What was selected elsewhere, and the moves of a pass that begins, are brought into sight. */
function useInSight({ view, scroller }: ReturnType<typeof useHeapMapView>): void {
  const cursor = useStore((state) => state.defragmentationTab.cursor)
  useEffect(() => {
    if (cursor !== null && view.current !== null && scroller.current !== null) {
      revealCursor(view.current, scroller.current, cursor)
    }
  }, [cursor, view, scroller])
  const waits = useStore((state) => state.view.defragmentation.state === 'pass')
  useEffect(() => {
    const top = waits ? view.current?.moveOutOfSight() : null
    if (typeof top === 'number' && scroller.current !== null) scroller.current.scrollTop = top - HEADING
  }, [waits, view, scroller])
}

/** Pools and blocks to scale, a row per block (DF-01); moves are seen as they happen. */
export function HeapMap({ map }: { map: ReturnType<typeof useHeapMapView> }) {
  const { scroller, base, overlay, view, height } = map
  const { hover, focused, handlers } = useHeapEvents(view, scroller)
  const cursor = useStore((state) => state.defragmentationTab.cursor)
  useInSight(map)
  return (
    <div className="heap-frame">
      <canvas ref={base} />
      <canvas ref={overlay} />
      <div
        ref={scroller}
        className="heap-area"
        role="application"
        aria-label="Heap map"
        aria-roledescription="map of heaps"
        aria-describedby="heap-map-summary heap-map-keys"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: role application takes the arrow keys itself
        tabIndex={0}
        {...handlers}
      >
        <div className="heap-rows" style={{ height }} />
      </div>
      {hover !== null && <HeapTooltip hover={hover} />}
      {hover === null && focused && cursor !== null && <CursorTooltip view={view} scroller={scroller} />}
      <Summary />
      <p id="heap-map-keys" className="visually-hidden">
        {HELP}
      </p>
      {focused && <CursorAnnouncement view={view} />}
    </div>
  )
}

/** The tooltip of the range that the keyboard is on. */
function CursorTooltip({
  view,
  scroller,
}: {
  view: RefObject<HeapMapView | null>
  scroller: RefObject<HTMLElement | null>
}) {
  const cursor = useStore((state) => state.defragmentationTab.cursor)
  const shown = useStore((state) => state.defragmentationTab.shown)
  const map = view.current
  const area = scroller.current
  const here: PointedRange | null = map === null ? null : rangeOfCursor(map.layout, cursor)
  const place = here === null ? null : map?.placeOf(here.block, here.range)
  if (map === null || area === null || here === null || !place) return null
  const share = (place.start - shown.from) / (shown.to - shown.from)
  const x = area.clientWidth - map.plot + Math.min(1, Math.max(0, share)) * map.plot
  const hover = { ...here, x, y: place.top - area.scrollTop + 16, width: area.clientWidth, height: area.clientHeight }
  return <HeapTooltip hover={hover} />
}

const MEANINGS: Readonly<Record<(typeof RANGE_KINDS)[number], string>> = {
  free: 'Nothing lies there: it can be allocated if it is large enough (DF-03)',
  buffer: 'Holds a buffer',
  texture: 'Holds a texture',
  unknown: 'Of a dump that does not say what it is, or without a resource',
  destination: 'Reserved by BeginPass for a move of this pass (DF-08)',
}

export function HeapLegend() {
  return (
    <Legend
      label="Kinds of ranges"
      entries={[
        ...RANGE_KINDS.map((kind) => ({
          text: KIND_LABELS[kind],
          meaning: MEANINGS[kind],
          mark: <Swatch className={`heap-swatch-${kind}`} />,
        })),
        {
          text: 'Pinned',
          meaning: 'Defragmentation does not move it (DF-20)',
          mark: <Swatch className="heap-swatch-pinned" />,
        },
        {
          text: 'Moving',
          meaning: 'The source of a move of this pass',
          mark: <Swatch className="heap-swatch-moving" />,
        },
      ]}
    />
  )
}
