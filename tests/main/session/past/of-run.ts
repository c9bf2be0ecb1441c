/** Which random commands go on with a run, so that going back in it can be tested. */
import { parseCommand } from '../../../../main/session/commands/schema'
import type { SessionCommand } from '../../../../preload/contract'

/** They begin another run, or are what is tested. */
const OTHERS: ReadonlySet<SessionCommand['kind']> = new Set<SessionCommand['kind']>([
  'restartSimulation',
  'setDevice',
  'setApp',
  'goTo',
  'returnTo',
  'openRun',
  'returnToRunBefore',
  'renameBranch',
  'deleteBranch',
  'restoreBranch',
  // of the window, and no part of the run
  'selectResource',
  'selectDelay',
  'showTraceLine',
  'setPanelLayout',
])

/** Only what the gate lets through. */
export function isOfRun(command: SessionCommand): boolean {
  return !OTHERS.has(command.kind) && parseCommand(command).ok
}
