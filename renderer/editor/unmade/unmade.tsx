import { TriangleAlert, X } from 'lucide-react'
import type { SessionCommand, UnmadeView } from '../../../preload/contract'
import { send, useStore } from '../../store/store'
import { limitedPool, unmadeText } from './text'
import './unmade.css'

/** What the user has and that could not be created: it is saved with the project, and can only be removed. */
export function Unmade({ kind }: { kind: UnmadeView['kind'] }) {
  const all = useStore((store) => store.view.project.unmade)
  const pool = useStore(({ view }) => limitedPool(view.project, kind))
  const unmade = all.filter((one) => one.kind === kind)
  if (unmade.length === 0) return null
  return (
    <ul className="unmade" aria-label={kind === 'effect' ? 'Effects not created' : 'Clips not imported'}>
      {unmade.map((one) => (
        <li key={one.name}>
          <TriangleAlert size={14} aria-hidden="true" />
          <span className="unmade-text">
            <strong>{one.name}</strong>
            {unmadeText(one, pool)}
          </span>
          <button
            type="button"
            className="icon-button"
            aria-label={`Remove ${one.name}`}
            title={`Remove ${one.name} from the project`}
            onClick={() => void send(removal(one))}
          >
            <X size={13} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
}

function removal({ kind, name }: UnmadeView): SessionCommand {
  return kind === 'effect' ? { kind: 'removeEffect', effect: name } : { kind: 'removeClip', clip: name }
}
