/** What can be done with what a place of the page stands for, beside copying it: an allocation, or an effect. */

import { allocationAt } from './canvas/allocation-at'
import { cardPlaceOf } from './editor/rack/order'
import { change } from './editor/timeline/actions'
import { laneRows } from './editor/timeline/rows'
import { fullName, isLive } from './store/allocations'
import { type Store, send, setMemoryTab, showAllocation, useStore } from './store/store'
import type { MemoryTabView } from './store/tabs/memory'
import type { Place } from './widgets/copy-row'
import { TYPED_INTO } from './widgets/text-field'

export interface RowAction {
  text: string
  run(): void
}

/**
 * @param element pressed, or focused; a grid that has the focus says which of its rows has it
 * @param place where it was pressed; null: by keys
 * @returns none: nothing
 */
export function actionsAt(element: Element, place: Place | null): RowAction[] {
  if (element.closest(TYPED_INTO) !== null) return []
  const drawn = allocationAt(element, place)
  if (drawn !== undefined) return drawn === null ? [] : allocationActions(useStore.getState(), drawn)
  const active = element.ownerDocument.getElementById(element.getAttribute('aria-activedescendant') ?? '')
  const of = (active ?? element).closest<HTMLElement>('[data-allocation], [data-effect]')
  if (of === null) return []
  const { allocation, effect } = of.dataset
  const store = useStore.getState()
  if (allocation !== undefined) return allocationActions(store, Number(allocation))
  return effect === undefined ? [] : effectActions(store, effect)
}

const VIEWS: readonly { view: MemoryTabView; text: string }[] = [
  { view: 'map', text: 'Show in the map' },
  { view: 'table', text: 'Show in the table' },
]

function allocationActions({ view, tab, memoryTab }: Store, id: number): RowAction[] {
  if (!isLive(view.allocations, id)) return []
  const name = fullName(view.allocations, id)
  const shown = VIEWS.filter((one) => tab !== 'memory' || memoryTab.view !== one.view).map(
    (one): RowAction => ({
      text: one.text,
      run() {
        setMemoryTab({ view: one.view })
        showAllocation(id)
      },
    }),
  )
  return [
    ...shown,
    { text: `Use ${name}`, run: () => void send({ kind: 'use', set: [name] }) },
    { text: `MakeResident of ${name}`, run: () => void send({ kind: 'makeResident', id }) },
    {
      text: `MakeResident of ${name} with DENY_OVERBUDGET`,
      run: () => void send({ kind: 'makeResident', id, denyOverbudget: true }),
    },
    { text: `Evict ${name}`, run: () => void send({ kind: 'evict', id }) },
    {
      text: `Discard contents of ${name}`,
      run: () => void send({ kind: 'discard', id }),
    },
  ]
}

function effectActions({ view }: Store, effect: string): RowAction[] {
  if (!view.effects.some(({ name }) => name === effect)) return []
  const { timeline, stack } = view.project
  const onClip = cardPlaceOf(effect, laneRows(timeline, stack))
  return [
    { text: `Apply ${effect}`, run: () => void send({ kind: 'applyEffect', effect }) },
    ...(onClip === undefined
      ? []
      : [
          {
            text: `${onClip.enabled ? 'Hide' : 'Show'} ${effect}`,
            run: () => void change({ edit: 'enable', effect, enabled: !onClip.enabled }),
          },
        ]),
    { text: `Remove ${effect}`, run: () => void send({ kind: 'removeEffect', effect }) },
  ]
}
