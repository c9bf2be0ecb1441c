/** How the panels of the window lie: as the project has it, else as this computer had it last. */
import { useCallback, useEffect, useRef } from 'react'
import { type GroupImperativeHandle, type GroupProps, useDefaultLayout } from 'react-resizable-panels'
import { send, useStore } from './store/store'

type Changed = NonNullable<GroupProps['onLayoutChanged']>

function sameShares(a: Record<string, number>, b: Record<string, number>): boolean {
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length && names.every((name) => Math.abs((a[name] ?? 0) - (b[name] ?? 0)) < 0.1)
  )
}

/** @param id of the group of panels, as the project's file names it */
export function useProjectLayout(id: string) {
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
      keep(layout, meta)
      if (!meta.isUserInteraction) return
      const others = useStore.getState().view.project.layout ?? {}
      // while something is opened this computer alone remembers it
      void send({ kind: 'setLayout', layout: { ...others, [id]: layout } }, 'inline')
    },
    [id, keep],
  )
  return { defaultLayout, onLayoutChanged, groupRef: group }
}
