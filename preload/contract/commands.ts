/** Everything that can be done to a session and to the app around it, and what comes back. */
import type { AppSettings } from './app-settings'
import type { DeviceSettings } from './device-settings'
import type { FaultKind, FaultSpec } from './faults'
import type { ImportOptions } from './imports'
import type {
  AllocationMode,
  BackgroundMode,
  ComparisonInput,
  DeviceProfile,
  EvictionMode,
  HandBehaviour,
  HResult,
  MeasurementsAction,
  MoveOperation,
  PolicyId,
  PolicyName,
  ResidencyPriority,
  Speed,
  Theme,
  WorkflowName,
} from './names'
import type {
  AllocateSpec,
  ClipSpec,
  ConstantValues,
  DefragmentationSpec,
  EffectSpec,
  FreeSpec,
  LooseResourceSpec,
  MediaFile,
  PanelLayout,
  SubmitSpec,
  SystemSettings,
  TimelineEdit,
  TransportSettings,
} from './specs'
import type { RecordPlace } from './views/delays'
import type { RecordedKey } from './views/laboratory'
import type { LessonId } from './views/lessons'

/** Settings of one group of the system, some of them. */
type GroupOf<Name extends keyof SystemSettings> = Exclude<SystemSettings[Name], undefined>

/** Everything that acts on the running simulation. */
export type SessionCommand =
  | { kind: 'run' }
  | { kind: 'pause' }
  /** runs the next event, or to the next display frame (1/60 s) when none is nearer */
  | { kind: 'step' }
  | { kind: 'setSpeed'; speed: Speed }
  | { kind: 'applyEffect'; effect: string }
  /** media are imported */
  | { kind: 'addEffect'; effect: Omit<EffectSpec, 'clip'> }
  | { kind: 'removeEffect'; effect: string }
  | { kind: 'undo' }
  | { kind: 'redo' }
  | { kind: 'setPolicy'; policy: PolicyId }
  /** changes of one `gesture` are undone together */
  | { kind: 'setBudget'; bytes: number; gesture?: number | undefined }
  /** `name`: which process ['other']; `foreground`: it comes to the front, or leaves it to the app */
  | { kind: 'setOtherProcess'; bytes: number; name?: string | undefined; foreground?: boolean | undefined }
  | { kind: 'setResidencyPriority'; id: number; priority: ResidencyPriority }
  /** DiscardResource: its contents are not kept until the GPU uses it again (AN-10) */
  | { kind: 'discard'; id: number }
  /** EnqueueMakeResident and Evict by hand, beside the policy, which does not know of it (RS-01, SC-14) */
  | { kind: 'makeResident'; id: number; denyOverbudget?: boolean | undefined }
  | { kind: 'evict'; id: number }
  /** a committed resource of no effect, which the policy is told of; Free releases it (SC-13) */
  | ({ kind: 'resource' } & LooseResourceSpec)
  /**
   * work of the app that uses them, full names, for which the policy makes all of them resident as it does for an effect
   * (SC-13); gpuTime in µs [3d, 1 ms]; `context`: one of its own [the app's]
   */
  | {
      kind: 'use'
      set: readonly string[]
      engine?: SubmitSpec['engine'] | undefined
      gpuTime?: number | undefined
      context?: string | undefined
    }
  /** SetVideoMemoryReservation of the local group */
  | { kind: 'reserve'; bytes: number }
  /** what another component of the app's process may use of a group's budget; only `dawn` and `dawn-fixed` heed it (PL-44) */
  | { kind: 'setExternalReservation'; group: 'local' | 'non-local'; bytes: number }
  /** Play: a steady stream of decode, effects and present, a frame every other vertical blank at most */
  | { kind: 'play'; playing: boolean }
  /** the playhead is put there, µs into the clip: a frame is rendered, the newest, one at a time */
  | { kind: 'seek'; position: number }
  /** what is left out stays; at least one of them */
  | ({ kind: 'setTransport' } & { [Name in keyof TransportSettings]?: TransportSettings[Name] | undefined })
  | ({ kind: 'submit' } & SubmitSpec)
  /** the next calls fail in that way; of a hang, the next packet of an app on the engine [any engine] */
  | ({ kind: 'inject' } & FaultSpec)
  /** what waits and says exactly this fails no call any more */
  | { kind: 'takeBackFault'; fault: FaultKind }
  /** of this and the next ones at least one setting; those left out stay */
  | ({ kind: 'setPreemption' } & GroupOf<'preemption'>)
  | ({ kind: 'setTdr' } & GroupOf<'tdr'>)
  | ({ kind: 'setCompositor' } & GroupOf<'compositor'>)
  | ({ kind: 'setCpu' } & GroupOf<'cpu'>)
  /**
   * Runs an input under each of what is named, any product of two of them (LB-03), off the main thread. `preemption`: every
   * model and granularity (GP-28). `input`: what was done so far; the same, parted at `from` (µs) [now], from where on what
   * is still to be played belongs to it; or the file that is open for it ['session']. Budgets in bytes
   */
  | {
      kind: 'compareVariants'
      policies?: PolicyId[] | undefined
      budgets?: number[] | undefined
      profiles?: DeviceProfile[] | undefined
      preemption?: true | undefined
      input?: ComparisonInput | undefined
      from?: number | undefined
    }
  /** gives up whatever the laboratory is at */
  | { kind: 'cancelVariants' }
  /** runs two of those that were compared beside each other (LB-06): their places in the table */
  | { kind: 'compareRuns'; one: number; other: number }
  /** runs one of them again for the records that a number of its row stands on, but for the first `skip`, of a resource or all */
  | {
      kind: 'showRecords'
      row: number
      column: RecordedKey
      resource?: string | undefined
      skip?: number | undefined
    }
  | { kind: 'closeComparisonInput' }
  /** `event`: a name for the event that the completion signals; `drain`: when what was submitted has finished (BP-23) */
  | {
      kind: 'setBackgroundProcessingMode'
      mode: BackgroundMode
      action: MeasurementsAction
      event?: string | undefined
      drain?: boolean | undefined
    }
  | { kind: 'setDeveloperMode'; on: boolean }
  /** values of an effect's shader constants; those not named stay. Changes of one `gesture` are undone together */
  | { kind: 'setConstants'; effect: string; constants: ConstantValues; gesture?: number | undefined }
  /** `track`: it is put on that video track [it is among the media alone], `at` a moment there, in µs [at its end] */
  | ({ kind: 'importClip'; track?: number | undefined; at?: number | undefined } & ClipSpec)
  /** what the clip shows from now on; null: the sample footage. Files are for a person to choose: never from the page */
  | { kind: 'relinkClip'; clip: string; file: MediaFile | null }
  | { kind: 'timeline'; change: TimelineEdit }
  | { kind: 'removeClip'; clip: string }
  /** resolution of the project: effects and proxies are made anew in the sizes that follow */
  | { kind: 'setProject'; width: number; height: number }
  /** effects are made anew, committed or placed */
  | { kind: 'setAllocation'; mode: AllocationMode }
  | ({ kind: 'allocate' } & AllocateSpec)
  | ({ kind: 'free' } & FreeSpec)
  /** `allocation`: of the allocator, as in the heap map (DF-20) */
  | { kind: 'setMovable'; allocation: number; movable: boolean }
  /** ID3D12Resource::Map and Unmap of memory that the CPU sees, and a write through the mapping (DF-15); `allocation` as there */
  | { kind: 'map'; allocation: number }
  | { kind: 'unmap'; allocation: number }
  | { kind: 'write'; allocation: number }
  | ({ kind: 'beginDefragmentation' } & DefragmentationSpec)
  /** BeginPass: plans the moves of a pass, which then wait for `endPass` */
  | { kind: 'beginPass' }
  /** of a move of the pass that waits, by its place in it */
  | { kind: 'setMoveOperation'; move: number; operation: MoveOperation }
  /** copies, waits for the GPU, and calls EndPass */
  | { kind: 'endPass' }
  /** passes follow one another to the end */
  | { kind: 'runDefragmentation' }
  /** the context is released: what waits is cancelled */
  | { kind: 'endDefragmentation' }
  /** every algorithm on the state as it is, off the main thread */
  | {
      kind: 'compareDefragmentation'
      maxBytesPerPass?: number | undefined
      maxAllocationsPerPass?: number | undefined
    }
  | { kind: 'cancelDefragmentationComparison' }
  /** the dump that is open becomes pools of the running system, to be defragmented (DF-23) */
  | { kind: 'layout' }
  | { kind: 'closeDump' }
  | { kind: 'workflow'; workflow: WorkflowName }
  /** the app renders the frame at the playhead so many times, each after the one before, while it does not play */
  | { kind: 'frames'; count: number }
  | { kind: 'cancelWorkflow' }
  /** after a removal, or at any time: the app creates its device and everything on it anew (RS-07) */
  | { kind: 'recreateDevice' }
  | { kind: 'setEvictionMode'; mode: EvictionMode }
  | ({ kind: 'setPeriodicTrim' } & GroupOf<'periodicTrim'>)
  | { kind: 'periodicTrim' }
  | { kind: 'restartPeriodicTrim' }
  /** without `bytes`: what the app is over its budget by now */
  | { kind: 'trimToBudget'; bytes?: number | undefined }
  | { kind: 'notify'; flags: number; bytes: number }
  | { kind: 'idle'; idle: boolean }
  /** the session of the emulated operating system is locked, or no more; the system is suspended, or resumes (TN-23) */
  | { kind: 'lock'; locked: boolean }
  | { kind: 'suspend'; suspended: boolean }
  | { kind: 'registerCallback'; callback: string; context: string; behaviour: HandBehaviour }
  /** any number: what is not a cookie fails as the API does */
  | { kind: 'unregisterCallback'; cookie: number }
  | { kind: 'selectResource'; id: number | null }
  /** shows the chain of a delay, by its number; `under-way`: of the frame that is waited for, or of the last one that was late */
  | { kind: 'selectDelay'; id: number | 'under-way' | null }
  /** shows a record of the run's trace, by its line and its moment, with its neighbours (LB-09); null: none */
  | { kind: 'showTraceLine'; record: RecordPlace | null }
  /** the simulated system starts again with the project as it is; simulated time returns to 0 */
  | { kind: 'restartSimulation' }
  /**
   * the same project on another device; the simulation starts again. `profile` null: none, simple constants; a setting that is
   * null is the profile's, or none; what is left out is the profile's, or as it is where that is left out too
   */
  | {
      kind: 'setDevice'
      profile?: DeviceProfile | null | undefined
      settings?: Partial<DeviceSettings> | undefined
    }
  /** the same project with other pixels or another allocator; the simulation starts again. What is left out stays; at least one */
  | ({ kind: 'setApp' } & { [Name in keyof AppSettings]?: AppSettings[Name] | undefined })
  /** how the panels of the window lie: Save has it, and the project opens so */
  | { kind: 'setPanelLayout'; layout: PanelLayout }
  /**
   * to an earlier moment of the line that is shown, or of another branch, µs (LB-02): it is only looked at until a command
   * acts there or time goes on, which begins a branch
   */
  | { kind: 'goTo'; time: number; branch?: number | undefined }
  /** to the end of a branch, which goes on from there */
  | { kind: 'returnTo'; branch: number }
  /** to the end of the run that the simulation was restarted in, with its branches; the run that is shown is that one then */
  | { kind: 'returnToRunBefore' }
  /** to a moment of a run that was compared, by its place in the table, µs: it becomes a branch, named as it is there (LB-06) */
  | { kind: 'openRun'; row: number; time: number }
  | { kind: 'renameBranch'; branch: number; name: string }
  | { kind: 'deleteBranch'; branch: number }
  /** that which was deleted last is there again; then the one before it */
  | { kind: 'restoreBranch'; branch: number }
  /** where two of them part, and what each resource costs in either (LB-06), off the main thread */
  | { kind: 'compareBranches'; branches: number[] }
  | { kind: 'cancelBranchComparison' }
  /** gives up what takes long to open or to go to; what ran before goes on */
  | { kind: 'cancelOpening' }

