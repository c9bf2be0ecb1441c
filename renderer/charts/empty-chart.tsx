import { type FirstAction, FirstActions } from '../widgets/empty'
import './empty-chart.css'

interface EmptyChartProps {
  actions?: readonly FirstAction[]
  children: string
}

/** What stands in a chart's place before there is anything to draw: how it gets there. */
export function EmptyChart({ actions = [], children }: EmptyChartProps) {
  return (
    <div className="chart-empty">
      <p>{children}</p>
      <FirstActions actions={actions} />
    </div>
  )
}
