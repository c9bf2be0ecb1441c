import './empty-chart.css'

/** What stands in a chart's place before there is anything to draw: how it gets there. */
export function EmptyChart({ children }: { children: string }) {
  return <p className="chart-empty">{children}</p>
}
