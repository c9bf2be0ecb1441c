/** Which time lanes show, in µs. */
export interface ShownTime {
  span: number
  /** last moment of the window; null: it follows the simulation */
  end: number | null
}

/** From a moment to a later one, in µs. */
export interface TimeRange {
  readonly from: number
  readonly to: number
}
