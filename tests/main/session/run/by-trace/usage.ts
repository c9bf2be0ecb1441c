/** CurrentUsage of the local group: what is on the residency list, from the moment it is enqueued (RS-08, RS-01). */
import { type Line, number, text } from './lines'

interface Held {
  bytes: number
  local: boolean
  references: number
}

/**
 * Whether the trace says all that this takes: not when memory of a device that is gone leaves the list, nor which heap does
 * when something placed in it is freed, nor what a layer below the policy holds back (PL-41).
 */
export function tellsUsage(lines: readonly Line[], file: string): boolean {
  if (file.includes('vkd3d') || file.includes('"recreateDevice"')) return false
  return !lines.some((line) => line.type === 'allocate' || (line.type === 'device-removed' && line.device === 'app'))
}

/** @returns peak in bytes, byte-seconds until the end of the run, and what the records contradict */
export function usage(lines: readonly Line[], until: number) {
  const list = new ResidencyList()
  let [peak, before, area] = [0, 0, 0n]
  for (const line of lines) {
    area += BigInt(list.usage) * BigInt(line.t - before)
    before = line.t
    list.take(line)
    peak = Math.max(peak, list.usage)
  }
  area += BigInt(list.usage) * BigInt(until - before)
  // below 2^53, so that one division is the nearest number
  if (area > BigInt(Number.MAX_SAFE_INTEGER)) return { peakLocalUsage: peak, problems: list.problems }
  return { peakLocalUsage: peak, localByteSeconds: Number(area) / 1e6, problems: list.problems }
}

class ResidencyList {
  /** bytes */
  usage = 0
  readonly problems: string[] = []
  /** of one name the newest is the last: one that it replaces may not be destroyed yet (RS-11) */
  private readonly held = new Map<string, Held[]>()

  take(line: Line): void {
    if (line.type === 'create') this.create(line)
    else if (line.type === 'destroy') this.destroy(line)
    else if (line.type === 'make-resident') this.makeResident(line)
    else if (line.type === 'evict') this.evict(line)
  }

  private create(line: Line): void {
    const name = text(line, 'resource')
    const one = { bytes: number(line, 'bytes'), local: line.segment === undefined, references: 0 }
    this.held.set(name, [...(this.held.get(name) ?? []), one])
    if (line.resident === true) this.count(one, 1)
  }

  private destroy(line: Line): void {
    const all = this.held.get(text(line, 'resource')) ?? []
    // of one name that which is no longer waited for goes first
    const place = all.findIndex(({ references }) => references > 0 === (line.resident === true))
    const [one] = place < 0 ? [] : all.splice(place, 1)
    if (one !== undefined) this.count(one, -one.references)
    else this.problems.push(`at ${line.t}: ${line.resource} is destroyed, resident ${line.resident}, and was not`)
  }

  private makeResident(line: Line): void {
    let bytes = 0
    for (const name of line.resources as string[]) {
      const one = this.held.get(name)?.at(-1)
      if (one === undefined) this.problems.push(`at ${line.t}: ${name} is made resident and is not there`)
      else {
        this.count(one, 1)
        bytes += one.bytes
      }
    }
    if (bytes !== line.bytes) this.problems.push(`at ${line.t}: ${line.bytes} bytes made resident, by names ${bytes}`)
  }

  private evict(line: Line): void {
    const one = this.held.get(text(line, 'resource'))?.at(-1)
    if (one !== undefined && one.references > 0) this.count(one, -1)
    if (one?.references !== line.references)
      this.problems.push(
        `at ${line.t}: ${line.resource} has ${line.references} references, by records ${one?.references}`,
      )
  }

  private count(one: Held, change: number): void {
    const listed = one.references > 0
    one.references += change
    if (!one.local || listed === one.references > 0) return
    this.usage += listed ? -one.bytes : one.bytes
  }
}
