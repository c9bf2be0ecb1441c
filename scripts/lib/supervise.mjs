import { spawn } from 'node:child_process'
import { fstatSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const STATUS = /** @type {const} */ ({ SIGHUP: 129, SIGINT: 130, SIGTERM: 143 })

/** ms that a program has to say that it has heard a signal: it may be reading a large file, and hear nothing */
const PATIENCE = 250
/** ms that it has instead while it has files that are not in place yet, such as the trace, since they last grew */
const PATIENCE_WITH_FILES = 2_000
/** ms that it has when it has heard it, to put right what must be, since files last grew */
const TIDYING = 5_000
/** ms that it has in all */
const LONGEST = 60_000
/** ms between two looks */
const LOOK = 50
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
    child.on('message', (message) => {
      if (message === HEARD) hasHeard = true
    })
    const wait = () => {
      const began = performance.now()
      let since = began
      let before = unfinished(args, child.pid)
      const looking = setInterval(() => {
        const now = performance.now()
        const files = unfinished(args, child.pid)
        if (files !== before) since = now
        before = files
        const patience = hasHeard ? TIDYING : files === null ? PATIENCE : PATIENCE_WITH_FILES
        if (now - since < patience && now - began < LONGEST) return
        clearInterval(looking)
        child.kill('SIGKILL')
      }, LOOK)
      looking.unref()
    }
    for (const signal of /** @type {(keyof typeof STATUS)[]} */ (Object.keys(STATUS)))
      process.on(signal, () => {
        if (ended !== undefined) return
        ended = signal
        child.kill(signal)
        wait()
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
 * How much there is of files that the program writes and has not put in place: they lie beside what its arguments name
 * (main/files/temporary.ts).
 * @param {readonly string[]} args
 * @param {number | undefined} pid
 * @returns {number | null} bytes; null: there are none
 */
function unfinished(args, pid) {
  const name = new RegExp(`^\\.trimline-[0-9a-f]{8}-${pid}-[0-9a-f]{12}\\.tmp$`)
  const places = args.map((arg) => resolve(arg.replace(/^--[a-z]+=/, '')))
  const folders = new Set(places.flatMap((place) => [place, dirname(place), dirname(real(place))]))
  let bytes = null
  for (const folder of folders)
    for (const file of namesIn(folder))
      if (name.test(file)) bytes = (bytes ?? 0) + (statSync(join(folder, file), { throwIfNoEntry: false })?.size ?? 0)
  return bytes
}

/** @param {string} path @returns {string} where its links lead, or itself where nothing is */
function real(path) {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

/** @param {string} folder @returns {string[]} none where it is no folder */
function namesIn(folder) {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
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
