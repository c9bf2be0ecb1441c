import { Popover } from 'radix-ui'
import { useStore } from '../../store/store'
import { formatBytes } from '../../widgets/format'
import { Tip } from '../../widgets/tip'
import { BudgetSlider, EffectiveBudget } from '../system/budget'

/** The budget in force; pressed it is set, as in System (RS-09). */
export function BudgetButton() {
  const budget = useStore((store) => store.view.memory.local.budget)
  return (
    <Popover.Root>
      <Tip text="How much local memory the app may use; press to change it (RS-09)">
        <Popover.Trigger asChild>
          <button type="button" className="button toolbar-budget">
            <span>Budget</span> <span className="toolbar-bytes">{formatBytes(budget)}</span>
          </button>
        </Popover.Trigger>
      </Tip>
      <Popover.Portal>
        <Popover.Content
          className="menu toolbar-budget-menu"
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label="Budget"
        >
          <BudgetSlider />
          <EffectiveBudget />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