/** Handled by the shell: files, dialogs, window. */
export type ShellCommand =
  /** what is left out is the default project's; where a profile is named, what it says is its own */
  | {
      kind: 'newProject'
      profile?: DeviceProfile | null | undefined
      settings?: Partial<DeviceSettings> | undefined
      policy?: PolicyName | undefined
    }
  | { kind: 'openProject'; path?: string | undefined }
  | { kind: 'saveProject' }
  | { kind: 'saveProjectAs' }
  /** what was done since the simulation started, as a scenario that does it again (SC-12) */
  | { kind: 'saveRecording' }
  /** the whole of the run so far as a trace for Perfetto (LB-17) */
  | { kind: 'exportPerfetto' }
  | { kind: 'setTheme'; theme: Theme }
  /** what an app that died had not saved becomes the project, or goes for good */
  | { kind: 'restoreRecovery' | 'discardRecovery'; id: string }
  | { kind: 'dismissNotice'; id: string }
  /** in the system's file manager, by the number that it has in `saved` of the project's view */
  | { kind: 'showSaved'; id: number }
  /** opens or closes the page with the questions, or says whether the app starts with it */
  | { kind: 'showStart'; open: boolean }
  | { kind: 'setStartPage'; atStart: boolean }
  /** a scenario that ships with the app, by its file in EXAMPLES, as a project that has no file yet */
  | { kind: 'openExample'; file: string }
  /** the project waits as it is until the lesson is left */
  | { kind: 'openLesson'; lesson: LessonId }
  | { kind: 'leaveLesson' }
  /** the allocator's state as the D3D12MA JSON dump (DF-23) */
  | { kind: 'saveDump' }
  | { kind: 'openDump'; path?: string | undefined }
  /** a recording of another program becomes the project (LB-19) */
  | { kind: 'importCapture'; path?: string | undefined; options?: ImportOptions | undefined }
  /** a picture or video that a person has dropped becomes a clip that is read from it again; asked by the preload alone */
  | ({ kind: 'importMedia'; path: string; track?: number | undefined; at?: number | undefined } & Omit<
      ClipSpec,
      'file'
    >)
  /** looks at the file of a clip: the page may read it then, in MEDIA_FOLDER by its fingerprint; else says why not */
  | { kind: 'openMedia'; clip: string }
  /** asks for another file for a clip */
  | { kind: 'locateMedia'; clip: string }
  /** asks where to save, then writes; PNG as a data URL, CSV as text */
  | { kind: 'exportFile'; suggestedName: string; format: 'png' | 'csv'; content: string }
  /** asks for a scenario or recording to compare on; what runs stays */
  | { kind: 'openComparisonInput' }
  /**
   * the comparison as one HTML file (LB-18); what was compared, of a file or of a run that is over, becomes the session, so
   * that its runs can be opened (LB-06)
   */
  | { kind: 'saveComparison' | 'openCompared' }
  /**
   * asks for the module of a policy of one's own, which is in charge then; or reads again the one that was refused last,
   * without one that in charge (LB-14)
   */
  | { kind: 'openPolicy' | 'reloadPolicy' }

export type Command = SessionCommand | ShellCommand

/** Failure is a result: `message` says what was found, what was expected and what to do. */
export type CommandResult =
  /** @property saved path of the file that was written */
  | { ok: true; hresult?: HResult; message?: string; cookie?: number; saved?: string }
  | { ok: false; message: string; hresult?: HResult; cookie?: number; cancelled?: boolean }
