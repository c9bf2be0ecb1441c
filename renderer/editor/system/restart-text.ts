/** What a restart of the simulated system keeps. @param isScenario one with steps plays */
export function restartText(isScenario: boolean): string {
  return isScenario
    ? 'The scenario starts again at 0 s with its first step, and keeps what was added or set by hand; Branches leads back.'
    : 'The simulated system starts again at 0 s with the project as it is; Branches leads back.'
}
