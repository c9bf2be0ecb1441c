/** Scenarios: the file format, its units, its checks. */
export { schemaText } from './file'
export { totalTime } from './gpu-work'
export { type ParseResult, parseScenario, parseScenarioText, validateScenario } from './parse'
export { type Problem, problemsToText } from './problems'
export { suggest } from './suggest'
export { MAX_BYTES } from './text'
export * from './types'
export * from './units'
