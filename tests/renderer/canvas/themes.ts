/** Themes whose colours are their own names, so that a test sees what was meant. */
import { PACKET_KINDS, RANGE_KINDS } from '../../../preload/contract'
import type { TaskTheme } from '../../../renderer/instruments/background/theme'
import type { HeapTheme } from '../../../renderer/instruments/defragmentation/heap-map/theme'
import type { LaneTheme } from '../../../renderer/instruments/gpu/theme'
import type { MapTheme } from '../../../renderer/instruments/memory/map/paint'
import type { ChartTheme } from '../../../renderer/instruments/memory/theme'

/** An object each of whose members is its name, for those that are colours. */
function named<T extends object>(parts: Partial<T>): T {
  return new Proxy(parts, {
    get: (target, name) => Reflect.get(target, name) ?? String(name),
  }) as T
}

const font = 'serif'

export const MAP_THEME = named<MapTheme>({ font, tints: true })
export const chartThemeWith = (parts: Partial<ChartTheme>) => named<ChartTheme>({ font, ...parts })
export const CHART_THEME = chartThemeWith({})
export const laneThemeWith = (parts: Partial<LaneTheme>) =>
  named<LaneTheme>({ font, tints: true, kinds: [...PACKET_KINDS], ...parts })
export const LANE_THEME = laneThemeWith({})
export const TASK_THEME = named<TaskTheme>({ font, priorities: { idle: 'idle', 'above-idle': 'above-idle' } })
export const HEAP_THEME = named<HeapTheme>({
  font,
  kinds: [...RANGE_KINDS],
  states: ['state paged out', 'state evictable', 'state resident', 'state pending'],
})
