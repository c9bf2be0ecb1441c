/** Residency lists, budgets and paging (WDDM 2). */
import type { Rules } from './rule'

export const RESIDENCY_RULES: Rules = {
  'RS-01': {
    title: 'MakeResident and Evict are counted',
    severity: 'error',
    rule: 'MakeResident puts an allocation on the device’s residency list and counts up; Evict counts down; only at 0 does it leave the list. A call with no objects, or an Evict of what is not on the list, is an error.',
    means:
      'n calls of MakeResident need n of Evict: one too many of either keeps memory for ever or takes it too early.',
    fix: 'Let one component own residency, and call only when its state changes.',
  },
  'RS-02': {
    title: 'Everything on the list is resident before the device runs',
    severity: 'note',
    rule: 'No context of a device is scheduled until all allocations on the device’s residency list are in memory.',
    means: 'One allocation that does not fit holds up everything of that device.',
    fix: 'Keep the list to what is needed: evict what is idle.',
  },
  'RS-03': {
    title: 'Evict is a promise, not a copy',
    severity: 'note',
    rule: 'After Evict the contents are kept. Lazy: the memory is taken only when it is needed, and until then making it resident again costs nothing. Eager: it is paged out at the earliest opportunity.',
    means: 'On a machine with room evicting is nearly free; under pressure it decides what goes first.',
    fix: 'Choose the mode in System and compare the bytes paged.',
  },
  'RS-04': {
    title: 'Three states of an allocation',
    severity: 'note',
    rule: 'Resident: on the list. Evictable: off the list, still in its segment. Paged out: in system memory, or never yet resident. While it is being paged in it is resident, with paging pending.',
    means: 'What is evicted may still take memory, and may come back without a copy.',
    fix: 'The Map in Memory shows the state of each cell.',
  },
  'RS-05': {
    title: 'EnqueueMakeResident does not block',
    severity: 'note',
    rule: 'The work goes to the device’s paging queue and ends with a fence; the GPU waits for that fence, not the thread. It takes the bytes over the paging bandwidth; what can be done at once needs no paging work.',
    means: 'A large batch delays the packet that needs it, not the call.',
    fix: 'Make resident early, what is needed first.',
  },
  'RS-06': {
    title: 'Making resident failed',
    severity: 'error',
    rule: 'With DENY_OVERBUDGET a request that would exceed the budget fails with E_OUTOFMEMORY and says by how much; without it only what could never fit fails. Nothing is changed then.',
    means: 'The press is not applied: nothing of its set became resident.',
    fix: 'Evict first, or ask for less at once; a set larger than the segment cannot be used in one submission.',
  },
  'RS-07': {
    title: 'The GPU needs what is not resident, or its device is removed',
    severity: 'error',
    rule: 'Residency is checked when a packet starts. Using an allocation that is not on the residency list removes the device: every later call fails with DXGI_ERROR_DEVICE_REMOVED. Evicting what a running packet uses is reported too, and the page-out waits for the packet.',
    means: 'A device that is removed has to be created anew by the app, with everything on it.',
    fix: 'Never evict what a submission in flight uses: compare with completed fence values. Recreate device brings the effects back.',
    keptBy: ['creative-app-fixed', 'fence-lru', 'd3dx12-residency-fixed'],
  },
  'RS-08': {
    title: 'What QueryVideoMemoryInfo tells',
    severity: 'note',
    rule: 'For local and non-local memory: Budget, CurrentUsage, AvailableForReservation, CurrentReservation. CurrentUsage counts what is on the residency list, from the moment it is enqueued; what is evictable does not count. A reservation must be available, and is refused otherwise.',
    means: 'Usage can be far below what lies in the segment.',
    fix: 'Compare Usage with Committed in the status bar.',
  },
  'RS-09': {
    title: 'The budget moves',
    severity: 'note',
    rule: 'The budget is the configured one, but at most 90 % of the segment less what other processes use, rounded down to 64 KiB; the foreground process is served first.',
    means: 'An app that fits today may be over its budget when a game starts.',
    fix: 'Read it often, and answer TRIM_TO_BUDGET. Move Other process in System to see it.',
  },
  'RS-10': {
    title: 'Whom the kernel takes memory from',
    severity: 'warning',
    rule: 'Under real pressure the kernel pages out evictable memory first, lowest priority and longest evictable first; then resident memory of processes over their budget, background processes first, which stalls them. A priority that does not exist is refused.',
    means: 'What is taken while resident is a hitch: the next packet waits for it to come back.',
    fix: 'Stay within the budget by evicting what is idle, and give priorities to what must stay.',
  },
  'RS-12': {
    title: 'Nothing is lost and nothing overlaps',
    severity: 'note',
    rule: 'In each segment committed and free bytes make its size, at every moment; every allocation is in one state.',
    means: 'The numbers of the instruments always add up.',
    fix: 'It is checked after every event in the tests.',
  },
  'RS-15': {
    title: 'Placed resources share their heap’s residency',
    severity: 'note',
    rule: 'Making a placed resource resident, or evicting it, acts on its heap and so on all that lies in it. A committed resource has a heap of its own.',
    means: 'One resource in use keeps a whole heap.',
    fix: 'Put into one heap what is used together.',
  },
}
