import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useSame } from '../../store/same'
import { setInterface, useStore } from '../../store/store'
import { Empty } from '../../widgets/empty'
import { VirtualList } from '../../widgets/virtual-list'
import { laneRows } from '../timeline/rows'
import { Unmade } from '../unmade/unmade'
import { EffectCard } from './card'
import { areSameButCounts, cardPlaceOf, inWorkingOrder } from './order'
import { cardHeight } from './summary'
import './rack.css'

/** All effects of the project; only the cards in sight are drawn, so that a project may have thousands. */
export function EffectRack() {
  return (
    <section className="panel rack" aria-label="Effects" data-pane>
      <header className="panel-header">
        <h2>Effects</h2>
        <button type="button" className="button" onClick={() => setInterface({ addEffectOpen: true })}>
          <Plus size={14} aria-hidden="true" />
          Add effect
        </button>
      </header>
      <Unmade kind="effect" />
      <Cards />
    </section>
  )
}

function Cards() {
  // what the GPU has done of them, which it does at every frame that is played, each card has from the store itself
  const all = useSame((store) => store.view.effects, areSameButCounts)
  // media are in a panel of their own
  const stack = useStore((store) => store.view.project.stack)
  const timeline = useStore((store) => store.view.project.timeline)
  const effects = useMemo(
    () =>
      inWorkingOrder(
        all.filter(({ clip }) => clip === undefined),
        timeline,
      ),
    [all, timeline],
  )
  const tracks = useMemo(() => laneRows(timeline, stack, all), [timeline, stack, all])
  const [aimed, setAimed] = useState<number | null>(null)
  const connected = useStore((store) => store.view.seq >= 0)
  // those that could not be made stand above
  const isUnmade = useStore((store) => store.view.project.unmade.some(({ kind }) => kind === 'effect'))
  if (effects.length === 0 && isUnmade) return null
  if (effects.length === 0 && connected) {
    return (
      <Empty
        title="No effects yet"
        actions={[{ label: 'Add the first effect', run: () => setInterface({ addEffectOpen: true }) }]}
      >
        Press Add effect: its resources are what the policy makes resident and evicts.
      </Empty>
    )
  }
  return (
    <VirtualList
      label="Effect cards"
      items={effects}
      keyOf={(effect) => effect.name}
      estimate={(effect) => cardHeight(effect.resources)}
      itemClass="card-slot"
    >
      {(effect) => {
        const at = cardPlaceOf(effect.name, tracks)
        return (
          <EffectCard
            effect={effect}
            place={at?.place ?? null}
            count={at?.count ?? 0}
            enabled={at?.enabled ?? true}
            aimed={aimed}
            onAim={setAimed}
          />
        )
      }}
    </VirtualList>
  )
}
