/**
 * When V8 gives functions to its compilers. What they make is faster, but has to be made, by threads that take the processor
 * from everything else; where there is more to do once than often it is better that they come late.
 */
import { setFlagsFromString } from 'node:v8'

/**
 * Of the slowest compiler, for comparisons. A run of ten simulated minutes is over before that has paid: in Electron 33 it took
 * five of the eight seconds of processor time in which ten policies were compared, and what the compiler before it makes is
 * nearly as fast. Long runs still come to it. Calls of a function: 300,000 [3,000] (**choice**)
 */
export const FOR_COMPARISONS = '--invocation-count-for-turbofan=300000'

/**
 * Of the compiler before that, for the page. To show the editor it compiled 180 functions: of the processor time that a page
 * takes which is loaded again that was a third, beside the process that paints. What draws each frame is called as often as
 * this within half a minute. Calls of a function: 2,000 [400] (**choice**)
 */
export const FOR_THE_PAGE = '--invocation-count-for-maglev=2000'

export type CompilerSetting = typeof FOR_COMPARISONS | typeof FOR_THE_PAGE

/** those that have both (Electron 33 has 13.0; 13.6, 14.1 and 14.6 were asked, too); others say that they do not know them */
const KNOWS = /^1[34]\./

/** @param version of V8 @returns whether it knows the settings */
export function knowsSettings(version: string = process.versions.v8): boolean {
  return KNOWS.test(version)
}

/**
 * From now on, in this process.
 * @param version of V8
 * @param set tells V8
 * @returns whether it knows the setting
 */
export function compileLate(
  setting: CompilerSetting,
  version: string = process.versions.v8,
  set: (setting: string) => void = setFlagsFromString,
): boolean {
  if (!knowsSettings(version)) return false
  set(setting)
  return true
}
