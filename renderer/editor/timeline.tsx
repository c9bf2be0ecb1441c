/** Ruler, clip, effect spans and playhead. */
export function Timeline() {
  return <section aria-label="Timeline" className="timeline" />
}
