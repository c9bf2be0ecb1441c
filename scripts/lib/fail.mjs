/** An error whose message is all that its reader needs: printed without a stack. */
export class UserError extends Error {
  /** @param {string} message @param {number} [status] exit status of the process */
  constructor(message, status = 1) {
    super(message)
    this.name = 'UserError'
    this.status = status
  }
}

/** Notices go to stderr: stdout belongs to the output that was asked for. */
export function say(/** @type {string} */ message) {
  process.stderr.write(`trimline: ${message}\n`)
}

/**
 * Runs the main function of a script; its result is the exit status.
 * @param {() => Promise<number | void>} main
 */
export async function runMain(main) {
  try {
    process.exitCode = (await main()) ?? 0
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    say(error.message)
    process.exitCode = error.status
  }
}
