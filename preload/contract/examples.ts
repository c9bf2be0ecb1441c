/** The scenarios that ship with the app, by topic, each with what it shows in one line: for File > Examples and Start. */

export interface ExampleView {
  /** in resources/scenarios */
  readonly file: string
  readonly line: string
}

export const EXAMPLES: readonly { readonly topic: string; readonly examples: readonly ExampleView[] }[] = [
  {
    topic: 'Trimming, budgets and paging',
    examples: [
      { file: 'sample-life.json', line: 'The sample’s life' },
      { file: 'idle-trimming.json', line: 'Idle trimming by context fences' },
      { file: 'lock-suspend-resume.json', line: 'The cadence through lock, suspend and resume' },
      { file: 'budget-drop.json', line: 'The budget drops' },
      { file: 'game-in-front.json', line: 'A game comes to the front and takes the memory' },
      {
        file: 'over-commit.json',
        line: 'Over-commitment: what is resident is paged out, and the next use of it is a hitch',
      },
      { file: 'paging-lazy.json', line: 'Lazy paging: evicted memory stays in place until it is needed' },
      { file: 'paging-eager.json', line: 'Eager paging: evicted memory is paged out at once' },
      { file: 'small-va-space.json', line: 'Paging in chunks of a small VA space' },
    ],
  },
  {
    topic: 'Callbacks, faults and lost devices',
    examples: [
      { file: 'slow-callback.json', line: 'A callback that takes time, and budget changes merged behind it' },
      { file: 'faulty-callbacks.json', line: 'Callbacks that throw, and a registration that fails' },
      { file: 'stale-registration.json', line: 'A stale registration after the policy changed' },
      { file: 'device-removed.json', line: 'Evicting what is in flight removes the device' },
      { file: 'device-recreated.json', line: 'A removed device and its recreation' },
    ],
  },
  {
    topic: 'Policies of published libraries',
    examples: [
      { file: 'd3dx12-memory-pressure.json', line: 'D3DX12Residency under memory pressure' },
      { file: 'd3dx12-faults.json', line: 'The faults of D3DX12Residency' },
      { file: 'd3dx12-faults-fixed.json', line: 'D3DX12Residency, mended' },
      { file: 'never-touched-mapping-layer.json', line: 'A never-touched 1 GiB effect under a mapping layer' },
      {
        file: 'never-touched-mapping-layer-periodic.json',
        line: 'A never-touched 1 GiB effect with periodic trim notifications',
      },
      {
        file: 'never-touched-side-by-side.json',
        line: 'A never-touched 1 GiB effect, before and after the mapping layer takes notifications',
      },
      {
        file: 'published-clock.json',
        line: 'DXVK’s second-chance clock on D3D12: what was not used since the hand came by goes',
      },
      {
        file: 'published-dawn.json',
        line: 'Dawn (WebGPU in Chrome), as published: a reservation of others that wraps',
      },
      { file: 'published-dawn-fixed.json', line: 'Dawn (WebGPU in Chrome) without its faults' },
      {
        file: 'published-glon12.json',
        line: 'Mesa’s GLon12 as released in 25.0: no notifications, so an idle app keeps all',
      },
      { file: 'published-glon12-trim.json', line: 'Mesa’s GLon12 on its main branch: periodic trims give memory back' },
      {
        file: 'published-translation-layer.json',
        line: 'D3D12TranslationLayer’s residency manager (9on12, 11on12), as published',
      },
      {
        file: 'published-translation-layer-fixed.json',
        line: 'D3D12TranslationLayer’s residency manager without its faults',
      },
      {
        file: 'published-vkd3d-proton.json',
        line: 'vkd3d-proton’s layer: what is evicted keeps its place until the system needs it, lowest priority first',
      },
    ],
  },
  {
    topic: 'Policies of research',
    examples: [
      { file: 'research-2q.json', line: '2Q: what comes back as a ghost is kept, and a scan passes through the queue' },
      { file: 'research-arc.json', line: 'ARC: its two lists change their shares by the ghosts that come back' },
      {
        file: 'research-dtr.json',
        line: 'DTR: cost over size and staleness, so that a small resource outlives a large one',
      },
      {
        file: 'research-gdsf.json',
        line: 'GDSF: large before small, and what was used often long ago is outbid in time',
      },
      { file: 'research-lirs.json', line: 'LIRS: what comes back after a short time takes the place of what did not' },
      {
        file: 'research-s3-fifo.json',
        line: 'S3-FIFO: what is used more than once moves to the main queue, and a scan leaves early',
      },
      { file: 'research-sieve.json', line: 'SIEVE: a hand spares what was used, and keeps its place' },
      {
        file: 'research-w-tinylfu.json',
        line: 'W-TinyLFU: what was used less than what would go for it is not admitted',
      },
    ],
  },
  {
    topic: 'GPU scheduling and hangs',
    examples: [
      { file: 'gpu-playback.json', line: 'Play: decoding, effects and presenting beside the desktop and a game' },
      {
        file: 'gpu-long-effect-win7.json',
        line: 'A long effect under the Windows 7 model: the desktop waits for its packets',
      },
      {
        file: 'gpu-long-effect-win8.json',
        line: 'A long effect under the Windows 8 model: the desktop is drawn between two pixels of it',
      },
      {
        file: 'gpu-split-interleaved.json',
        line: 'A split DMA buffer: another process and the desktop run between its parts',
      },
      {
        file: 'gpu-paging-preempted.json',
        line: 'Paging on the 3D engine: what is held back for the desktop comes again ahead of it, with the fence ids that it had',
      },
      {
        file: 'gpu-tearing.json',
        line: 'Without FlipOnVSyncMmIo the picture tears when the engine is preempted while a flip is pending',
      },
      {
        file: 'gpu-hang.json',
        line: 'A hang: the engine is asked, then reset; the app makes its device anew and goes on',
      },
      {
        file: 'gpu-hang-limit.json',
        line: 'Hangs that the adapter has to be reset for: five are survived, the sixth within a minute is a bug check',
      },
      {
        file: 'gpu-process-blocked.json',
        line: 'A process whose work hangs five times is blocked from the GPU; the app and the desktop go on',
      },
    ],
  },
  {
    topic: 'Defragmentation',
    examples: [
      {
        file: 'df-checkerboard.json',
        line: 'Checkerboard: an effect finds no room though enough is free, then defragmentation makes it',
      },
      { file: 'df-step.json', line: 'Defragmentation a call at a time, with an operation for each move' },
      {
        file: 'df-playback.json',
        line: 'Defragmentation during playback: 1 ms of copying per frame, and no vertical blank is missed',
      },
      {
        file: 'df-unmovable.json',
        line: 'Unmovable allocations: pinned ones keep blocks, a pool of its own for what moves does not; IGNORE and DESTROY',
      },
      { file: 'df-linear-refused.json', line: 'Pools that cannot be defragmented: linear, always committed' },
      { file: 'df-evicted.json', line: 'Evicted memory: skipped, then brought back to be moved' },
      { file: 'df-stale.json', line: 'Descriptors and a mapping from before a move: the heap stays, then it is gone' },
      {
        file: 'df-random-churn.json',
        line: 'Random churn: allocations of many sizes come and go, clips and effects too',
      },
      { file: 'df-dump-layout.json', line: 'Heaps filled as a dump has them, then defragmented' },
      {
        file: 'df-18000-allocations.json',
        line: '18,000 allocations over 700 blocks, defragmented within 2 ms of copying per frame',
      },
    ],
  },
  {
    topic: 'Background processing',
    examples: [
      {
        file: 'bp-dispatch.json',
        line: 'Who compiles: the runtime’s threads on a free core, on a busy one, or the app’s own task system',
      },
      {
        file: 'bp-smt.json',
        line: 'Two threads on a core: frames and the shader that is compiled beside them slow each other down',
      },
      {
        file: 'bp-turn-off.json',
        line: 'Background processing turned off while shaders are compiled: two replays of a frame take identical time',
      },
      {
        file: 'bp-prime-benchmark.json',
        line: 'A benchmark primes the driver until it wants no further measurements, and measures then',
      },
      {
        file: 'bp-pix-single-frame.json',
        line: 'The PIX single-frame workflow: train, commit at high priority with profiling disabled, repeat, then replay',
      },
      {
        file: 'bp-commit-while-disabled.json',
        line: 'A commit in the call that disables background work: its own tasks execute, later ones do not',
      },
      {
        file: 'bp-effect-removed-during-compile.json',
        line: 'An effect is removed while its shaders are compiled: the tasks end, their results are dropped',
      },
      {
        file: 'bp-driver-throws.json',
        line: 'A driver that throws, and queueing that fails: what was lost is measured again',
      },
    ],
  },
  {
    topic: 'Integrated and linked GPUs, device profiles',
    examples: [
      { file: 'integrated-eviction.json', line: 'Integrated GPU: decompressed before it is evicted' },
      { file: 'integrated-corruption.json', line: 'Integrated GPU: without NotifyEviction the contents are lost' },
      { file: 'driver-fails.json', line: 'Integrated GPU: a driver that fails to build a paging buffer' },
      {
        file: 'driver-fails-at-chunk.json',
        line: 'Linked integrated GPUs: a driver that fails at one chunk, for one notification, on one adapter',
      },
      { file: 'profile-integrated.json', line: 'The sample on an integrated GPU' },
      { file: 'profile-linked.json', line: 'The sample on two linked GPUs' },
      { file: 'profile-discrete-2gib.json', line: 'The sample on a discrete GPU with 2 GiB' },
      { file: 'profile-discrete-8gib.json', line: 'The sample on a discrete GPU with 8 GiB' },
      { file: 'profile-discrete-24gib.json', line: 'The sample on a discrete GPU with 24 GiB' },
    ],
  },
  {
    topic: 'Recordings of real programs',
    examples: [
      { file: 'imported/llm-conversations.json', line: 'A language model that serves conversations' },
      { file: 'imported/radeon-memory.json', line: 'AMD Radeon RX 6600: the memory of a program over 34 s' },
      { file: 'imported/steamvr.json', line: 'SteamVR: a quarter of a second of GPU work, from a log of Windows' },
    ],
  },
]
