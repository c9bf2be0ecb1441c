/** What a compared run has varied is put in charge: commands, in their order (LB-07). */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Command, CommandResult, ProjectView } from '../../../../preload/contract'
import { emptyState } from '../../../../renderer/store/model'
import { applyFrames, useStore } from '../../../../renderer/store/store'
import { isInCharge, takeVariant } from '../../../../renderer/store/wishes/take-variant'
import { variantRow } from '../../../support/variant-row'
import { frame } from '../support/frames'

const ROW = variantRow('x', {
  variant: { policy: 'none', budget: 4_096, profile: 'integrated' },
  policy: 'none',
})
let sent: string[] = []
let refused = ''
let seq = 0

/** A frame: which device runs, and whether another one is being built. */
function says(profile: string, building = false): Promise<void> {
  const { system, project } = emptyState()
  const opening: ProjectView['opening'] = building ? { title: '', stage: 'building', done: 1, total: 2 } : null
  applyFrames([frame(seq++, { system: { ...system, profile }, project: { ...project, opening } })])
  return vi.advanceTimersByTimeAsync(0).then(() => {})
}

beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  refused = ''
  const send = ({ kind }: Command): Promise<CommandResult> => {
    sent.push(kind)
    return Promise.resolve(kind === refused ? { ok: false, message: 'no' } : { ok: true })
  }
  vi.stubGlobal('window', { trimline: { send } })
  useStore.setState({ view: emptyState(), toasts: [] })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a run that is taken', () => {
  it('has its device first, and the rest when that is built [LB-07]', async () => {
    await says('linked')
    const taken = takeVariant(ROW)
    await says('linked', true)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent).toEqual(['setDevice'])
    await says('integrated')
    await taken
    expect(sent).toEqual(['setDevice', 'setPolicy', 'setBudget'])
  })

  it('changes nothing else where the device is given up on the way, or refused', async () => {
    await says('linked')
    const taken = takeVariant(ROW)
    await says('linked', true)
    await says('linked')
    await taken
    expect(sent).toEqual(['setDevice'])
    refused = 'setDevice'
    await takeVariant(ROW)
    expect(sent).toEqual(['setDevice', 'setDevice'])
  })

  it('restarts nothing where its device runs already', async () => {
    await says('integrated')
    await takeVariant(ROW)
    expect(sent).toEqual(['setPolicy', 'setBudget'])
  })
})

it('a run is in charge when all that it varies is, its device too [LB-07]', () => {
  const { system, ...others } = emptyState()
  const now = { ...system, policy: 'none', configuredBudget: 4_096, profile: 'integrated' } as const
  const view = { ...others, system: now }
  expect(isInCharge(ROW, view)).toBe(true)
  expect(isInCharge(ROW, { ...view, system: { ...view.system, profile: 'linked' } })).toBe(false)
  expect(isInCharge(ROW, { ...view, system: { ...view.system, configuredBudget: 1 } })).toBe(false)
  expect(isInCharge(ROW, { ...view, system: { ...view.system, policy: 'fence-lru' } })).toBe(false)
})
