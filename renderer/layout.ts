/** How the panels of the window lie: as the project has it, else as this computer had it last; in a narrow one below each other. */
import { type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import {
  type GroupImperativeHandle,
  type GroupProps,
  type PanelImperativeHandle,
  useDefaultLayout,
} from 'react-resizable-panels'
import { send, useStore } from './store/store'

type Changed = NonNullable<GroupProps['onLayoutChanged']>

function samePanels(a: Record<string, number>, b: Record<string, number>): boolean {
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => b[name] !== undefined)
}

/** @param b of the same panels */
function sameShares(a: Record<string, number>, b: Record<string, number>): boolean {
  return Object.entries(a).every(([name, share]) => Math.abs(share - (b[name] ?? 0)) < 0.1)
}

/** px of the page, with larger text fewer: up to here everything lies in one column, System too (styles/one-column.css) */
const NARROW = matchMedia('(max-width: 900px)')
/** px: up to here three columns and System beside them have no room */
const NARROW_WITH_SYSTEM = matchMedia('(max-width: 1230px)')

function onWidth(listener: () => void): () => void {
  for (const width of [NARROW, NARROW_WITH_SYSTEM]) width.addEventListener('change', listener)
  return () => {
    for (const width of [NARROW, NARROW_WITH_SYSTEM]) width.removeEventListener('change', listener)
  }
}

/** Whether the panels lie below each other, and are reached by scrolling: no other way would all of them be legible. */
export function useOneColumn(): boolean {
  const system = useStore((store) => store.drawerOpen)
  return useSyncExternalStore(onWidth, () => (system ? NARROW_WITH_SYSTEM : NARROW).matches)
}

/**
 * Where the panels lie below each other, the instrument that something leads to comes into sight: Compare policies… and each
 * way to a finding changed what nobody saw. So does what System changes, as opening that puts the panels there.
 */
export function useInstrumentsInSight(oneColumn: boolean): void {
  const system = useStore((store) => store.drawerOpen)
  const asked = useStore((store) => store.tabAsked)
  useEffect(() => {
    if (oneColumn && system) document.getElementById('tabs')?.scrollIntoView({ block: 'nearest' })
  }, [oneColumn, system])
  // who makes the window narrow has asked for nothing
  const before = useRef(asked)
  useEffect(() => {
    const panel = document.getElementById('tabs')
    if (asked !== before.current && oneColumn && panel !== null && !isInSight(panel))
      panel.scrollIntoView({ block: 'start' })
    before.current = asked
  }, [oneColumn, asked])
}

/** Half of it is, or of the window: who works in it is led to what is there already. */
function isInSight(panel: HTMLElement): boolean {
  const { top, bottom } = panel.getBoundingClientRect()
  return Math.min(bottom, innerHeight) - Math.max(top, 0) >= Math.min(bottom - top, innerHeight) / 2
}

/** Keeps how the panels of the group lie in the project. While something is opened this computer alone remembers it. */
function keepInProject(id: string, layout: Record<string, number>): void {
  const others = useStore.getState().view.project.layout ?? {}
  void send({ kind: 'setPanelLayout', layout: { ...others, [id]: layout } }, 'inline')
}

/**
 * @param id of the group of panels, as the project's file names it
 * @param oneColumn the shares have no meaning then, and stay what they are
 */
export function useProjectLayout(id: string, oneColumn: boolean) {
  const { defaultLayout, onLayoutChanged: keep } = useDefaultLayout({ id, storage: localStorage })
  const group = useRef<GroupImperativeHandle>(null)
  const wanted = useStore(({ view }) => view.project.layout?.[id])
  useEffect(() => {
    const now = group.current?.getLayout()
    if (wanted === undefined || now === undefined) return
    // one of another version may have other panels, fewer or more, which the library refuses with an error
    if (samePanels(now, wanted) && !sameShares(now, wanted)) group.current?.setLayout(wanted)
  }, [wanted])
  const onLayoutChanged: Changed = useCallback(
    (layout, meta) => {
      if (oneColumn) return
      keep(layout, meta)
      if (meta.isUserInteraction) keepInProject(id, layout)
    },
    [id, keep, oneColumn],
  )
  return { defaultLayout, onLayoutChanged, groupRef: group, disabled: oneColumn }
}

/** The panel of the group as a strip, where it can be one: by dragging its edge, by keys on that edge, or by `shrink`. */
export function useStrip(id: string, group: RefObject<GroupImperativeHandle | null>) {
  const panelRef = useRef<PanelImperativeHandle>(null)
  const [strip, setStrip] = useState(false)
  const onResize = useCallback(() => setStrip(panelRef.current?.isCollapsed() ?? false), [])
  const shrink = useCallback(
    (smaller: boolean) => {
      const panel = panelRef.current
      const key = `${id} before the strip`
      if (smaller) {
        // the panel itself forgets it with the page
        localStorage.setItem(key, `${panel?.getSize().asPercentage ?? ''}%`)
        panel?.collapse()
      } else {
        panel?.expand()
        const before = localStorage.getItem(key)
        if (before !== null) panel?.resize(before)
      }
      // a press of a button is no less wanted than a drag
      if (group.current !== null) keepInProject(id, group.current.getLayout())
    },
    [id, group],
  )
  return { strip, shrink, panel: { panelRef, onResize } }
}
