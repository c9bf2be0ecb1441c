/**
 * Whose a recovery file is: its name says which process wrote it, so that one of a process that has died can be told
 * from one of an app that is running, also when the file itself is damaged.
 */
import { readFileSync } from 'node:fs'

/** A process: its number, and what tells it from a later one of the same number. */
export interface Owner {
  pid: number
  /** letters and digits */
  token: string
}

/** ms without a sign of life after which a process whose number is taken counts as dead, where nothing better tells */
export const SIGN_OF_LIFE_MS = 120_000

const ID = /^([1-9]\d{0,9})-([0-9a-z]{1,20})$/

export function idOf({ pid, token }: Owner): string {
  return `${pid}-${token}`
}

/** @returns null for a name that is no process's */
export function ownerOf(id: string): Owner | null {
  const match = ID.exec(id)
  return match === null ? null : { pid: Number(match[1]), token: match[2] as string }
}

/** This process. */
export function self(): Owner {
  return { pid: process.pid, token: startOf(process.pid) ?? Date.now().toString(36) }
}

/**
 * Whether the process lives. Numbers are used again, in a container at once; so the time of its start has to be the same.
 * @param silence ms since it last gave a sign of life, for platforms that do not tell when a process was started
 */
export function isAlive({ pid, token }: Owner, silence: number): boolean {
  if (!exists(pid)) return false
  const start = startOf(pid)
  return start === null ? silence < SIGN_OF_LIFE_MS : start === token
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // it is there, and another person's
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Clock ticks from the machine's start to the process's, in base 36; null where the platform does not tell. */
function startOf(pid: number): string | null {
  try {
    // the second field, the program's name, may hold anything but ends with the last parenthesis
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ')
    // a zombie has ended, only nobody has asked for its status yet
    if (fields[0] === 'Z') return 'ended'
    return /^\d+$/.test(fields[19] ?? '') ? Number(fields[19]).toString(36) : null
  } catch {
    return null
  }
}
