import { FAULTY_POLICIES, POLICY_NAMES, type PolicyId, type PolicyName } from '../../../preload/contract'

/** What each policy does, in a sentence, with its clause. */
export const POLICY_TEXT: Readonly<Record<PolicyName, string>> = {
  none: 'Never evicts and takes no notice of notifications: what became resident stays resident (TN-20).',
  'submission-lru':
    'At each submission, evicts what none of the last three submissions used; takes no notice of notifications (TN-20).',
  'mapping-layer':
    'As 9on12, 11on12 or GLon12: submission LRU and a budget check at each submission, no periodic heuristic (TN-20, TN-37).',
  'mapping-layer-periodic':
    'The mapping layer brought up to date: it also handles notifications as fence-lru does (TN-20).',
  'driver-managed':
    'What D3D9 and D3D11 stacks did by themselves: submission LRU and an own periodic trim every 10 s, without notifications (TN-20).',
  'fence-lru':
    'The documented advice: a periodic trim evicts what no fence has referenced since the one before; a budget trim goes least recently used first (TN-17 to TN-19).',
  'creative-app':
    'The sample creative app as written; its three faults are reproduced and reported as findings (TN-26 to TN-34).',
  'creative-app-fixed':
    'The sample creative app with its faults mended: it trims only what is unused since the last notification, and guards by completed fences (TN-34).',
  'd3dx12-residency':
    'The published D3DX12Residency library: coldest first, ageing under pressure, batches that wait for the GPU when memory is short; its four faults are reproduced and reported as findings (TN-38, TN-39).',
  'd3dx12-residency-fixed':
    'The D3DX12Residency library with its four faults mended: it passes on every eviction, stops at the target, trims only completed work and handles RESTART (TN-39).',
  'translation-layer':
    'Microsoft’s D3D12TranslationLayer, under 9on12 and 11on12: one list, ageing under pressure, a budget that it reads once a second; its eight faults are reproduced and reported as findings (PL-07 to PL-12).',
  'translation-layer-fixed':
    'D3D12TranslationLayer’s manager with its faults mended: it counts what it makes resident and evicts no more than it must; it still waits for the coldest submission (PL-13).',
  glon12:
    'Mesa’s D3D12 driver (GLon12) as released in 25.0: takes no notifications, ages under pressure, makes resident in batches of 128; its faults are reproduced and reported as findings (PL-14 to PL-17).',
  'glon12-trim':
    'Mesa’s D3D12 driver on its main branch of 2026: as glon12, and takes notifications; its faults are reproduced and reported as findings (PL-18 to PL-21).',
  dawn: 'Dawn, which is WebGPU in Chrome: keeps 95 % of each budget by evicting the coldest, and waits for all that it does; its four faults are reproduced and reported as findings (PL-30 to PL-36).',
  'dawn-fixed':
    'Dawn’s manager with its four faults mended: both groups are made resident, reservations do not wrap, and out of memory it evicts before it gives up (PL-36).',
  clock:
    'DXVK’s second-chance clock on D3D12: every half second a hand moves over chunks of memory, and what was not used since its last visit is queued; bounded evictions at each press (PL-37 to PL-40).',
  'vkd3d-proton':
    'Submission LRU on vkd3d-proton’s layer, which evicts nothing: calls become priorities, and under pressure the system pages out the lowest first; its three faults are reproduced and reported as findings (PL-41 to PL-43).',
  'vkd3d-proton-fixed':
    'vkd3d-proton’s layer that counts what is created not resident from 0, and never below 0 (PL-43).',
  '2q': 'Research, 1994: what is used once passes through a queue, and only what is asked for again after leaving it is kept least recently used last, so that a scan flushes nothing.',
  arc: 'Research, 2003: two lists, for what was used once and for what was used again, whose shares follow which of the two it regrets having evicted.',
  lirs: 'Research, 2002: keeps what comes back after a short time, and lets all else pass through a small part of memory.',
  's3-fifo':
    'Research, 2023: three first-in-first-out queues; what is not used again soon leaves early, and comes into the main queue only if it returns.',
  sieve:
    'Research, 2024: one queue in which nothing moves; a hand spares what was used since it came by, and keeps its place.',
  gdsf: 'Research, 1998: evicts what is large and seldom used; what came in long ago is outbid in time by what comes in now.',
  'w-tinylfu':
    'Research, 2017: a small window, and a main part into which comes only what was used more often than what would have to go for it.',
  dtr: 'Research, 2021: evicts what is cheap to have again for its size and was not used for long: cost ÷ (size × staleness).',
}

/** What a policy does, with its clause, and whether it has faults; undefined: it is one of your own. */
export function policyText(policy: PolicyId): string | undefined {
  const name = POLICY_NAMES.find((one) => one === policy)
  if (name === undefined) return undefined
  return FAULTY_POLICIES.includes(name) ? `Faulty, as published. ${POLICY_TEXT[name]}` : POLICY_TEXT[name]
}
