import { Plus } from 'lucide-react'
import { useMemo } from 'react'
import { setInterface, useStore } from '../../store/store'
import { Empty } from '../../widgets/empty'
import { VirtualList } from '../../widgets/virtual-list'
import { Unmade } from '../unmade/unmade'
import { EffectCard } from './card'
import { cardHeight } from './summary'
import './rack.css'

/** All effects of the project; only the cards in sight are drawn, so that a project may have thousands. */
export function EffectRack() {
  return (
    <section className="panel rack" aria-label="Effects">
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
  const all = useStore((store) => store.view.effects)
  // media are in a panel of their own
  const effects = useMemo(() => all.filter(({ clip }) => clip === undefined), [all])
  const stack = useStore((store) => store.view.project.stack)
  const connected = useStore((store) => store.view.seq >= 0)
  if (effects.length === 0 && connected) {
    return (
      <Empty title="No effects yet">
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
      {(effect) => <EffectCard effect={effect} onClip={stack.includes(effect.name)} />}
    </VirtualList>
  )
}
