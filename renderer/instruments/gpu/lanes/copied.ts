/** What is copied of the lanes: a packet as its row of the table, what else there is with the names of its facts above. */
import { useStore } from '../../../store/store'
import type { Rows } from '../../../widgets/copy-row'
import { factRows } from '../../../widgets/facts'
import { formatTime } from '../../../widgets/format'
import { packetCells } from '../packet-rows'
import { MARK_LABELS, preemptionFacts, queueFacts } from '../text'
import type { Pointed } from './view'

/** @param pointed null: what is selected */
export function copiedOf(pointed: Pointed | null): Rows {
  const { view, gpuTab } = useStore.getState()
  if (pointed?.kind === 'preemption') return factRows(preemptionFacts(pointed.bar))
  if (pointed?.kind === 'mark') {
    const { t, kind, text } = pointed.placed.mark
    return [[formatTime(t), MARK_LABELS[kind], text]]
  }
  if (pointed?.kind === 'queue') return factRows(queueFacts(view.gpu, pointed.engine))
  const id = pointed?.id ?? gpuTab.selectedId
  return view.gpuHistory.packets.has(id) ? [Object.values(packetCells(view.gpuHistory, id))] : []
}
