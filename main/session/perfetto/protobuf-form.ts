/** Perfetto's own form: a sequence of TracePackets (LB-17). Each is written by itself, so that nothing is kept of a long run. */

import { GATHERED } from '../gathered'
import type {
  CounterTrack,
  Fields,
  FieldValue,
  Flow,
  Form,
  InstantEvent,
  ProcessTrack,
  Sink,
  SliceEvent,
  ThreadTrack,
} from './events'
import { Interning } from './interning'
import { MessageWriter } from './message-writer'
import {
  CounterDescriptor,
  CounterUnit,
  DebugAnnotation,
  PerfettoTrace,
  ProcessDescriptor,
  SequenceFlags,
  ThreadDescriptor,
  TracePacket,
  TrackDescriptor,
  TrackEvent,
  TrackEventType,
} from './schema'

/** all is written by one writer, the first */
const SEQUENCE = 1
/** µs, beyond which nanoseconds are no exact number any more */
const MOST_EXACT = Math.floor(Number.MAX_SAFE_INTEGER / 1000)

export class ProtobufForm implements Form {
  private readonly interning = new Interning()
  private pieces: Uint8Array[] = []
  private length = 0
  private began = false

  constructor(private readonly sink: Sink) {}

  process({ id, name }: ProcessTrack): void {
    this.descriptor(id, (writer) => {
      writer.begin(TrackDescriptor.process)
      writer.int(ProcessDescriptor.pid, id)
      writer.string(ProcessDescriptor.processName, name)
      writer.end()
    })
  }

  thread({ id, process, name }: ThreadTrack): void {
    this.descriptor(id, (writer) => {
      writer.uint(TrackDescriptor.parentUuid, process.id)
      writer.begin(TrackDescriptor.thread)
      writer.int(ThreadDescriptor.pid, process.id)
      writer.int(ThreadDescriptor.tid, id)
      writer.string(ThreadDescriptor.threadName, name)
      writer.end()
    })
  }

  counter({ id, process, name }: CounterTrack): void {
    this.descriptor(id, (writer) => {
      writer.uint(TrackDescriptor.parentUuid, process.id)
      writer.string(TrackDescriptor.name, name)
      writer.begin(TrackDescriptor.counter)
      writer.int(CounterDescriptor.unit, CounterUnit.SIZE_BYTES)
      writer.end()
    })
  }

  slice({ id }: ThreadTrack, { name, category, start, end, fields, flows = [] }: SliceEvent): void {
    this.event(start, TrackEventType.SLICE_BEGIN, id, (writer) => this.describe(writer, name, category, fields, flows))
    this.event(end, TrackEventType.SLICE_END, id, () => {})
  }

  instant({ id }: ThreadTrack, { name, category, at, fields, flows = [] }: InstantEvent): void {
    this.event(at, TrackEventType.INSTANT, id, (writer) => this.describe(writer, name, category, fields, flows))
  }

  /** @param at µs */
  sample({ id }: CounterTrack, at: number, bytes: number): void {
    this.event(at, TrackEventType.COUNTER, id, (writer) => writer.int(TrackEvent.counterValue, bytes))
  }

  end(): void {
    this.flush()
  }

  private descriptor(uuid: number, describe: (writer: MessageWriter) => void): void {
    this.packet((writer) => {
      writer.begin(TracePacket.trackDescriptor)
      writer.uint(TrackDescriptor.uuid, uuid)
      describe(writer)
      writer.end()
    })
  }

  private event(at: number, type: number, track: number, describe: (writer: MessageWriter) => void): void {
    this.packet((writer) => {
      writer.uint(TracePacket.timestamp, at > MOST_EXACT ? BigInt(at) * 1000n : at * 1000)
      writer.begin(TracePacket.trackEvent)
      writer.int(TrackEvent.type, type)
      writer.uint(TrackEvent.trackUuid, track)
      describe(writer)
      writer.end()
    })
  }

  private describe(
    writer: MessageWriter,
    name: string,
    category: string,
    fields: Fields,
    flows: readonly Flow[],
  ): void {
    const { interning } = this
    writer.uint(TrackEvent.categoryIids, interning.iid('eventCategories', category))
    writer.uint(TrackEvent.nameIid, interning.iid('eventNames', name))
    for (const [key, value] of Object.entries(fields)) {
      writer.begin(TrackEvent.debugAnnotations)
      writer.uint(DebugAnnotation.nameIid, interning.iid('debugAnnotationNames', key))
      writeValue(writer, value)
      writer.end()
    }
    for (const { id, role } of flows)
      writer.fixed64(role === 'end' ? TrackEvent.terminatingFlowIds : TrackEvent.flowIds, id)
  }

  /** What it names is defined in it where it was not before. */
  private packet(write: (writer: MessageWriter) => void): void {
    const anew = this.interning.makeRoom() || !this.began
    this.began = true
    const writer = new MessageWriter()
    writer.begin(PerfettoTrace.packet)
    writer.uint(TracePacket.trustedPacketSequenceId, SEQUENCE)
    const flags = anew
      ? SequenceFlags.INCREMENTAL_STATE_CLEARED | SequenceFlags.NEEDS_INCREMENTAL_STATE
      : SequenceFlags.NEEDS_INCREMENTAL_STATE
    writer.uint(TracePacket.sequenceFlags, flags)
    write(writer)
    const interned = this.interning.take()
    if (interned !== null) writer.bytes(TracePacket.internedData, interned)
    const bytes = writer.end().finish()
    this.pieces.push(bytes)
    this.length += bytes.length
    if (this.length >= GATHERED) this.flush()
  }

  private flush(): void {
    if (this.length > 0) this.sink(Buffer.concat(this.pieces))
    this.pieces = []
    this.length = 0
  }
}

function writeValue(writer: MessageWriter, value: FieldValue): void {
  if (typeof value === 'string') writer.string(DebugAnnotation.stringValue, value)
  else if (typeof value === 'boolean') writer.bool(DebugAnnotation.boolValue, value)
  else if (typeof value !== 'number') {
    for (const element of value) {
      writer.begin(DebugAnnotation.arrayValues)
      writeValue(writer, element)
      writer.end()
    }
  } else if (Number.isSafeInteger(value)) writer.int(DebugAnnotation.intValue, value)
  else writer.double(DebugAnnotation.doubleValue, value)
}
