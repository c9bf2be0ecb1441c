/** Specialisation of shaders and the model of what they cost. */
export { operationsOf } from './cost'
export { DEFAULT_LIMITS, type Specialised, specialise, type UnrollLimits } from './specialise'
