/**
 * The one contract of the three processes: commands go in, frames come out. Imports nothing but itself.
 *
 * Units everywhere: times and durations are integer microseconds of simulated time, sizes are bytes.
 */
export * from './accelerators'
export * from './api'
export * from './commands'
export * from './csv'
export * from './etw'
export * from './examples'
export * from './frame'
export * from './names'
export * from './quantities'
export * from './rules'
export * from './specs'
export * from './views/background'
export * from './views/branches'
export * from './views/delays'
export * from './views/effects'
export * from './views/gpu'
export * from './views/heaps'
export * from './views/laboratory'
export * from './views/lessons'
export * from './views/memory'
export * from './views/notifications'
export * from './views/preview'
export * from './views/project'
export * from './views/system'
