import { setInterface } from '../../../store/store'
import { Empty } from '../../../widgets/empty'

/** In the place of the map and of the table while nothing is allocated: before the first effect, and when all is freed. */
export function NoAllocations() {
  return (
    <Empty
      title="No allocations"
      actions={[{ label: 'Add the first effect', run: () => setInterface({ addEffectOpen: true }) }]}
    >
      An effect allocates its resources when it is added: use Add effect on the left, or open a project.
    </Empty>
  )
}
