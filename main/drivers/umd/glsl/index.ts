/** Specialisation of shaders and the model of what they cost. */
export { CostModel, operationsOf } from './cost'
export { DEFAULT_LIMITS, specialise } from './specialise'
export { forgetParsed, KEPT_SOURCES, weightOf } from './syntax'
