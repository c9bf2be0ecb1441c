import { describe, expect, it } from 'vitest'
import type { HResultName } from '../../../main/d3d12/hresult'
import type { JournalEntry } from '../../../main/editor/journal'
import { type Maker, makeAgain } from '../../../main/editor/made-again'
import { inOneGo, type Sliced, type SliceProgress } from '../../../main/sim/slices'
import type { EffectSpec } from '../../../preload/contract'

const MIB = 1024 * 1024
const resource = (name: string) => ({ name, size: MIB, resident: true })
const effect = (name: string, count: number): EffectSpec => ({
  name,
  gpuTime: 1,
  resources: Array.from({ length: count }, (_, i) => resource(`r${i}`)),
})
const SPECS = new Map([effect('Blur', 3), effect('Bloom', 1)].map((spec) => [spec.name, spec]))
const ENTRIES: JournalEntry[] = [
  { kind: 'effect', name: 'Blur' },
  { kind: 'resource', spec: resource('vertices') },
  { kind: 'effect', name: 'Bloom' },
]

/** Makes what is not among these, and writes down what it was asked for and could not. */
function maker(fails: readonly string[]) {
  const asked: string[] = []
  const notMade: unknown[] = []
  const made = (name: string): HResultName => {
    asked.push(name)
    return fails.includes(name) ? 'E_OUTOFMEMORY' : 'S_OK'
  }
  function* slices(name: string): Sliced<HResultName> {
    yield { done: 1, total: 3 }
    return made(name)
  }
  const maker: Maker = {
    effect: ({ name }) => slices(name),
    allocation: (name) => made(name),
    resource: ({ name }) => made(name),
    layout: () => slices('layout'),
    notMade: (entry, hr) => notMade.push([entry, hr]),
  }
  return { maker, asked, notMade }
}

describe('with a new device [RS-07]', () => {
  it('all is made again in its order, and how far it is counts resources', () => {
    const { maker: own, asked } = maker([])
    const steps: SliceProgress[] = []
    const work = makeAgain(ENTRIES, SPECS, own)
    for (let step = work.next(); ; step = work.next()) {
      if (step.done === true) {
        expect(step.value).toEqual([])
        break
      }
      steps.push(step.value)
    }
    expect(asked).toEqual(['Blur', 'vertices', 'Bloom'])
    // 3 resources of Blur, one by hand, one of Bloom; each effect has said once that it had made one of its own
    expect(steps.map(({ done }) => done)).toEqual([1, 3, 4, 5, 5])
    expect(new Set(steps.map(({ total }) => total))).toEqual(new Set([5]))
  })

  it('what cannot be made is said with why, and what comes after it is made all the same', () => {
    const { maker: own, asked, notMade } = maker(['Blur', 'vertices'])
    expect(inOneGo(makeAgain(ENTRIES, SPECS, own))).toEqual([
      { hr: 'E_OUTOFMEMORY', message: 'effect Blur could not be created again: E_OUTOFMEMORY' },
      { hr: 'E_OUTOFMEMORY', message: 'resource vertices could not be created again: E_OUTOFMEMORY' },
    ])
    expect(asked).toHaveLength(3)
    expect(notMade).toEqual([
      [ENTRIES[0], 'E_OUTOFMEMORY'],
      [ENTRIES[1], 'E_OUTOFMEMORY'],
    ])
  })
})
