import { describe, expect, it } from 'vitest'
import { formatTime } from '../../../../../renderer/widgets/format'
import { effects, type LiveRig, MIB, rig } from '../../live-rig'

function select(live: LiveRig, name: string): void {
  live.must({ kind: 'selectResource', id: live.id(name) })
}

const why = (live: LiveRig): string | null => live.shown.selection?.reasons.at(-1)?.why ?? null

const types = (live: LiveRig): string[] => live.shown.selection?.history.map(({ type }) => type) ?? []

describe('the selected resource', () => {
  it('has its history from the start, although it was selected later', () => {
    const live = rig()
    live.must({ kind: 'applyEffect', effect: 'Grayscale' })
    live.elapse(32)
    select(live, 'Grayscale.convert')
    expect(live.shown.selection?.id).toBe(live.id('Grayscale.convert'))
    expect(types(live)).toEqual(['create', 'make-resident', 'paging-operation', 'apply', 'paging-operation', 'page-in'])
    expect(live.shown.selection?.history[0]).toEqual({ t: 0, type: 'create', text: 'created not resident' })
    expect(why(live)).toBeNull()
  })

  it('grows its history while it stays selected', () => {
    const live = rig()
    select(live, 'Blur.main')
    // its memory is zeroed at once (AN-10)
    expect(types(live)).toEqual(['create', 'paging-operation'])
    live.must({ kind: 'applyEffect', effect: 'Blur' }, { kind: 'applyEffect', effect: 'Grayscale' })
    live.elapse(32)
    expect(types(live)).toEqual(['create', 'paging-operation', 'apply'])
  })

  it('writes the moment of an eviction as the history beside it does', () => {
    const live = rig({ app: { policy: 'fence-lru', effects: effects({ A: MIB }) } })
    live.must({ kind: 'setSpeed', speed: 16 })
    live.elapse(5_000)
    live.must({ kind: 'periodicTrim' })
    live.elapse(16)
    select(live, 'A.r')
    const evict = live.shown.selection?.history.find(({ type }) => type === 'evict')
    expect(why(live)).toMatch(/^Evicted at 1:\d\d\.\d{3} by policy/)
    expect(why(live)).toContain(`Evicted at ${formatTime(evict?.t ?? 0)} by policy`)
  })

  it('says which notification, policy and age made it the victim of a periodic trim', () => {
    const live = rig({ app: { policy: 'fence-lru', effects: effects({ A: MIB, B: MIB }) } })
    live.must({ kind: 'applyEffect', effect: 'A' })
    live.elapse(500)
    live.must({ kind: 'periodicTrim' })
    live.elapse(500)
    select(live, 'A.r')
    expect(why(live)).toBeNull()
    live.must({ kind: 'periodicTrim' })
    live.elapse(16)
    expect(why(live)).toMatch(
      /^Evicted at 1\.0\d\d s by policy fence-lru \(periodic\): it was last used 1(\.0\d)? s before\./,
    )
    expect(why(live)).toContain('Caused by the notification PERIODIC_TRIM (command 3).')
    select(live, 'B.r')
    expect(why(live)).toContain('it had never been used')
  })

  it('says that the budget made it the victim', () => {
    const live = rig({ app: { policy: 'fence-lru', effects: effects({ A: 64 * MIB, B: MIB }) } })
    live.must({ kind: 'applyEffect', effect: 'A' }, { kind: 'applyEffect', effect: 'B' })
    live.elapse(32)
    select(live, 'A.r')
    live.must({ kind: 'setBudget', bytes: 10 * MIB })
    live.elapse(16)
    expect(why(live)).toContain('(budget)')
    expect(why(live)).toContain('Caused by the notification TRIM_TO_BUDGET (command 3).')
  })

  it('says that a submission made it the victim, and which command that was', () => {
    const live = rig({ app: { policy: 'submission-lru', effects: effects({ A: MIB, B: MIB }) } })
    for (const effect of ['A', 'B', 'B', 'B', 'B']) {
      live.must({ kind: 'applyEffect', effect })
      live.elapse(32)
    }
    select(live, 'A.r')
    expect(why(live)).toContain('by policy submission-lru (opportunistic)')
    expect(why(live)).toMatch(/Caused by the submission at that moment \(command \d\)\.$/)
  })

  it('says that the policy trimmed by itself when no notification did', () => {
    const live = rig({ app: { policy: 'driver-managed', effects: effects({ A: MIB }) } })
    live.must({ kind: 'setSpeed', speed: 16 })
    live.elapse(1_600)
    select(live, 'A.r')
    expect(why(live)).toContain('by policy driver-managed (periodic)')
    expect(why(live)).toContain('Caused by a periodic trim of the policy itself.')
  })

  it('adds when and why its memory was taken afterwards', () => {
    const live = rig({
      system: { localMemory: '128MiB' },
      app: { policy: 'fence-lru', effects: effects({ A: 64 * MIB, B: 100 * MIB }, false) },
    })
    live.must({ kind: 'applyEffect', effect: 'A' })
    live.elapse(100)
    live.must({ kind: 'trimToBudget', bytes: MIB })
    live.elapse(100)
    select(live, 'A.r')
    expect(why(live)).not.toContain('Paged out')
    live.must({ kind: 'applyEffect', effect: 'B' })
    live.elapse(200)
    expect(why(live)).toMatch(
      /^Evicted at .* Paged out at \d\.\d{3,6} s: its memory was needed, and among the evictable ones of the lowest residency priority it had been so longest\.$/,
    )
  })

  it('says that pressure paged it out although it was resident', () => {
    const live = rig({
      system: { localMemory: '128MiB' },
      app: { policy: 'none', effects: effects({ A: 64 * MIB, B: 100 * MIB }, false) },
    })
    live.must({ kind: 'applyEffect', effect: 'A' })
    live.elapse(100)
    select(live, 'A.r')
    live.must({ kind: 'applyEffect', effect: 'B' })
    live.elapse(200)
    expect(why(live)).toMatch(/^Paged out under pressure at /)
    live.must({ kind: 'applyEffect', effect: 'A' })
    live.elapse(200)
    expect(live.shown.allocations.states[live.id('A.r')]).toBe(2)
    expect(why(live)).toBeNull()
  })

  it('has none either once it is back that was made resident while it was on its way out [LB-09]', () => {
    const live = rig({
      system: { localMemory: '128MiB', pagingBandwidth: '64MiB' },
      app: { policy: 'fence-lru', effects: effects({ A: 64 * MIB, B: 100 * MIB }, false) },
    })
    const press = (effect: string, ms: number): void => {
      live.must({ kind: 'applyEffect', effect })
      live.elapse(ms)
    }
    press('A', 3_000)
    select(live, 'A.r')
    live.must({ kind: 'trimToBudget', bytes: 64 * MIB })
    live.elapse(100)
    press('B', 300)
    press('A', 8_000)
    expect(types(live).filter((type) => /^(evict|make-resident|page-in|page-out)$/.test(type))).toEqual([
      'make-resident',
      'page-in',
      'evict',
      'make-resident',
      'page-out',
      'page-in',
    ])
    expect(live.shown.allocations.states[live.id('A.r')]).toBe(2)
    expect(why(live)).toBeNull()
  })

  it('has no victim’s reason any more once it is resident again', () => {
    const live = rig({ app: { policy: 'fence-lru', effects: effects({ A: MIB }) } })
    select(live, 'A.r')
    live.must({ kind: 'trimToBudget', bytes: MIB })
    live.elapse(16)
    expect(why(live)).not.toBeNull()
    live.must({ kind: 'applyEffect', effect: 'A' })
    expect(why(live)).toBeNull()
  })

  it('has the reason of each time that it went out, and when it came back [LB-09]', () => {
    const live = rig({ app: { policy: 'fence-lru', effects: effects({ A: MIB }) } })
    select(live, 'A.r')
    for (let i = 0; i < 2; i++) {
      live.must({ kind: 'trimToBudget', bytes: MIB })
      live.elapse(100)
      live.must({ kind: 'applyEffect', effect: 'A' })
      live.elapse(100)
    }
    // by the trace: each eviction, and each making resident after it
    const told = live.records.filter(
      (record) =>
        (record.type === 'evict' && record.resource === 'A.r') ||
        (record.type === 'make-resident' && record.resources.includes('A.r')),
    )
    expect(told.map(({ type }) => type)).toEqual(['evict', 'make-resident', 'evict', 'make-resident'])
    const { reasons } = live.shown.selection ?? { reasons: [] }
    expect(reasons.map(({ t }) => t)).toEqual(told.map(({ t }) => t))
    expect(reasons.map(({ why: text }) => text?.split(' by policy')[0] ?? null)).toEqual(
      told.map(({ type, t }) => (type === 'evict' ? `Evicted at ${formatTime(t)}` : null)),
    )
  })

  it('keeps the newest 200 entries', () => {
    const live = rig()
    select(live, 'Blur.main')
    for (let i = 0; i < 300; i++) live.must({ kind: 'applyEffect', effect: 'Blur' })
    const { history } = live.shown.selection ?? { history: [] }
    expect(history).toHaveLength(200)
    expect(history.at(-1)?.text).toBe('used by submission 300 (Blur)')
  })

  it('is no longer selected once it is destroyed, as its id may be another’s', () => {
    const live = rig()
    select(live, 'Grayscale.convert')
    live.must({ kind: 'removeEffect', effect: 'Grayscale' })
    expect(live.shown.selection).toBeNull()
  })

  it('can be deselected', () => {
    const live = rig()
    select(live, 'Blur.main')
    live.must({ kind: 'selectResource', id: null })
    expect(live.shown.selection).toBeNull()
  })
})
