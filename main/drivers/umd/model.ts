/**
 * The numbers of the driver's model (BP-31). Drivers do not publish theirs: each is a choice, made so that what the
 * clauses describe can be seen within seconds of play. What shaders cost is in glsl/cost.ts.
 */

/** Draws of one set of constants of which one is looked at while measuring lightly: little enough to go unnoticed (BP-02). */
export const SAMPLE_ONE_IN = 8

/** Samples of one set of constants after which it is worth a variant: 512 draws, some 17 s at 30 frames a second. */
export const THRESHOLD = 64

/** How much longer a draw takes that is measured intrusively (BP-03). */
export const INTRUSIVE_COST = 1.25

/**
 * Finished draws after which the driver tunes its cache policy for a PSO, how often it does, and the share of the time
 * that each gains: what DISABLE_PROFILING_BY_SYSTEM turns off beside background work (BP-05).
 */
export const TUNE_EVERY = 256
export const MOST_TUNING = 3
export const TUNING_GAIN = 0.005

/** µs of processor time of a compilation: some for itself, and some for each operation of the shader. */
export const COMPILE_BASE = 5_000
export const COMPILE_PER_OPERATION = 200

/** Variants of a PSO; beyond that, one that none of so many draws has used makes room for another (BP-26). */
export const MOST_VARIANTS = 8
export const DISUSED_AFTER = SAMPLE_ONE_IN * THRESHOLD

/** Sets of constants that a PSO remembers, and costs of a shader; those used least recently are forgotten. */
export const MOST_ENTRIES = 512
export const MOST_COSTS = 256
