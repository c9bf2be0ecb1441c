import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { AllocationState } from '../../../../preload/contract'
import { useAllocationAt } from '../../../canvas/allocation-at'
import { releaseCanvases } from '../../../canvas/context'
import { Legend, type LegendEntry } from '../../../canvas/legend'
import { reducedMotion, useShownTheme } from '../../../canvas/theme'
import { CanvasTooltip, type PointerPlace, towardsMiddle } from '../../../canvas/tooltip'
import { fullName, isLive, shortName } from '../../../store/allocations'
import { concernedIds } from '../../../store/delays/concerned'
import { selectResource, useStore } from '../../../store/store'
import { type Place, useDrawnRows } from '../../../widgets/copy-row'
import { counted, formatBytes, formatCount } from '../../../widgets/format'
import { Announcement } from '../../../widgets/screen-reader'
import { Segmented } from '../../../widgets/segmented'
import { StateShape, stateInfo } from '../../../widgets/state-chip'
import { cellTexts } from '../allocations/columns'
import { NoAllocations } from '../allocations/none'
import { factsOf, sentenceOf } from '../allocations/text'
import { mapTheme } from '../theme'
import type { Direction } from './hit'
import type { MapMode } from './layout'
import { ResidencyMapView } from './view'
import './map.css'

const KEYS: Readonly<Record<string, Direction | 'first' | 'last'>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'first',
  End: 'last',
}

/** In the window. */
interface Hover extends PointerPlace {
  ids: Uint32Array
}

/** Joins the view to the store, the element's size and the theme. */
function useMapView(mode: MapMode) {
  const area = useRef<HTMLDivElement>(null)
  const base = useRef<HTMLCanvasElement>(null)
  const overlay = useRef<HTMLCanvasElement>(null)
  const view = useRef<ResidencyMapView | null>(null)
  const [mostInCell, setMostInCell] = useState(1)
  const theme = useShownTheme()
  useEffect(() => {
    if (area.current === null || base.current === null || overlay.current === null) return
    const canvases = [base.current, overlay.current] as const
    const map = new ResidencyMapView(
      ...canvases,
      () => ({
        name: (id) => shortName(useStore.getState().view.allocations, id),
        fullName: (id) => fullName(useStore.getState().view.allocations, id),
        bytes: (id) => formatBytes(useStore.getState().view.allocations.bytes[id] ?? 0),
      }),
      () => !reducedMotion(),
      () => setMostInCell(map.mostInCell),
    )
    view.current = map
    const { view: shown, selectedId } = useStore.getState()
    map.update(shown.allocations)
    map.select(selectedId)
    map.concern(concernedIds(shown))
    const stopStore = useStore.subscribe((state, before) => {
      if (state.view.allocations !== before.view.allocations) map.update(state.view.allocations)
      if (state.selectedId !== before.selectedId) map.select(state.selectedId)
      if (state.view.delay !== before.view.delay) map.concern(concernedIds(state.view))
    })
    const observer = new ResizeObserver(([entry]) => {
      if (entry) map.resize(entry.contentRect.width, entry.contentRect.height)
    })
    observer.observe(area.current)
    return () => {
      stopStore()
      observer.disconnect()
      map.stop()
      releaseCanvases(canvases)
      view.current = null
    }
  }, [])
  // The colours have other values in another theme.
  useEffect(() => {
    if (theme) view.current?.setTheme(mapTheme())
  }, [theme])
  useEffect(() => view.current?.setMode(mode), [mode])
  return { area, base, overlay, view, mostInCell }
}

/** Tooltip beside the pointer; for a cell of several allocations it counts their states. */
function MapTooltip({ hover }: { hover: Hover }) {
  const columns = useStore((state) => state.view.allocations)
  const ids = [...hover.ids].filter((id) => isLive(columns, id))
  const [first] = ids
  if (first === undefined) return null
  // over the window, not in the map: a low map would cut it
  return createPortal(
    <CanvasTooltip
      style={towardsMiddle(hover)}
      title={ids.length === 1 ? fullName(columns, first) : `${formatCount(ids.length)} allocations`}
      facts={ids.length === 1 ? factsOf(columns, first) : countsOf(columns.states, ids)}
      className="map-tooltip"
    />,
    document.body,
  )
}

function countsOf(states: Uint8Array, ids: readonly number[]): { term: string; value: string }[] {
  return LEGEND.map((state) => ({
    term: stateInfo(state).label,
    value: formatCount(ids.filter((id) => states[id] === state).length),
  })).filter(({ value }) => value !== '0')
}

const LEGEND = [
  AllocationState.resident,
  AllocationState.pending,
  AllocationState.evictable,
  AllocationState.pagedOut,
] as const

