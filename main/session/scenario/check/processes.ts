/**
 * Processes and devices that conditions name. A process that only later steps make is decided as the run goes; one that
 * nothing makes no run could make valid (SC-16).
 *
 * @see spec SC-15, GP-25
 */
import { COMPOSITOR } from '../../../dxgkrnl/vidsch/compositor'
import type { Draft } from './draft'
import type { IssueList } from './lists'
import { unknownName } from './live-effects'

/** Name of the app's process and device, and of its contexts. */
export const APP = 'app'

/** Finds expectations about processes that no step makes. */
export function checkProcesses({ steps }: Draft, issues: IssueList): void {
  const processes = new Set([APP])
  for (const { process } of steps) {
    // one that cannot be made out may be any
    if (process === null) return
    if (process !== undefined) processes.add(process)
  }
  const devices = new Set([...processes, COMPOSITOR])
  steps.forEach(({ namedProcesses }, i) => {
    for (const { condition, key, name } of namedProcesses) {
      const isDevice = condition === 'removalReasons'
      const known = isDevice ? devices : processes
      if (known.has(name)) continue
      const what = isDevice
        ? "a device: 'app', or a process that a step names as context of its work"
        : "'app', or a process that a step names as context of its work or as otherProcess"
      issues.addUnknown(name, () => {
        const issue = unknownName(['steps', i, 'expect', condition, key], name, what, known)
        return isDevice ? { ...issue, atKey: true } : issue
      })
    }
  })
}
