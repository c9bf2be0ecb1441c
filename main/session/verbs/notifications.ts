/** The verbs of idleness, sleep and lock, and of notifications that are sent by hand (TN-21, TN-22). */
import type { HResultName } from '../../d3d12/hresult'
import { TrimNotificationFlag } from '../../d3d12/trim-notification'
import type { World } from '../world/world'
import type { ValueOf } from './action'

type PeriodicTrim = World['vidmm']['periodicTrim']

/**
 * One that takes no value: the operating system sleeps, wakes, is locked or unlocked.
 * @returns what carries it out, S_OK always
 */
export function power(change: (periodicTrim: PeriodicTrim) => void): (world: World) => HResultName {
  return ({ vidmm }) => {
    change(vidmm.periodicTrim)
    return 'S_OK'
  }
}

/** Whether the operating system is idle from now on (TN-22). @returns S_OK always */
export function setIdle({ vidmm }: World, idle: boolean): HResultName {
  vidmm.periodicTrim.setIdle(idle)
  return 'S_OK'
}

/** One flag alone, without bytes to trim. @returns what carries it out, S_OK always */
export function send(flag: number): (world: World) => HResultName {
  return ({ vidmm }) => {
    vidmm.notifyByHand(flag, 0)
    return 'S_OK'
  }
}

/** NotifyTrim by hand with TRIM_TO_BUDGET. @param bytes to trim @returns S_OK always */
export function trimToBudget({ vidmm }: World, bytes: number): HResultName {
  vidmm.notifyByHand(TrimNotificationFlag.TRIM_TO_BUDGET, bytes)
  return 'S_OK'
}

/** A notification by hand with several flags (TN-04). @returns S_OK always */
export function notify({ vidmm }: World, { flags, bytes }: ValueOf<'notify'>): HResultName {
  vidmm.notifyByHand(flags, bytes)
  return 'S_OK'
}
