/** What can be done with what a place of the page stands for: an allocation, or an effect. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Command, EffectView } from '../../preload/contract'
import { actionsAt } from '../../renderer/row-actions'
import { emptyState } from '../../renderer/store/model'
import { useStore } from '../../renderer/store/store'
import { columnsOf } from './store/support/columns'

let sent: Command[] = []

const effect = (name: string): EffectView => ({
  name,
  gpuTime: 1,
  resources: new Uint32Array(),
  completed: 0,
  inFlight: 0,
})

beforeEach(() => {
  sent = []
  vi.stubGlobal('window', {
    trimline: {
      send: (command: Command) => {
        sent.push(command)
        return Promise.resolve({ ok: true })
      },
    },
  })
  const view = emptyState()
  const timeline = {
    ...view.project.timeline,
    effects: [{ effect: 'Sepia', enabled: false, spans: [{ id: 'Sepia', start: 0 }] }],
  }
  useStore.setState((state) => ({
    view: {
      ...view,
      allocations: columnsOf([{ name: 'main' }]),
      effects: [effect('Blur'), effect('Sepia'), effect('Bloom')],
      project: { ...view.project, stack: ['Blur'], timeline },
    },
    tab: 'memory',
    memoryTab: { ...state.memoryTab, view: 'map' },
  }))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

interface Given {
  allocation?: string
  effect?: string
  isField?: boolean
  /** what the active row of a grid stands for */
  active?: Given
}

/** An element that stands for that. */
function element({ active, isField = false, ...dataset }: Given): Element {
  const made = {
    parentElement: null,
    dataset,
    closest: (selector: string) => {
      if (selector.includes('textarea')) return isField ? made : null
      return Object.keys(dataset).some((name) => selector.includes(`[data-${name}]`)) ? made : null
    },
    getAttribute: () => (active === undefined ? null : 'row 3'),
    ownerDocument: { getElementById: (id: string) => (active && id === 'row 3' ? element(active) : null) },
  }
  // of an element, the actions use what this one has
  return made as unknown as Element
}

const actions = (given: Given) => actionsAt(element(given), null)
const texts = (given: Given) => actions(given).map(({ text }) => text)

describe('an allocation', () => {
  it('can be shown where it is not, made resident and evicted, and its contents discarded', () => {
    const calls = [
      'Use Blur.main',
      'MakeResident of Blur.main',
      'MakeResident of Blur.main with DENY_OVERBUDGET',
      'Evict Blur.main',
      'Discard contents of Blur.main',
    ]
    expect(texts({ allocation: '0' })).toEqual(['Show in the table', ...calls])
    useStore.setState({ tab: 'gpu' })
    expect(texts({ allocation: '0' })).toEqual(['Show in the map', 'Show in the table', ...calls])
  })

  it('is selected where it is shown', () => {
    useStore.setState({ tab: 'gpu' })
    actions({ allocation: '0' })[1]!.run()
    const { tab, memoryTab, selectedId } = useStore.getState()
    expect([tab, memoryTab.view, selectedId, sent]).toEqual(['memory', 'table', 0, [{ kind: 'selectResource', id: 0 }]])
  })

  it('is discarded by one command', () => {
    actions({ allocation: '0' }).at(-1)!.run()
    expect(sent).toEqual([{ kind: 'discard', id: 0 }])
  })

  it('that is gone has nothing that could be done', () => {
    expect(texts({ allocation: '7' })).toEqual([])
  })
})

describe('an effect', () => {
  it('can be applied and removed; on the clip it can be hidden or shown again', () => {
    expect(texts({ effect: 'Bloom' })).toEqual(['Apply Bloom', 'Remove Bloom'])
    expect(texts({ effect: 'Blur' })).toEqual(['Apply Blur', 'Hide Blur', 'Remove Blur'])
    expect(texts({ effect: 'Sepia' })).toEqual(['Apply Sepia', 'Show Sepia', 'Remove Sepia'])
    for (const { run } of actions({ effect: 'Sepia' })) run()
    expect(sent).toEqual([
      { kind: 'applyEffect', effect: 'Sepia' },
      { kind: 'timeline', change: { edit: 'enable', effect: 'Sepia', enabled: true } },
      { kind: 'removeEffect', effect: 'Sepia' },
    ])
  })

  it('that is gone has nothing that could be done', () => {
    expect(texts({ effect: 'Gone' })).toEqual([])
  })
})

describe('a place', () => {
  it('of a grid stands for its active row', () => {
    expect(texts({ effect: 'Blur', active: { effect: 'Bloom' } })).toEqual(['Apply Bloom', 'Remove Bloom'])
  })

  it('that is typed into, or stands for nothing, has nothing that could be done', () => {
    expect(texts({ allocation: '0', isField: true })).toEqual([])
    expect(texts({})).toEqual([])
  })
})
