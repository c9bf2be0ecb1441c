/**
 * What the recording of a real machine has (SteamVR, Windows 10 1803, an AMD GPU, 2.15 s, two displays), for the figures of
 * the profile measured-2018 and for comparing runs with it. µs, medians. One machine and one workload: a check of
 * plausibility, no calibration. It has no transfer of data and no fill: of `pagingBandwidth`, `copyBandwidth` and
 * `fillBandwidth` nothing can be said, and the profile leaves the format's defaults (a fill takes no time, AN-10).
 */
export const MEASURED_2018 = {
  /** a packet of the compositor's on the GPU; 90 % are below 232, 99 % below 794 */
  compositorGpuTime: 112,
  /** a preemption request, until its packet is submitted; 6.4 to 12.2 */
  requestReachesEngine: 9.3,
  /** from a request to the stop, of the 14 that stopped something; 50 to 376. The save is this without the request */
  requestToStop: 193,
  /** from a stop to the next packet's start; 22 to 59. The turn-around is this without the restore of 10 */
  stopToNextStart: 39,
  /** one paging DMA packet without data, as of a mapping or a page table; 9.9 to 88.5 */
  pagingOperation: 36.9,
  /** new memory, from when its MakeResident is begun until it is done; 103 to 423. The batch is this without its packet */
  newMemoryResident: 177,
  /** before the first byte of a page-in, and 64 KiB at 8 GiB/s: derived, as there was no transfer in the recording */
  pageIn64KiB: 208,
  /** what remained of quanta when packets started: 5,000, 7,500 and 10,000 */
  longestQuantum: 10_000,
  /** vertical blanks per second; the headset in direct mode, of 90 Hz, is no display of the desktop */
  refreshRates: [60, 144],
  /** preemption attempts: all, those that preempted, and those refused for a quantum (results 11 and 12) */
  attempts: { all: 3679, success: 17, refusedForQuantum: 97 },
} as const
