import {
  HEAD,
  type LaneBox,
  type LanesGeometry,
  type LanesInput,
  LanesView,
} from '../../../../renderer/instruments/lanes/view'

/** Lanes with one thing on them, number 5, from 100 to 200 µs and from 10 to 30 px; a px is a µs. */
export class OneThing extends LanesView<LanesGeometry, number> {
  geometry: LanesGeometry = { width: 1, height: 1, plot: 1 }
  protected readonly axis = 24
  painted: { from: number; to: number }[] = []
  themes = 0
  lanes = 1
  /** px that it has */
  wide = 100

  pointed(x: number, y = 20): number | null {
    const t = this.momentAt(x)
    return t >= 100 && t <= 200 && y >= 10 && y < 30 ? 5 : null
  }
  protected geometryOf(width: number): LanesGeometry {
    return { width, height: 40 * this.lanes, plot: width - HEAD }
  }
  protected useTheme(): void {
    this.themes++
  }
  protected paint(): void {
    const { from, to } = this.view
    this.painted.push({ from, to })
  }
  protected override named({ delay }: LanesInput): readonly number[] {
    return delay === null ? [] : [5, 6]
  }
  protected boxOf(id: number): LaneBox | null {
    return id === 5 ? { x: 100, width: this.wide, top: 10, height: 20 } : null
  }
}
