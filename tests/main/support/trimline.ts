/** The command line, called as a function with strings for its streams. */
import { main } from '../../../main/cli'

export async function trimline(argv: string[], stdin = '') {
  let out = ''
  let err = ''
  const status = await main(argv, {
    out: (text) => {
      out += text
    },
    err: (text) => {
      err += text
    },
    stdin: () => new TextEncoder().encode(stdin),
    terminal: undefined,
  })
  return { status, out, err }
}
