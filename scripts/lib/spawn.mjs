import { spawn } from 'node:child_process'
import { availableParallelism, constants } from 'node:os'
import { join } from 'node:path'
import { root } from './paths.mjs'

const FORWARDED = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/**
 * Runs a program in the foreground: it has our standard streams, gets our signals, and we wait for its end.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>} its exit status; 128 + the signal's number when a signal ended it, as a shell says it
 */
export function runForeground(file, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd: root, stdio: 'inherit', ...options })
    const forward = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal)
    for (const signal of FORWARDED) process.on(signal, forward)
    const release = () => {
      for (const signal of FORWARDED) process.off(signal, forward)
    }
    child.on('error', (error) => {
      release()
      reject(error)
    })
    child.on('close', (code, signal) => {
      release()
      resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM'])
    })
  })
}

/**
 * Runs a program and keeps what it prints.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<{ status: number, stdout: string, stderr: string }>} status 127 when it cannot be started
 */
export function capture(file, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(file, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options })
    let stdout = ''
    let stderr = ''
    child.stdout?.on('data', (chunk) => {
      stdout += chunk
    })
    child.stderr?.on('data', (chunk) => {
      stderr += chunk
    })
    child.on('error', (error) => resolve({ status: 127, stdout, stderr: stderr + error.message }))
    child.on('close', (code) => resolve({ status: code ?? 1, stdout, stderr }))
  })
}

/** The node program of a package's bin, run without a shell: `node_modules/…/bin.js`. */
export function runNode(/** @type {string} */ script, /** @type {readonly string[]} */ args, options = {}) {
  return runForeground(process.execPath, [script, ...args], options)
}

/** TypeScript's compiler, for `runNode`. */
export const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')

/**
 * What it is told of threads: it checks with four of its own, of which each works out again what the others know. That is twice
 * the processor time in all, which two cores do not have; what it finds and writes is the same.
 */
export const ofThreads = availableParallelism() > 2 ? [] : ['--singleThreaded']
