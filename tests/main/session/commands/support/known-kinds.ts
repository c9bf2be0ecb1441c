/** Kinds of commands that the gate lets through, in the order of names. */
import { commandSchema } from '../../../../../main/session/commands/schema'

export function knownKinds(): string[] {
  const kinds = commandSchema.options.flatMap<string>((option) => {
    // of one kind, told apart by another field
    if (!('shape' in option)) return option.options.flatMap(({ shape }) => [...shape.kind.values])
    const { kind } = option.shape
    return 'options' in kind ? [...kind.options] : [...kind.values]
  })
  return [...new Set(kinds)].sort()
}
