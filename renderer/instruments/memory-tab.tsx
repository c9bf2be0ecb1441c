/** Segments, residency map and table of allocations. */
export function MemoryTab() {
  return <section aria-label="Memory" className="memory-tab" />
}
