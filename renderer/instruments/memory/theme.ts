/** Colours of styles/theme.css for the canvases of the memory instruments. */
import { fontFamily, hasForcedColours, themeColor } from '../../canvas/theme'
import type { MapTheme } from './map/paint'

/** @see renderer/styles/theme.css */
export function mapTheme(): MapTheme {
  return {
    resident: themeColor('--state-resident'),
    evictable: themeColor('--state-evictable'),
    pagedOut: themeColor('--state-paged-out'),
    pending: themeColor('--state-pending'),
    ground: themeColor('--panel-sunken'),
    panel: themeColor('--control-bg'),
    text: themeColor('--text'),
    textOnState: themeColor('--text-on-accent'),
    textMuted: themeColor('--text-muted'),
    evictedFlash: themeColor('--danger'),
    arrivedFlash: themeColor('--moment'),
    outline: themeColor('--moment'),
    tints: !hasForcedColours(),
    concerned: themeColor('--warning'),
    font: fontFamily(),
  }
}

export interface ChartTheme {
  resident: string
  evictable: string
  pending: string
  pagedOut: string
  /** what shows through a pattern */
  ground: string
  other: string
  capacity: string
  budget: string
  periodic: string
  restart: string
  toBudget: string
  finding: string
  hitch: string
  late: string
  dropped: string
  grid: string
  axis: string
  text: string
  panel: string
  line: string
  moment: string
  font: string
}

export function chartTheme(): ChartTheme {
  return {
    resident: themeColor('--state-resident'),
    evictable: themeColor('--state-evictable'),
    pending: themeColor('--state-pending'),
    pagedOut: themeColor('--state-paged-out'),
    ground: themeColor('--panel-sunken'),
    other: themeColor('--memory-other'),
    capacity: themeColor('--chart-axis'),
    budget: themeColor('--memory-budget'),
    periodic: themeColor('--flag-periodic'),
    restart: themeColor('--flag-restart'),
    toBudget: themeColor('--flag-budget'),
    finding: themeColor('--danger'),
    hitch: themeColor('--warning'),
    late: themeColor('--warning'),
    dropped: themeColor('--danger'),
    grid: themeColor('--chart-grid'),
    axis: themeColor('--chart-axis'),
    text: themeColor('--text'),
    panel: themeColor('--panel-raised'),
    line: themeColor('--line-strong'),
    moment: themeColor('--moment'),
    font: fontFamily(),
  }
}
