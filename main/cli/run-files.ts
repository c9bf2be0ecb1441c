/** The files of one run that are written while it goes on: its trace, that for Perfetto, and its references. */
import { ReferenceCsv } from '../session/laboratory/bound/csv'
import { PerfettoRecorder, perfettoFormOf, type WrittenRun } from '../session/perfetto/recorder'
import { together } from '../session/run/followers'
import type { RunFollower, RunOptions } from '../session/run/runner'
import { type CliIo, STDOUT, UnreadError } from './io'
import { type Output, openOutput } from './output'
import type { OutputPaths } from './outputs'

export class RunFiles {
  private readonly files: Output[] = []
  private readonly followers: RunFollower[] = []
  private readonly ends: ((now: number) => void)[] = []
  /**
   * @param sink gets the trace's text where no file does
   * @throws FileError when one of them cannot be written to; then none is kept
   */
  constructor(
    private readonly paths: OutputPaths,
    private readonly io: CliIo,
    run: WrittenRun,
    private sink?: RunOptions['sink'],
  ) {
    try {
      this.open(run)
    } catch (error) {
      this.discard()
      throw error
    }
  }

  /** What the run is given for them. */
  get options(): Pick<RunOptions, 'sink' | 'follower' | 'atEnd'> {
    const follower = together(this.followers)
    return {
      ...(this.sink === undefined ? {} : { sink: this.sink }),
      ...(follower === undefined ? {} : { follower }),
      atEnd: (world) => {
        for (const end of this.ends) end(world.sim.now)
      },
    }
  }

  /** Puts all of them in place. @throws FileError when one cannot be */
  commit(): void {
    for (const file of this.files) file.commit()
  }

  /** Gives up those that are not in place. */
  discard(): void {
    for (const file of this.files) file.discard()
  }

  private open(run: WrittenRun): void {
    const { trace, perfetto, references } = this.paths
    if (trace !== undefined) this.sink = this.writer(trace, 'the trace')
    if (perfetto !== undefined) {
      const recorder = new PerfettoRecorder(
        perfettoFormOf(perfetto),
        this.writer(perfetto, 'the trace for Perfetto'),
        run,
      )
      this.followers.push(recorder)
      this.ends.push((now) => recorder.end(now))
    }
    if (references !== undefined) {
      const csv = new ReferenceCsv(this.writer(references, 'the references'))
      this.followers.push(csv.recorder)
      this.ends.push(() => csv.end())
    }
  }

  /** @param what what an interrupt leaves of it is called so */
  private writer(path: string, what: string): (piece: string | Uint8Array) => void {
    const file = openOutput(path, this.io, what)
    this.files.push(file)
    return (piece) => {
      file.write(piece)
      if (file.unread && path === STDOUT && this.isAlone) throw new UnreadError()
    }
  }

  /** Nothing else waits for the run: it may end when nobody reads this any more. */
  private get isAlone(): boolean {
    return Object.values(this.paths).filter((path) => path !== undefined).length === 1
  }
}
