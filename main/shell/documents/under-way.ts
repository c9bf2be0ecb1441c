/** What takes a while, and what it keeps from beginning meanwhile. */
import { shownValue } from '../../session/scenario'

export interface UnderWay {
  /** what the file is called */
  title: string
  done: 'opened' | 'exported' | 'saved'
}

/** @returns why nothing else may begin, and what to do */
export function underWayText({ title, done }: UnderWay): string {
  const advice = done === 'saved' ? 'wait for it' : 'cancel it first, or wait for it'
  return `“${shownValue(title)}” is being ${done}: ${advice}.`
}
