/** An error whose message is all that its reader needs: printed without a stack. */
export class UserError extends Error {
  /** @param {string} message @param {number} [status] exit status of the process */
  constructor(message, status = 1) {
    super(message)
    this.name = 'UserError'
    this.status = status
  }
}

/**
 * A checkout of another user can be used, but not built.
 * @param {string} folder for what is built
 * @param {string} command that builds it
 */
export function notBuildable(folder, command) {
  return new UserError(
    `what is in ${folder} is missing or older than the sources, and you may not write there.\n` +
      `Let whoever may run "${command}" once, or use a copy of the checkout that is yours.`,
  )
}

/** Notices go to stderr: stdout belongs to the output that was asked for. */
export function say(/** @type {string} */ message) {
  process.stderr.write(`trimline: ${message}\n`)
}

/**
 * Runs the main function of a script and ends the process; its result is the exit status.
 *
 * The end is explicit: libraries that clean up before a natural end (electron-builder's) replace process.exitCode by 0.
 * @param {() => Promise<number | void>} main
 */
export async function runMain(main) {
  const status = await main().then((result) => result ?? 0, report)
  await new Promise((resolve) => process.stdout.write('', resolve))
  process.exit(status)
}

/** @param {unknown} error @returns {number} exit status */
function report(error) {
  if (error instanceof UserError) {
    say(error.message)
    return error.status
  }
  console.error(error)
  return 1
}
