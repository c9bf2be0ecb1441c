/**
 * Processes and devices that conditions name. A process that only later steps make is decided as the run goes; one that
 * nothing makes no run could make valid (SC-16).
 *
 * @see spec SC-15, GP-25
 */
import { APP, COMPOSITOR } from '../../../../preload/contract'
import { type ExpectDraft, eachStep, type FileDraft, namesIn } from './draft'
import type { IssueList } from './lists'
import { unknownName } from './live-effects'

/** Finds expectations about processes that no step makes. */
export function checkProcesses(file: FileDraft, issues: IssueList): void {
  const processes = new Set([APP])
  for (const step of file.steps ?? []) {
    for (const name of [step?.otherProcess?.name, step?.submit?.context]) {
      // one that cannot be made out may be any
      if (name === null) return
      if (name !== undefined) processes.add(name)
    }
  }
  const devices = new Set([...processes, COMPOSITOR])
  eachStep(file, ({ expect = null }, i) => {
    if (expect === null) return
    for (const { condition, key, name } of namedProcesses(expect)) {
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

/** A condition of `expect` on a process or its device. */
interface NamedProcess {
  condition: 'blocked' | 'notBlocked' | 'removalReasons'
  /** of the condition, where the name stands */
  key: string | number
  name: string
}

function* namedProcesses(expect: ExpectDraft): Generator<NamedProcess> {
  for (const condition of ['blocked', 'notBlocked'] as const)
    for (const [key, name] of namesIn(expect[condition])) yield { condition, key, name }
  for (const name of expect.removalReasons?.names ?? []) yield { condition: 'removalReasons', key: name, name }
}
