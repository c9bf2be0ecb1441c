/** What an app that died has left, and what the app itself has to say. */
import { CircleAlert, History, X } from 'lucide-react'
import { useState } from 'react'
import { send, toast, useStore } from '../../store/store'
import { momentText } from './recovery-text'
import './banner.css'

/** Offers unsaved changes to be restored; nothing else waits for the answer. */
export function RecoveryBanner() {
  const offer = useStore((store) => store.view.project.recovery)
  const [asked, setAsked] = useState<string | null>(null)
  if (offer === undefined) return null
  const answer = async (kind: 'restoreRecovery' | 'discardRecovery'): Promise<void> => {
    setAsked(offer.id)
    const result = await send({ kind, id: offer.id })
    setAsked(null)
    if (result.ok && result.message !== undefined) toast('info', result.message)
  }
  const { name, path, savedAt, others } = offer
  return (
    <div className="banner banner-note" role="alert" aria-label="Unsaved changes" data-pane>
      <History size={18} aria-hidden="true" />
      <div className="banner-text">
        <p>
          <strong>Trimline ended unexpectedly.</strong> The unsaved changes of “{name}” from{' '}
          {momentText(savedAt, Date.now())} were kept.
        </p>
        <p className="muted">
          {path ?? 'Never saved to a file'}
          {others > 0 && ` · ${others === 1 ? 'One more project' : `${others} more projects`} after this one`}
        </p>
      </div>
      <button
        type="button"
        className="button"
        disabled={asked === offer.id}
        onClick={() => void answer('discardRecovery')}
      >
        Discard
      </button>
      <button
        type="button"
        className="button button-primary"
        disabled={asked === offer.id}
        onClick={() => void answer('restoreRecovery')}
      >
        Restore
      </button>
    </div>
  )
}

/** Each until it is dismissed, or what it says has passed. */
export function NoticeBanners() {
  const notices = useStore((store) => store.view.project.notices)
  return notices?.map(({ id, text }) => (
    <div key={id} className="banner banner-note" role="alert" aria-label="Notice" data-pane>
      <CircleAlert size={18} aria-hidden="true" />
      <p className="banner-text">{text}</p>
      <button
        type="button"
        className="icon-button"
        aria-label="Dismiss"
        onClick={() => void send({ kind: 'dismissNotice', id })}
      >
        <X size={14} aria-hidden="true" />
      </button>
    </div>
  ))
}
