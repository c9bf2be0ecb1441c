/** What is executed on a command queue, and what comes of it. */
import { SubmitFlags } from '../drivers/kmd/scheduling-caps'

/** What becomes of the work of a list, and whose it is (LB-08). */
export type { Packet, PacketOutcome, PacketOwner } from '../dxgkrnl/vidsch/context'

/** Flags of a list that presents to the desktop's compositor, not to the screen itself (GP-05). */
export const REDIRECTED_PRESENT = SubmitFlags.Present | SubmitFlags.RedirectedPresent
