/**
 * The order of test files: what takes longest begins first, so that at the end no worker waits long for another's last file.
 * Vitest knows how long each took from the last run; in a clean clone there was none, and it would go by their sizes.
 */
import { BaseSequencer } from 'vitest/node'

/** Test files that take about ten seconds of a core or more in CI, the longest first. */
export const LONGEST = [
  'tests/main/session/index.conservation.test.ts',
  'tests/main/session/past/index.going-back.test.ts',
  'tests/main/cli/index.streams.test.ts',
  'tests/main/cli/index.failing-streams.test.ts',
  'tests/main/session/laboratory/delays/index.properties.test.ts',
  'tests/main/dxgkrnl/vidsch/index.properties.test.ts',
  'tests/scripts/cli-package.test.ts',
  'tests/torture/mutate/reading.test.ts',
  'tests/main/session/document/recording.plays.test.ts',
  'tests/main/session/perfetto/index.golden.test.ts',
  'tests/main/d3d12/background-processing/index.properties.test.ts',
  'tests/scripts/supervise.test.ts',
  'tests/main/session/frames/index.accumulation.test.ts',
  'tests/main/editor/editor-sets.test.ts',
  'tests/main/shell/index.faults.test.ts',
  'tests/main/session/commands/index.recorded.test.ts',
  'tests/main/session/document/project-file.test.ts',
  'tests/main/drivers/umd/glsl/cost.test.ts',
]

/**
 * @template {{ moduleId: string }} File
 * @param {readonly File[]} files as Vitest would take them
 * @returns {File[]} first those that take longest; the others stay in their order
 */
export function longestFirst(files) {
  const rank = (/** @type {File} */ { moduleId }) => {
    const at = LONGEST.findIndex((path) => moduleId.replaceAll('\\', '/').endsWith(`/${path}`))
    return at < 0 ? LONGEST.length : at
  }
  return [...files].sort((a, b) => rank(a) - rank(b))
}

export class LongestFirst extends BaseSequencer {
  /** @override @param {Parameters<BaseSequencer['sort']>[0]} files */
  async sort(files) {
    return longestFirst(await super.sort(files))
  }
}
