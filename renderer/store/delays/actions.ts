/** How one comes to a delay: from a row, from a moment, from the frozen Preview. One is chosen at a time, for everybody. */
import type { DelayRowView } from '../../../preload/contract'
import { formatTime } from '../../widgets/format'
import { setMoment, showTime } from '../cursor/cursor'
import { send, setDelaysTab, setInterface, useStore } from '../store'
import type { DelaysTab } from '../tabs/delays'
import { delayAt } from './rows'

/** Shows the chain of a delay in the Delays tab, and when it was in every instrument. */
export async function openDelay(id: number | 'under-way'): Promise<void> {
  setInterface({ tab: 'delays' })
  listWith(rowOf(id))
  const result = await send({ kind: 'selectDelay', id }, 'inline')
  setDelaysTab({ note: result.ok ? '' : result.message })
  const row = rowOf(id)
  if (row === undefined) return
  setMoment(row.begin)
  showTime(row.begin, row.shown)
}

const rowOf = (id: number | 'under-way'): DelayRowView | undefined =>
  useStore.getState().view.delayRows.find((one) => one.id === id)

/** All are listed where those of the chosen kind would not have it: “None of this kind” stood above its chain. */
function listWith(row: DelayRowView | undefined): void {
  const { what } = useStore.getState().delaysTab
  if (what !== null && what !== 'dropped' && what !== row?.what) setDelaysTab({ what: null })
}

/** None is chosen any more. */
export function closeDelay(): void {
  setDelaysTab({ note: '' })
  void send({ kind: 'selectDelay', id: null }, 'inline')
}

/** Shows the delay that explains a moment, or says that there is none. @param what of these kinds [any] */
export function explainMoment(t: number, what?: readonly DelayRowView['what'][]): void {
  setMoment(t)
  const row = delayAt(useStore.getState().view.delayRows, t, what)
  if (row !== null) void openDelay(row.id)
  else {
    closeDelay()
    setInterface({ tab: 'delays' })
    setDelaysTab({ note: `Nothing that is kept was shown late at ${formatTime(t)}.` })
  }
}

/** The worst of a kind is where one looks first; the tab shows only that kind. */
export function showDelays(what: DelaysTab['what']): void {
  setInterface({ tab: 'delays' })
  setDelaysTab({ what, note: '' })
}

/** The frames that were dropped at a moment, and with them what was under way instead. @param t µs */
export function showDropped(t: number): void {
  explainMoment(t, ['frame'])
  setDelaysTab({ what: 'dropped' })
}
