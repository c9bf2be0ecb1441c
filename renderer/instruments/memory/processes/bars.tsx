import { TriangleAlert } from 'lucide-react'
import type { ProcessView } from '../../../../preload/contract'
import { useStore } from '../../../store/store'
import { formatBytes, formatExactBytes } from '../../../widgets/format'
import { processParts, processScale, processSentence } from './parts'
import './bars.css'
import { said } from '../../../glossary/codes'

const COLUMNS = [
  { key: 'committed', label: 'Committed', meaning: 'What the process holds in the local segment (RS-08)' },
  { key: 'usage', label: 'Usage', meaning: 'CurrentUsage: what it uses, as it says (RS-08)' },
  { key: 'evictable', label: 'Evictable', meaning: 'Still in the segment but no longer required (RS-03)' },
  {
    key: 'budget',
    label: 'Budget',
    meaning:
      'What it may use: 90 % of the segment less what all the others use; the app has its configured one (RS-09)',
  },
] as const

/** The processes that use local memory, each with its four numbers and a bar against its budget (RS-08, RS-09). */
export function ProcessBars() {
  const processes = useStore((state) => state.view.processes)
  const size = useStore((state) => state.view.memory.local.size)
  const scale = processScale(processes, size)
  return (
    <table className="process-table" aria-label="Processes">
      <thead>
        <tr>
          <th scope="col">Process</th>
          {COLUMNS.map(({ key, label, meaning }) => (
            <th key={key} scope="col" {...said(meaning)}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {processes.map((process, index) => (
          <ProcessRow key={process.name} process={process} own={index === 0} scale={scale} />
        ))}
      </tbody>
    </table>
  )
}

function ProcessRow({ process, own, scale }: { process: ProcessView; own: boolean; scale: number }) {
  const { over } = processParts(process)
  return (
    <tr className={over > 0 ? 'process-over' : ''}>
      <th scope="row">
        <span className="process-line">
          <span className="process-name">
            <span className="process-title" title={process.name}>
              {process.name}
            </span>
            <Ground foreground={process.foreground} />
          </span>
          <ProcessBar process={process} own={own} scale={scale} />
        </span>
      </th>
      {COLUMNS.map(({ key }) =>
        key === 'evictable' && !own ? (
          <td key={key} title="Known of the app only">
            –
          </td>
        ) : (
          <td key={key} title={formatExactBytes(process[key])}>
            {formatBytes(process[key])}
            {key === 'budget' && over > 0 && (
              <span className="process-excess" {...said(`${formatExactBytes(over)} over its budget (RS-09)`)}>
                <TriangleAlert size={11} aria-hidden="true" />
                {formatBytes(over)} over
              </span>
            )}
          </td>
        ),
      )}
    </tr>
  )
}

function Ground({ foreground }: { foreground: boolean }) {
  return foreground ? (
    <span className="badge process-front" {...said('In the foreground: its memory is served first (RS-09)')}>
      foreground
    </span>
  ) : (
    <span className="process-back" {...said('In the background: under pressure it gives memory up first (RS-10)')}>
      background
    </span>
  )
}

function ProcessBar({ process, own, scale }: { process: ProcessView; own: boolean; scale: number }) {
  const { held, evictable, lacking } = processParts(process)
  const share = (bytes: number): string => `${scale > 0 ? Math.min(100, (bytes / scale) * 100) : 0}%`
  return (
    <span className="process-track" role="img" aria-label={processSentence(process, own)}>
      <span
        className={own ? 'segment-resident' : 'segment-other'}
        style={{ width: share(held) }}
        title={`Holds ${formatExactBytes(held)}`}
      />
      <span
        className="segment-evictable"
        style={{ width: share(evictable) }}
        {...said(`Evictable: ${formatExactBytes(evictable)} (RS-03)`)}
      />
      <span
        className="process-lacking"
        style={{ width: share(lacking) }}
        {...said(`Uses but does not have: ${formatExactBytes(lacking)} (RS-10)`)}
      />
      <span
        className="segment-tick process-tick"
        style={{ left: share(process.budget) }}
        {...said(`Budget: ${formatExactBytes(process.budget)} (RS-09)`)}
      />
    </span>
  )
}
