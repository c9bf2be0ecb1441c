/** Scenarios: the file format, its units, its checks. */
export * from './types'
export * from './units'
