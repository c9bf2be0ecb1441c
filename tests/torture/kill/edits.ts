/** Random edits of a project. Each sets the budget to a value of its own, so that a file tells how far it got. */
import type { SessionCommand } from '../../../preload/contract'
import type { Random } from './random'

const MiB = 1024 * 1024
const GRANULE = 64 * 1024
/** budget of the first edit */
const BASE = 256 * MiB

const POLICIES = ['none', 'creative-app', 'fence-lru', 'submission-lru'] as const

/** The budget that edit `k` sets, bytes. */
export function budgetOf(k: number): number {
  return BASE + k * GRANULE
}

/** Which edit a project's text is of; 0: it has none. */
export function editOf(text: string): number {
  const { budget } = (JSON.parse(text) as { system: { budget: number } }).system
  return Math.max(0, (budget - BASE) / GRANULE)
}

/** Commands of edit `k`, the budget last. */
export function edit(k: number, random: Random): SessionCommand[] {
  return [...other(k, random), { kind: 'setBudget', bytes: budgetOf(k) }]
}

function other(k: number, random: Random): SessionCommand[] {
  switch (random.below(7)) {
    case 0:
      return [{ kind: 'setPolicy', policy: POLICIES[random.below(POLICIES.length)] ?? 'none' }]
    case 1: {
      const resources = [{ name: 'main', size: (1 + random.below(32)) * MiB, resident: false }]
      return [{ kind: 'addEffect', effect: { name: `Glow ${k}`, gpuTime: 1000 + random.below(5000), resources } }]
    }
    case 2:
      return [{ kind: 'applyEffect', effect: random.below(2) === 0 ? 'Blur' : 'Grayscale' }]
    case 3:
      return [{ kind: 'importClip', name: `clip ${k}`, width: 640, height: 360 }]
    case 4:
      return [{ kind: 'setEvictionMode', mode: random.below(2) === 0 ? 'lazy' : 'eager' }]
    case 5:
      return [{ kind: 'removeEffect', effect: `Glow ${k - 1 - random.below(5)}` }]
    default:
      return [{ kind: 'undo' }]
  }
}
