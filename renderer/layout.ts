/** How the panels of the window lie: as the project has it, else as this computer had it last; in a narrow one below each other. */
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import { type GroupImperativeHandle, type GroupProps, useDefaultLayout } from 'react-resizable-panels'
import { send, useStore } from './store/store'

type Changed = NonNullable<GroupProps['onLayoutChanged']>

function sameShares(a: Record<string, number>, b: Record<string, number>): boolean {
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length && names.every((name) => Math.abs((a[name] ?? 0) - (b[name] ?? 0)) < 0.1)
  )
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
 * @param id of the group of panels, as the project's file names it
 * @param oneColumn the shares have no meaning then, and stay what they are
 */
export function useProjectLayout(id: string, oneColumn: boolean) {
  const { defaultLayout, onLayoutChanged: keep } = useDefaultLayout({ id, storage: localStorage })
  const group = useRef<GroupImperativeHandle>(null)
  const wanted = useStore(({ view }) => view.project.layout?.[id])
  useEffect(() => {
    const now = group.current?.getLayout()
    if (wanted === undefined || now === undefined || sameShares(now, wanted)) return
    // one of another version may have other panels
    if (Object.keys(now).every((panel) => wanted[panel] !== undefined)) group.current?.setLayout(wanted)
  }, [wanted])
  const onLayoutChanged: Changed = useCallback(
    (layout, meta) => {
      if (oneColumn) return
      keep(layout, meta)
      if (!meta.isUserInteraction) return
      const others = useStore.getState().view.project.layout ?? {}
      // while something is opened this computer alone remembers it
      void send({ kind: 'setLayout', layout: { ...others, [id]: layout } }, 'inline')
    },
    [id, keep, oneColumn],
  )
  return { defaultLayout, onLayoutChanged, groupRef: group, disabled: oneColumn }
}