const ENTRIES: readonly LegendEntry[] = LEGEND.map((state) => {
  const { label, key, meaning } = stateInfo(state)
  return {
    text: label,
    meaning,
    mark: (
      <span className={`map-legend-mark map-legend-${key}`}>
        <StateShape state={state} />
      </span>
    ),
  }
})

const MODES = [
  { value: 'area', text: 'By size', title: 'Larger allocations get larger cells; small ones are enlarged to be seen' },
  { value: 'uniform', text: 'Uniform', title: 'Every allocation gets a cell of the same size' },
] as const

/** What the keyboard's selection has come to: only while the map has the focus. */
function SelectionAnnouncement({ view }: { view: RefObject<ResidencyMapView | null> }) {
  const text = useStore((state) =>
    state.selectedId === null
      ? ''
      : sentenceOf(state.view.allocations, state.selectedId, view.current?.sharing(state.selectedId) ?? 0),
  )
  return <Announcement text={text} />
}

function useMapEvents(view: RefObject<ResidencyMapView | null>) {
  const [hover, setHover] = useState<Hover | null>(null)
  const [focused, setFocused] = useState(false)
  const handlers = useMemo(() => {
    const pointed = (event: PointerEvent): Hover | null => {
      const place = event.currentTarget.getBoundingClientRect()
      const x = event.clientX - place.left
      const y = event.clientY - place.top
      const ids = view.current?.hover(x, y) ?? null
      if (ids === null) return null
      return { ids, x: event.clientX, y: event.clientY, width: innerWidth, height: innerHeight }
    }
    return {
      onPointerMove: (event: PointerEvent) => setHover(pointed(event)),
      onPointerLeave: () => {
        view.current?.leave()
        setHover(null)
      },
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return
        selectResource(pointed(event)?.ids[0] ?? null)
      },
      onKeyDown: (event: KeyboardEvent) => {
        const direction = KEYS[event.key]
        if (event.key === 'Escape') selectResource(null)
        else if (direction !== undefined) {
          event.preventDefault()
          const id = view.current?.next(direction) ?? null
          if (id !== null && id !== useStore.getState().selectedId) selectResource(id)
        }
      },
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    }
  }, [view])
  return { hover, focused, handlers }
}

/** A cell for every allocation, by its state (RS-04); an eviction is seen as it happens. */
export function ResidencyMap() {
  const [mode, setMode] = useState<MapMode>('area')
  const nothing = useStore((state) => state.view.allocations.ids.length === 0)
  if (!nothing) return <Cells mode={mode} setMode={setMode} />
  return (
    <div className="residency-map">
      <NoAllocations />
    </div>
  )
}

function Cells({ mode, setMode }: { mode: MapMode; setMode(mode: MapMode): void }) {
  const { area, base, overlay, view, mostInCell } = useMapView(mode)
  const { hover, focused, handlers } = useMapEvents(view)
  const idsAt = (place: Place | null): ArrayLike<number> => {
    const { left = 0, top = 0 } = area.current?.getBoundingClientRect() ?? {}
    if (place !== null) return view.current?.at(place.x - left, place.y - top) ?? []
    const { selectedId } = useStore.getState()
    return selectedId === null ? [] : [selectedId]
  }
  // of a cell that several share nobody knows which was meant
  useAllocationAt(area, (place) => {
    const ids = idsAt(place)
    return ids.length === 1 ? (ids[0] ?? null) : null
  })
  useDrawnRows(area, (place) => {
    const { view: shown } = useStore.getState()
    return Array.from(idsAt(place)).flatMap((id) =>
      isLive(shown.allocations, id) ? [cellTexts(shown.allocations, id)] : [],
    )
  })
  const count = useStore((state) => state.view.allocations.ids.length)
  return (
    <div className="residency-map">
      <div className="map-bar">
        <Legend label="States" entries={ENTRIES} className="map-legend" />
        {mostInCell > 1 && (
          <span
            className="map-shared"
            title="Cells of their own would be too small to see: a cell is divided as the states of its allocations are, to the pixel"
          >
            up to {formatCount(mostInCell)} allocations a cell
          </span>
        )}
        <Segmented label="Cells of the residency map" value={mode} options={MODES} onChange={setMode} />
      </div>
      <div
        ref={area}
        className="map-area"
        role="application"
        aria-label="Residency map"
        aria-roledescription="map of allocations"
        aria-description={`${counted(count, 'allocation')}. Arrow keys select, Escape clears.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: role application takes the arrow keys itself
        tabIndex={0}
        {...handlers}
      >
        <canvas ref={base} />
        <canvas ref={overlay} />
        {hover !== null && <MapTooltip hover={hover} />}
      </div>
      {focused && <SelectionAnnouncement view={view} />}
    </div>
  )
}
