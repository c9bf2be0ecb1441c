/** The order of an effect that is on the clip: the same commands as on its track of the timeline. */
import { GripVertical } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { change } from '../timeline/actions'
import type { CardPlace } from './order'

/** The place of the card that lies there; null: none that is on the clip. */
function placeUnder(x: number, y: number): number | null {
  const place = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-place]')?.dataset.place
  return place === undefined ? null : Number(place)
}

interface OrderProps {
  effect: string
  at: CardPlace
  /** the place that it would go to while it is dragged; null: it is not */
  onAim(place: number | null): void
}

/** Dragged onto another card, it works in that one's place; by arrow keys it goes up and down. */
export function CardOrder({ effect, at: { place, count }, onAim }: OrderProps) {
  const aimed = useRef<number | null>(null)
  const isHeld = useRef(false)
  const goTo = (to: number): void => {
    if (to !== place && to >= 0 && to < count) void change({ edit: 'reorder', effect, place: to })
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    event.stopPropagation()
    goTo(place + (event.key === 'ArrowUp' ? -1 : 1))
  }
  const end = (): void => {
    isHeld.current = false
    aimed.current = null
    onAim(null)
  }
  return (
    <button
      type="button"
      className="card-grip"
      aria-label={`Order of ${effect}, ${place + 1} of ${count}`}
      title="Works in this order: drag onto another effect of the clip, or use the up and down arrows"
      onKeyDown={onKey}
      onPointerDown={(event: PointerEvent) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        isHeld.current = true
      }}
      onPointerMove={(event: PointerEvent) => {
        if (!isHeld.current) return
        const under = placeUnder(event.clientX, event.clientY)
        if (under === aimed.current) return
        aimed.current = under
        onAim(under)
      }}
      onPointerUp={() => {
        const to = aimed.current
        end()
        if (to !== null) goTo(to)
      }}
      onLostPointerCapture={end}
    >
      <GripVertical size={12} aria-hidden="true" />
      <span aria-hidden="true">{place + 1}</span>
    </button>
  )
}
