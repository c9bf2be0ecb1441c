/** A dump that was read: to be shown, and to begin with. */
import type { DumpView } from '../../../preload/contract'
import type { LayoutStep } from '../scenario'

export interface OpenedDump {
  view: DumpView
  layout: LayoutStep
}
