/** The command line, called as a function with strings for its streams. */
import { main } from '../../../main/cli'

export async function trimline(argv: string[], stdin = '') {
  let out = ''
  let err = ''
  const status = await main(argv, {
    out: (content) => {
      // bytes one by one, as they may be no text
      out += typeof content === 'string' ? content : Buffer.from(content).toString('latin1')
    },
    err: (text) => {
      err += text
    },
    stdin: () => new TextEncoder().encode(stdin),
    terminal: undefined,
  })
  return { status, out, err }
}
