/**
 * Whose a file or folder is: its name says which process made it, so that one of a process that has died can be told
 * from one that is in use, also when the file itself is damaged. A number alone says little: it is used again, at once
 * in a container and after each start of the machine, and each container has numbers of its own. So the place goes with
 * it, and when the process was started. Only Linux tells all of that; elsewhere a process whose number is taken counts
 * as alive as long as it gives signs of life.
 */
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname, uptime } from 'node:os'

/** A process: its number, what tells it from a later one of the same number, and where numbers mean that. */
export interface Owner {
  pid: number
  /** letters and digits: when it was started, or any where the platform does not tell */
  token: string
  /** 8 hexadecimal digits of the machine and its space of process numbers, 8 of the boot; null: not noted down */
  place: string | null
}

/**
 * `unknown`: it is of another place, or the platform does not tell; only signs of life can
 */
export type Life = 'alive' | 'ended' | 'unknown'

/** ms without a sign of life after which a process counts as dead, where nothing better tells */
export const SIGN_OF_LIFE_MS = 120_000

const ID = /^([1-9]\d{0,9})-([0-9a-z]{1,20})(?:-([0-9a-f]{16}))?$/

/** The part of a file name that says whose file it is; `ownerOf` reads it. */
export function idOf({ pid, token, place }: Owner): string {
  return place === null ? `${pid}-${token}` : `${pid}-${token}-${place}`
}

/** @returns null for a name that is no process's */
export function ownerOf(id: string): Owner | null {
  const match = ID.exec(id)
  return match === null ? null : { pid: Number(match[1]), token: match[2] as string, place: match[3] ?? null }
}

/** This process. */
export function self(): Owner {
  const { pid } = process
  return { pid, token: startOf(pid) ?? randomBytes(6).toString('hex'), place: machineName() + bootName() }
}

/** @param silence ms since it last gave a sign of life, for when nothing better tells */
export function isAlive(owner: Owner, silence: number): boolean {
  const life = lifeOf(owner, silence)
  return life === 'unknown' ? silence < SIGN_OF_LIFE_MS : life === 'alive'
}

/** @param silence ms since it last gave a sign of life */
export function lifeOf({ pid, token, place }: Owner, silence: number): Life {
  if (place !== null && !place.startsWith(machineName())) return 'unknown'
  // another machine can have the same names: it has given a sign of life since this one was started
  if (place !== null && !place.endsWith(bootName())) return silence > uptime() * 1000 ? 'ended' : 'unknown'
  if (!processExists(pid)) return 'ended'
  const start = startOf(pid)
  if (start === null) return 'unknown'
  return start === token ? 'alive' : 'ended'
}

/** Whether a process of this place has the number. */
export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // anything but ESRCH: it is there, and another person's
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

let machine: string | undefined
let boot: string | undefined

/** Where process numbers mean the same: the machine, and the container. 8 hexadecimal digits. */
export function machineName(): string {
  // containers can share a folder, a host name and an image with its machine-id, but not a space of process numbers
  machine ??= digits(`${hostname()}\n${textOf('/etc/machine-id')}\n${processSpace()}`)
  return machine
}

/** From one start of the machine to the next; zeros where the platform does not tell. */
function bootName(): string {
  if (boot !== undefined) return boot
  const id = textOf('/proc/sys/kernel/random/boot_id')
  boot = id === '' ? '00000000' : digits(id)
  return boot
}

function digits(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}

function processSpace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return ''
  }
}

/** Clock ticks from the machine's start to the process's, in base 36; null where the platform does not tell. */
function startOf(pid: number): string | null {
  const fields = statFields(pid)
  // a zombie has ended, only nobody has asked for its status yet
  if (fields[0] === 'Z') return 'ended'
  return /^\d+$/.test(fields[19] ?? '') ? Number(fields[19]).toString(36) : null
}

/** What /proc tells of a process, from the third field on; empty where there is none. */
export function statFields(pid: number): string[] {
  // the second field, the program's name, may hold anything but ends with the last parenthesis
  return textOf(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, '')
    .split(' ')
}
