/** A moment that a row names, as a link: it puts the one time cursor there, and takes it away when it is there already. */
import { toggleMoment } from '../../store/cursor/cursor'
import { useStore } from '../../store/store'
import { formatTime } from '../../widgets/format'

/** @param inGrid of a grid whose rows are chosen by keys: those lead to the same moment, so that Tab passes it by */
export function TimeLink({ t, inGrid = false }: { t: number; inGrid?: boolean }) {
  const marked = useStore((state) => state.moment === t)
  return (
    <button
      type="button"
      className="time-link"
      aria-pressed={marked}
      title="Mark this moment in the charts"
      tabIndex={inGrid ? -1 : undefined}
      onClick={(event) => {
        // the row is not chosen by that
        if (inGrid) event.stopPropagation()
        toggleMoment(t)
      }}
    >
      {formatTime(t)}
    </button>
  )
}
