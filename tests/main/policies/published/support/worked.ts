/** Worked examples: systems whose numbers are easy to count with, and what a policy did as one line each. */
import type { PolicyName } from '../../../../../preload/contract'
import { type EffectFile, findings, type Line, play, type ScenarioFile } from '../../support/play'

/** The budget of both groups together is 100 MiB: 101504 KiB of local and 896 KiB of non-local memory. */
export const HUNDRED = { localMemory: '256MiB', nonLocalMemory: '1MiB', budget: '101504KiB' }
/** The same, of a system without trim notifications: none comes when the local group alone is over its budget. */
export const SILENT = { ...HUNDRED, trimNotifications: false }

/** An effect whose resources are called a, b, c, …; a size that ends in "!" is created resident. */
export function effect(name: string, gpuTime: string, ...sizes: string[]): EffectFile {
  const resources = sizes.map((size, index) => ({
    name: String.fromCharCode(97 + index),
    size: size.replace('!', ''),
    resident: size.endsWith('!'),
  }))
  return { name, gpuTime, resources }
}

export const press = (at: string | number, apply: string) => ({ at, apply })

/** "t verb …": Evict, EnqueueMakeResident and submissions in their order, with notifications and their ends. */
export function story(lines: readonly Line[], from = 0): string[] {
  return lines.flatMap((line) => {
    if (line.t < from) return []
    const at = `${line.t / 1_000_000}`
    switch (line.type) {
      case 'make-resident':
        return [`${at} in ${(line.resources as string[]).join(' ')}`]
      case 'evict':
        return [`${at} out ${line.resource} ${line.reason}`]
      case 'apply':
        return [`${at} apply ${line.effect}`]
      case 'notification':
        return line.callbacks === 0 ? [] : [`${at} notified ${line.flags}`]
      case 'callback':
        return [`${at} returned`]
      default:
        return []
    }
  })
}

export interface Worked {
  story: string[]
  findings: string[]
  lines: Line[]
}

/** @param from µs: what came before is left out */
export async function work(policy: PolicyName, file: ScenarioFile, from = 0): Promise<Worked> {
  const played = await play(file, { policy })
  const found = findings(played).filter((line) => Number(line.split(' ')[0]) >= from)
  return { story: story(played.lines, from), findings: found, lines: played.lines }
}
