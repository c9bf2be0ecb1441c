/** Keeps what is written for Perfetto as it is handed over, with the names of its tracks. */
import type {
  CounterTrack,
  Form,
  InstantEvent,
  SliceEvent,
  ThreadTrack,
} from '../../../../main/session/perfetto/events'

export class Written implements Form {
  readonly slices: (SliceEvent & { on: string })[] = []
  readonly instants: (InstantEvent & { on: string })[] = []
  readonly samples: { on: string; at: number; bytes: number }[] = []

  process(): void {}
  thread(): void {}
  counter(): void {}
  end(): void {}

  slice({ process, name }: ThreadTrack, event: SliceEvent): void {
    this.slices.push({ ...event, on: `${process.name}/${name}` })
  }

  instant({ process, name }: ThreadTrack, event: InstantEvent): void {
    this.instants.push({ ...event, on: `${process.name}/${name}` })
  }

  sample({ process, name }: CounterTrack, at: number, bytes: number): void {
    this.samples.push({ on: `${process.name}/${name}`, at, bytes })
  }
}
