/** The numbers that name allocations in what is shown: a click may come from an older picture. */
import { describe, expect, it } from 'vitest'
import { LiveRig, MIB, scenario } from '../../live-rig'

const POOL = { pools: [{ name: 'P', heap: 'default', blockSize: '4MiB' }], effects: [] }

/** Name and number of each allocation that the newest picture shows. */
function shown(live: LiveRig): Map<string, number> {
  const all = new Map<string, number>()
  for (const { names, nameEnds, allocations } of live.shown.heapMap?.blocks ?? [])
    for (const [i, end] of nameEnds.entries()) {
      const name = names.slice(nameEnds[i - 1] ?? 0, end)
      if (name !== '') all.set(name, allocations[i] as number)
    }
  return all
}

function numberOf(live: LiveRig, name: string): number {
  const number = shown(live).get(name)
  if (number === undefined) throw new Error(`${name} is not shown`)
  return number
}

const allocate = (name: string) => ({ kind: 'allocate', name, size: MIB, pool: 'P' }) as const

describe('the number of an allocation that is gone', () => {
  it('names nothing that came later: a click on an older picture does not pin another [DF-20]', () => {
    const live = new LiveRig(scenario({ app: POOL }))
    live.must(allocate('a'), allocate('b'))
    const old = numberOf(live, 'a')
    live.must({ kind: 'free', name: 'a' }, allocate('c'))
    expect(numberOf(live, 'c')).not.toBe(old)
    expect(live.do({ kind: 'setMovable', allocation: old, movable: false })).toMatchObject({ ok: false })
    expect(live.do({ kind: 'setMovable', allocation: numberOf(live, 'c'), movable: false })).toMatchObject({ ok: true })
  })

  it('names nothing of the device that comes after its own [DF-20] [RS-07]', () => {
    const live = new LiveRig(scenario({ app: POOL }))
    live.must(allocate('a'))
    const old = numberOf(live, 'a')
    live.must({ kind: 'recreateDevice' })
    expect(live.do({ kind: 'setMovable', allocation: old, movable: false })).toMatchObject({ ok: false })
  })
})
