import { useEffect } from 'react'
import { onFailing } from '../../store/stills'
import { type Offline, send, useStore } from '../../store/store'
import { BY_WINDOW, MediaLinks } from './links'
import './offline.css'

const links = new MediaLinks(BY_WINDOW)

/** Keeps clips linked to their files; one that comes back while another program is used is seen when this one is again. */
export function useMediaLinks(): void {
  useEffect(() => {
    const follow = (): void => {
      const { documents, view } = useStore.getState()
      links.follow(documents, view.effects)
    }
    follow()
    const stopHeeding = onFailing((clip) => void links.heed(clip))
    const stop = useStore.subscribe((now, before) => {
      if (now.view.effects !== before.view.effects || now.documents !== before.documents) follow()
    })
    const retry = (): void => links.retryAll()
    window.addEventListener('focus', retry)
    return () => {
      stop()
      stopHeeding()
      window.removeEventListener('focus', retry)
    }
  }, [])
}

/** null: it shows its file, or has none */
function useOfflineClip(clip: string | null): Offline | null {
  return useStore(({ offline }) => (clip === null ? null : (offline[clip] ?? null)))
}

async function locate(clip: string): Promise<void> {
  if ((await send({ kind: 'locateMedia', clip })).ok) links.retry(clip)
}

/** Says that a clip's file is not there, and lets a person choose another. Nothing while it is. */
export function OfflineNote({ clip, className = '' }: { clip: string | null; className?: string }) {
  const offline = useOfflineClip(clip)
  if (clip === null || offline === null) return null
  return (
    <p className={`media-offline ${className}`} role="status" title={offline.because}>
      <span className="media-offline-words">Media offline: {offline.file}</span>
      <button
        type="button"
        className="button"
        aria-label={`Locate the file of ${clip}`}
        onClick={() => void locate(clip)}
      >
        Locate…
      </button>
    </p>
  )
}
