/** Presses of effects of one resource each, a second apart, in 40 MiB of budget: what goes, and what comes in. */
import type { PolicyName } from '../../../../preload/contract'
import { type EffectFile, findings, type Line, ofType, play } from '../support/play'

const system = { localMemory: '256MiB', budget: '40MiB' }

/**
 * @param presses names of effects, in order; those of one letter have 10 MiB, `x20` has 20 MiB, `x64k` 64 KiB
 * @param more.gpuTime of each
 * @param more.steps at whole seconds, each after the press of that second
 * @param more.finding the only one that there is [none]
 */
export async function pressed(
  policy: PolicyName,
  presses: string,
  more: { gpuTime?: string; steps?: Record<string, unknown>[]; finding?: string } = {},
): Promise<{ out: string; in: string; lines: Line[] }> {
  const order = presses.split(' ')
  const effects: EffectFile[] = [...new Set(order)].map((name) => ({
    name,
    gpuTime: more.gpuTime ?? '1ms',
    resources: [{ name: 'r', size: sizeOf(name), resident: false }],
  }))
  const steps = order.map((apply, index) => ({ at: `${index + 1}s`, apply }))
  const app = { policy, effects }
  const played = await play({ system, app, steps: [...steps, ...(more.steps ?? [])].sort(inTime), until: '200s' })
  const found = findings(played).join('\n')
  if (found !== (more.finding ?? '')) throw new Error(`findings: ${found}`)
  const name = (resource: unknown): string => String(resource).replace('.r', '')
  return {
    out: ofType(played.lines, 'evict')
      .map(({ resource }) => name(resource))
      .join(' '),
    in: ofType(played.lines, 'make-resident')
      .map(({ resources }) => (resources as string[]).map(name).join('+'))
      .join(' '),
    lines: played.lines,
  }
}

const inTime = (one: { at?: unknown }, other: { at?: unknown }): number =>
  Number.parseInt(String(one.at), 10) - Number.parseInt(String(other.at), 10)

function sizeOf(name: string): string {
  const [, amount, kilo] = /^[a-z]+?(\d+)?(k)?$/i.exec(name) as RegExpExecArray
  return amount === undefined ? '10MiB' : `${amount}${kilo === undefined ? 'MiB' : 'KiB'}`
}
