/** What the GPU tab shows of the packets: kept while another tab is shown. Only the interface has it. */
import { create } from 'zustand'

/** Which time the lanes show, in µs. */
export interface ShownTime {
  span: number
  /** last moment of the window; null: it follows the simulation */
  end: number | null
}

/** A quarter of a second: about fifteen vertical blanks. */
export const FIRST_SHOWN: ShownTime = { span: 250_000, end: null }

interface LanesState {
  shown: ShownTime
  /** id of a packet; null: none. The packet may have gone since. */
  selectedId: number | null
  /** the packets in view are listed */
  table: boolean
}

export const useLanes = create<LanesState>()(() => ({ shown: FIRST_SHOWN, selectedId: null, table: false }))

export function setLanes(change: Partial<LanesState>): void {
  useLanes.setState(change)
}
