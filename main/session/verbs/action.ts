/** What can be done to a simulated system: the verbs of scenario files, each with what it takes. */
import type { Step, StepValues } from '../scenario'

/** Every verb but `expect`, which changes nothing. */
export type ActionVerb = Exclude<Step['verb'], 'expect'>

/** What the verb takes, as a step of a file has it once it is read: sizes in bytes, times in µs. */
export type ValueOf<V extends ActionVerb> = StepValues[V]

/** A step without its moment: what a step, or a command of a person, does. */
export type Action = { [V in ActionVerb]: { verb: V; value: ValueOf<V> } }[ActionVerb]
