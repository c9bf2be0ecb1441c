/** What keys and buttons do on the GPU's lanes. */
import { ENGINES } from '../../../../preload/contract'
import { explainMoment } from '../../../store/delays/actions'
import { setGpuTab, useStore } from '../../../store/store'
import { LaneControls, type LaneStep } from '../../lanes/controls'
import type { LanePointing } from '../../lanes/events'
import { copiedOf } from './copied'
import { acrossEngines, nearestOf, neighbourOf } from './hit'
import type { Pointed } from './view'

const packetsNow = () => useStore.getState().view.gpuHistory.packets

/** Selects a packet and brings it into view; null clears the selection. */
export function selectPacket(id: number | null): void {
  const packets = packetsNow()
  setGpuTab({ selectedId: packets.has(id) ? id : null })
  if (!packets.has(id)) return
  const slot = packets.slotOf(id)
  const { starts, ends } = packets.columns
  gpuControls.reveal(starts[slot]!, ends[slot]!)
}

/** The packet that a key leads to from the selected one; the newest in view when none is selected. */
function step(towards: LaneStep, to: number): void {
  const packets = packetsNow()
  const { selectedId } = useStore.getState().gpuTab
  if (!packets.has(selectedId)) {
    const found = ENGINES.map((_, engine) => nearestOf(packets, engine, to)).find((id) => id !== null)
    if (found !== undefined) selectPacket(found)
    return
  }
  const isSideways = towards === 'previous' || towards === 'next'
  const by = towards === 'previous' || towards === 'up' ? -1 : 1
  const id = isSideways ? neighbourOf(packets, selectedId, by) : acrossEngines(packets, selectedId, by)
  if (id !== null) selectPacket(id)
}

export const gpuControls = new LaneControls({
  now: () => useStore.getState().view.clock.now,
  shown: () => useStore.getState().gpuTab.shown,
  show: (shown) => setGpuTab({ shown }),
  oldest() {
    const packets = packetsNow()
    return packets.count === 0 ? 0 : packets.columns.starts[packets.slotOf(packets.oldestId)]!
  },
  selectedAt() {
    const packets = packetsNow()
    const { selectedId } = useStore.getState().gpuTab
    return packets.has(selectedId) ? packets.columns.starts[packets.slotOf(selectedId)]! : null
  },
  step,
  clearSelection: () => selectPacket(null),
})

export const gpuPointing: LanePointing<Pointed> = {
  idOf: (pointed) => (pointed.kind === 'packet' ? pointed.id : null),
  rowsOf: copiedOf,
  click(pointed) {
    if (pointed?.kind !== 'mark') {
      selectPacket(pointed?.kind === 'packet' ? pointed.id : null)
      return null
    }
    const { t, kind } = pointed.placed.mark
    // what was not shown in time is what a person asks about
    if (kind === 'missed-vertical-blank') explainMoment(t, ['present', 'frame'])
    return t
  },
}
