/** The words of the interface, each with one meaning, and the rules behind them. In the order of the alphabet. */

import { WHY_DROPPED } from './dropped'

export interface GlossaryTerm {
  term: string
  meaning: string
  rules: readonly string[]
}

export const TERMS: readonly GlossaryTerm[] = [
  {
    term: 'Background task',
    meaning:
      'A recompile of a shader that the driver queues while the app runs, carried out at low priority on threads of the runtime.',
    rules: ['BP-01', 'BP-26'],
  },
  {
    term: 'Block',
    meaning: 'A heap of the memory allocator from which many allocations get their ranges; 64 MiB by default.',
    rules: ['DF-01'],
  },
  {
    term: 'Bound',
    meaning: 'The fewest bytes that any policy could have paged in for the same work in the same memory.',
    rules: ['LB-11'],
  },
  {
    term: 'Branch',
    meaning: 'What becomes of a run when one goes back and acts differently; what came after is kept beside it.',
    rules: ['LB-02'],
  },
  {
    term: 'Budget',
    meaning: 'The local memory that the app may have in use. The system lowers it when other processes need memory.',
    rules: ['RS-09', 'RS-08'],
  },
  {
    term: 'Committed',
    meaning: 'All bytes of the app that lie in local memory: resident and evictable.',
    rules: ['RS-08'],
  },
  {
    term: 'Configured budget',
    meaning: 'The budget that the app is given while the other processes leave it that much: what is set in System.',
    rules: ['RS-09'],
  },
  {
    term: 'Context',
    meaning: 'A sequence of GPU work of one process, in order. Engines change between contexts, which costs time.',
    rules: ['GP-16'],
  },
  {
    term: 'Delay',
    meaning:
      'A press or a frame that was shown later than the first vertical blank it could have met. Its chain says what was waited for.',
    rules: ['LB-08'],
  },
  {
    term: 'Dropped frame',
    meaning: `A frame of the clip that was due and was not shown: ${WHY_DROPPED}.`,
    rules: ['LB-08', 'LB-10'],
  },
  {
    term: 'Evictable',
    meaning:
      'Evicted by the app but still in its memory segment: the memory can be taken, and until then comes back without a copy.',
    rules: ['RS-03', 'RS-04'],
  },
  {
    term: 'Eviction',
    meaning: 'Taking an allocation off the residency list. Its contents are kept.',
    rules: ['RS-01', 'RS-03'],
  },
  {
    term: 'Fence',
    meaning:
      'A counter that the GPU raises when it has finished what came before. What has a fence value above the completed one is still in use.',
    rules: ['TN-17', 'RS-07'],
  },
  {
    term: 'Finding',
    meaning: 'A rule that was broken: which one, by which resource, and when.',
    rules: [],
  },
  {
    term: 'Fragmentation',
    meaning: 'Free memory that lies in pieces. 0 %: in one piece; near 100 %: no piece is large.',
    rules: ['DF-03'],
  },
  {
    term: 'Frontier',
    meaning: 'Memory held against bytes paged in: the curve that no policy can pass which serves each press at once.',
    rules: ['LB-13'],
  },
  {
    term: 'Hitch',
    meaning: 'A packet of the GPU that had to wait because memory it needs had been taken under pressure.',
    rules: ['RS-10'],
  },
  {
    term: 'Idle',
    meaning: 'No input from the user for the threshold, in the real system or simulated. Then periodic trims come.',
    rules: ['TN-21', 'TN-22'],
  },
  {
    term: 'In segment',
    meaning: 'Lies in a memory segment now, whether the app has it on its residency list or not.',
    rules: ['RS-04', 'RS-08'],
  },
  {
    term: 'Late press',
    meaning: 'A press of an effect whose result was shown later than it could have been.',
    rules: ['LB-08'],
  },
  {
    term: 'Lazy and eager eviction',
    meaning: 'Lazy: memory that was evicted is taken when it is needed. Eager: at the earliest opportunity.',
    rules: ['RS-03'],
  },
  {
    term: 'Local and non-local memory',
    meaning: 'Local: the GPU’s own memory. Non-local: memory of the system that the GPU can reach.',
    rules: ['RS-08'],
  },
  {
    term: 'Packet',
    meaning: 'A piece of work that an engine of the GPU takes from its queue.',
    rules: ['GP-27'],
  },
  {
    term: 'Paged out',
    meaning: 'Not in a memory segment: the contents are in memory of the system, or there are none yet.',
    rules: ['RS-04'],
  },
  {
    term: 'Paging',
    meaning: 'Copying contents into a memory segment (page in) or out of it (page out), by packets of the system.',
    rules: ['RS-05', 'AN-17'],
  },
  {
    term: 'Pending',
    meaning: 'On the residency list, but still being paged in: it counts as usage already.',
    rules: ['RS-04', 'RS-05'],
  },
  {
    term: 'Periodic trim',
    meaning:
      'The system’s notification, while it is idle, that an app should evict what it has not used since the last one.',
    rules: ['TN-17', 'TN-21'],
  },
  {
    term: 'Policy',
    meaning: 'The rules by which an app decides what to make resident and what to evict.',
    rules: ['TN-20', 'LB-14'],
  },
  {
    term: 'Preemption',
    meaning: 'The scheduler’s request that an engine stops what it runs, so that more urgent work can go first.',
    rules: ['GP-06'],
  },
  {
    term: 'PSO',
    meaning: 'Pipeline state object: a compiled shader with its state. Variants of it are compiled in the background.',
    rules: ['BP-26'],
  },
  {
    term: 'Residency list',
    meaning: 'What the app requires to be in memory before its work runs.',
    rules: ['RS-01', 'RS-02'],
  },
  {
    term: 'Resident',
    meaning: 'On the residency list and in its segment.',
    rules: ['RS-04'],
  },
  {
    term: 'Segment',
    meaning: 'A part of memory that the video memory manager hands out: local, or the aperture over system memory.',
    rules: ['RS-08', 'RS-12'],
  },
  {
    term: 'TDR',
    meaning: 'Timeout detection and recovery: an engine that does not answer is reset, and its device is removed.',
    rules: ['GP-23'],
  },
  {
    term: 'Trim to budget',
    meaning: 'The system’s notification that an app is over its budget, and by how many bytes.',
    rules: ['TN-19', 'TN-24'],
  },
  {
    term: 'Usage',
    meaning: 'What is on the residency list, counted from the moment it is enqueued. Windows calls it CurrentUsage.',
    rules: ['RS-01', 'RS-08'],
  },
  {
    term: 'Variant',
    meaning:
      'A shader compiled with the constants folded in that were seen most; or, in a comparison, one of the runs.',
    rules: ['BP-26', 'LB-03'],
  },
  {
    term: 'Vertical blank',
    meaning:
      'The moment at which a display takes a new picture: 60 times a second, unless the project gives it another refresh rate.',
    rules: ['GP-09'],
  },
]
