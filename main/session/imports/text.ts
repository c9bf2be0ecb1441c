/** The text of an imported scenario, a piece at a time: a step a line, and nothing that is the format's default. */
import type { Imported } from './capture'

/** lines in a piece */
const PIECE = 1000

/** @returns the file in order, some lines at a time */
export function* scenarioPieces({ head, steps }: Imported): Generator<string> {
  const { name, source, license, derived, system } = head
  const fields = {
    trimline: 1,
    name,
    ...(source === undefined ? {} : { source }),
    ...(license === undefined ? {} : { license }),
    ...(derived.length === 0 ? {} : { derived }),
    system,
    // what happens is the recording's alone; as New does, with the sample's policy mended
    app: { policy: 'creative-app-fixed', effects: [] },
  }
  yield `${JSON.stringify(fields, null, 2).slice(0, -2)},\n  "steps": [`
  for (let i = 0; i < steps.length; i += PIECE) {
    const lines = steps.slice(i, i + PIECE).map((line) => `\n    ${line}`)
    yield `${i === 0 ? '' : ','}${lines.join(',')}`
  }
  yield steps.length === 0 ? ']\n}\n' : '\n  ]\n}\n'
}
