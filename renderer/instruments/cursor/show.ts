/** Where what was found is shown. */
import { setMoment } from '../../store/cursor/cursor'
import { explainMoment, openDelay, showDropped } from '../../store/delays/actions'
import { setGpuTab, setInterface, setMemoryTab, showAllocation } from '../../store/store'
import type { Hit } from './hits'

/** Goes to what was found, in its instrument and at its moment; the focus stays where it is. */
export function showHit(hit: Hit): void {
  if (hit.t !== null) setMoment(hit.t)
  switch (hit.kind) {
    case 'resource':
      return showAllocation(hit.id)
    case 'packet':
      setGpuTab({ selectedId: hit.id })
      return setInterface({ tab: 'gpu' })
    case 'delay':
      return void openDelay(hit.id)
    case 'hitch':
      return explainMoment(hit.t, ['press', 'frame'])
    case 'dropped':
      return showDropped(hit.t)
    case 'paging':
      setMemoryTab({ view: 'paging', operationId: hit.id })
      return setInterface({ tab: 'memory' })
    case 'notification':
      return setInterface({ tab: 'notifications' })
    case 'finding':
      return setInterface({ tab: 'findings' })
  }
}
