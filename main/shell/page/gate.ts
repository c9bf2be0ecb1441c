/**
 * The one gate for commands: who asks, and whether what is asked has the shape of a command. Everything behind it may
 * rely on both.
 */
import type { Command, CommandResult, SessionCommand, ShellCommand } from '../../../preload/contract'
import { parseCommand } from '../../session/commands/schema'
import { shownText } from '../../session/scenario'
import { type Sender, senderRefusal } from './sender'

export interface GateOptions {
  origin: string
  session: (command: SessionCommand) => CommandResult
  shell: (command: ShellCommand) => Promise<CommandResult>
}

const SHELL_KINDS = {
  newProject: true,
  openProject: true,
  saveProject: true,
  saveProjectAs: true,
  saveRecording: true,
  exportPerfetto: true,
  saveDump: true,
  openComparisonInput: true,
  saveComparison: true,
  openCompared: true,
  openPolicy: true,
  reloadPolicy: true,
  openDump: true,
  importCapture: true,
  importMedia: true,
  openMedia: true,
  locateMedia: true,
  setTheme: true,
  exportFile: true,
  restoreRecovery: true,
  discardRecovery: true,
  dismissNotice: true,
  showSaved: true,
  showStart: true,
  setStartPage: true,
  openExample: true,
  openLesson: true,
  leaveLesson: true,
} as const satisfies Record<ShellCommand['kind'], true>

/**
 * @returns a handler whose promise is rejected for a foreign sender and for a failure inside the app; a value that is
 *   no command is an answer that says what is wrong with it
 */
export function createGate(options: GateOptions): (sender: Sender, value: unknown) => Promise<CommandResult> {
  return async (sender, value) => {
    const refused = senderRefusal(sender, options.origin)
    if (refused !== null) throw new Error(refused)
    if (!isPlainObject(value)) return { ok: false, message: 'The command was refused: expected a plain object' }
    const parsed = parseCommand(value)
    if (!parsed.ok) return { ok: false, message: shownText(parsed.message) }
    const { command } = parsed
    return shownResult(isShellCommand(command) ? await options.shell(command) : options.session(command))
  }
}

/** A command's fields are its own: what an object inherits was not sent. */
function isPlainObject(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** Messages name files and what is in them. */
function shownResult(result: CommandResult): CommandResult {
  return result.message === undefined ? result : { ...result, message: shownText(result.message) }
}

function isShellCommand(command: Command): command is ShellCommand {
  return command.kind in SHELL_KINDS
}
