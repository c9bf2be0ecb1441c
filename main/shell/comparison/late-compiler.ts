/**
 * When V8 gives a function to its slowest compiler. A run of ten simulated minutes is over before that has paid: in Electron 33
 * it took five of the eight seconds of processor time in which ten policies were compared, and what the compiler before it
 * makes is nearly as fast. Long runs still come to it.
 */
import { setFlagsFromString } from 'node:v8'

/** calls of a function after which it is given to it [3,000] (**choice**) */
const CALLS = 300_000

/** those that have the setting (Electron 33 has 13.0; 13.6 and 14.1 were tried, too); others say that they do not know it */
const KNOWS = /^1[34]\./

/**
 * From now on, in this process.
 * @param version of V8
 * @returns whether it knows the setting
 */
export function compileLate(version: string = process.versions.v8): boolean {
  if (!KNOWS.test(version)) return false
  setFlagsFromString(`--invocation-count-for-turbofan=${CALLS}`)
  return true
}
