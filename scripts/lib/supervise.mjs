import { spawn } from 'node:child_process'
import { fstatSync } from 'node:fs'

const STATUS = /** @type {const} */ ({ SIGHUP: 129, SIGINT: 130, SIGTERM: 143 })

/** ms that a program has to say that it has heard a signal: it may be reading a large file, and hear nothing */
const PATIENCE = 250
/** ms that it then has to put right what must be, such as the trace so far */
const TIDYING = 5_000
const HEARD = 'heard'

/**
 * Runs a program that ends promptly at a signal, however busy it is: one that does not listen is ended. When this
 * process is ended itself, the program ends at the next turn of its event loop.
 * @param {readonly string[]} args of node
 * @returns {Promise<number>} its exit status; 128 + the signal's number when a signal ended it, as a shell says it
 */
export function supervise(args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      // the channel comes after what the arguments name
      stdio: [...descriptorsOf(args), 'ipc'],
      env: { ...process.env, TRIMLINE_SUPERVISED: '1' },
    })
    /** @type {keyof typeof STATUS | undefined} */
    let ended
    let hasHeard = false
    /** @type {NodeJS.Timeout | undefined} */
    let impatient
    child.on('message', (message) => {
      if (message !== HEARD) return
      hasHeard = true
      clearTimeout(impatient)
      setTimeout(() => child.kill('SIGKILL'), TIDYING).unref()
    })
    for (const signal of /** @type {(keyof typeof STATUS)[]} */ (Object.keys(STATUS)))
      process.on(signal, () => {
        if (ended !== undefined) return
        ended = signal
        child.kill(signal)
        // with a terminal's signal to all it may have been faster
        if (!hasHeard) impatient = setTimeout(() => child.kill('SIGKILL'), PATIENCE).unref()
      })
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      if (ended !== undefined && code === null) process.stderr.write(`interrupted (${ended})\n`)
      if (ended !== undefined) resolve(STATUS[ended])
      else resolve(code ?? 128 + (signal === 'SIGKILL' ? 9 : signal === 'SIGSEGV' ? 11 : 6))
    })
  })
}

/**
 * Descriptors that the program gets: those of every program, and those that arguments name, as in /dev/fd/3.
 * @param {readonly string[]} args
 * @returns {('inherit' | 'ignore' | number)[]}
 */
function descriptorsOf(args) {
  const named = args.flatMap((arg) => {
    const number = /^\/(?:dev|proc\/self)\/fd\/(\d{1,3})$/.exec(arg)?.[1]
    return number === undefined || !isOpen(Number(number)) ? [] : [Number(number)]
  })
  const last = Math.max(2, ...named)
  return Array.from({ length: last + 1 }, (_, n) => (n <= 2 ? 'inherit' : named.includes(n) ? n : 'ignore'))
}

/** @param {number} descriptor */
function isOpen(descriptor) {
  try {
    fstatSync(descriptor)
    return true
  } catch {
    return false
  }
}

/** To be called in the program: whoever supervises it is its life. */
export function followSupervisor() {
  // first of all that listen: the others end the process
  for (const signal of /** @type {(keyof typeof STATUS)[]} */ (Object.keys(STATUS)))
    process.on(signal, () => {
      process.send?.(HEARD)
      if (process.listenerCount(signal) > 1) return
      process.stderr.write(`interrupted (${signal})\n`)
      process.exit(STATUS[signal])
    })
  process.on('disconnect', () => process.exit(STATUS.SIGHUP))
  process.channel?.unref()
}
