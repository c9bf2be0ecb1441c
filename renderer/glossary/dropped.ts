/** Why a frame of the clip that was due was not shown; said of frames in more than one place, and the same in each. */
export const WHY_DROPPED = 'as many as may be were under way, the work of one was lost, or the device was removed'
