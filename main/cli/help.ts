/** `help`: what a command is for. */
import type { Command } from 'commander'
import { shownValue, suggest } from '../session/scenario'

/**
 * Commander's own prints the usage and nothing else where it does not know the command. This one says so, and ends with the
 * error of a command that is not known.
 * @param parent of the commands
 */
export function addHelp(parent: Command): void {
  parent
    .helpCommand(false)
    .command('help')
    .description('say what a command is for')
    .argument('[command...]')
    .action((path: string[]) => helpOf(parent, path))
}

function helpOf(command: Command, [name, ...rest]: readonly string[]): void {
  if (name === undefined) return command.help()
  const { commands } = command
  const found = commands.find((one) => one.name() === name)
  if (found !== undefined) return helpOf(found, rest)
  const near = suggest(
    name,
    commands.map((one) => one.name()),
  )
  const hint = near === undefined ? '' : `\n(Did you mean ${near}?)`
  command.error(`error: unknown command '${shownValue(name)}'${hint}`)
}
