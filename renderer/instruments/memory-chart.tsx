/** Memory over simulated time. */
export function MemoryChart() {
  return <section aria-label="Memory chart" className="memory-chart" />
}
