/** A comparison that is done, and a row of one in which nothing stands out. */
import type { VariantComparisonView, VariantRow } from '../../preload/contract'

const MiB = 2 ** 20

export function variantRow(label: string, values: Partial<VariantRow> = {}): VariantRow {
  return {
    label,
    variant: {},
    isInput: false,
    policy: label,
    pageInBytes: 100 * MiB,
    localPageInBytes: 100 * MiB,
    comingIn: 0,
    bound: 50 * MiB,
    timesBound: 2,
    pageOutBytes: 0,
    localByteSeconds: 1000,
    peakLocalUsage: 200 * MiB,
    waitedForPaging: 0,
    framesDropped: 0,
    worstPress: 20_000,
    p99Press: 18_000,
    hitches: 0,
    evictions: 3,
    devicesRemoved: values.appDevicesRemoved ?? 0,
    appDevicesRemoved: 0,
    findings: [],
    findingsCount: 0,
    expectationsFailed: 0,
    pressesNotShown: 0,
    overBudget: 0,
    mostBudget: 200 * MiB,
    worstCompositorLatency: 900,
    p99CompositorLatency: 900,
    missedVerticalBlanks: 0,
    effectsCompleted: 4,
    effectsPerSecond: 1,
    contextSwitches: 0,
    contextSwitchTime: 0,
    engineResets: 0,
    best: [],
    sameAs: null,
    remark: '',
    ...values,
  }
}

/** As the window shows it: of the session, and of these rows. */
export function variantComparison(
  rows: VariantRow[],
  values: Partial<VariantComparisonView> = {},
): VariantComparisonView {
  return {
    state: 'done',
    done: rows.length,
    total: rows.length,
    share: 1,
    message: null,
    workload: '',
    derived: [],
    seed: 1,
    branch: null,
    rows,
    curves: [],
    from: 0,
    until: 10_000_000,
    frontier: null,
    advice: null,
    ...values,
  }
}
