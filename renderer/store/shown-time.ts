/** Which time lanes show, in µs. */
export interface ShownTime {
  span: number
  /** last moment of the window; null: it follows the simulation */
  end: number | null
}
