import { Eye, EyeOff } from 'lucide-react'
import { change } from './actions'

interface EyeProps {
  effect: string
  enabled: boolean
  /** of the place that it stands in */
  className: string
}

/** An effect on the clip is shown or hidden: on its track of the timeline, and on its card. */
export function EffectEye({ effect, enabled, className }: EyeProps) {
  return (
    <button
      type="button"
      className={`icon-button ${className}`}
      aria-label={`${enabled ? 'Hide' : 'Show'} ${effect}`}
      title={
        enabled
          ? `Hide ${effect}: nothing of it is submitted, and its memory goes cold`
          : `Show ${effect} again where its spans are`
      }
      onClick={() => void change({ edit: 'enable', effect, enabled: !enabled })}
    >
      {enabled ? <Eye size={13} aria-hidden="true" /> : <EyeOff size={13} aria-hidden="true" />}
    </button>
  )
}
