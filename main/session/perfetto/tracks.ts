/** Which tracks there are, each described once, when something is first to be seen on it. */
import type { CounterTrack, Form, ProcessTrack, ThreadTrack } from './events'

/** Several rows of which no slice overlaps another of its row: the next one is there when all before are taken. */
class Lanes {
  private readonly ends: number[] = []

  /** What comes is over: it comes in the order of its ends. @returns the row, from 0, µs taken from `start` to `end` */
  take(start: number, end: number): number {
    const free = this.ends.findIndex((last) => last < start || (last === start && start < end))
    const lane = free < 0 ? this.ends.length : free
    this.ends[lane] = end
    return lane
  }
}

export class Tracks {
  private readonly processes = new Map<string, ProcessTrack>()
  private readonly threads = new Map<string, ThreadTrack>()
  private readonly counters = new Map<string, CounterTrack>()
  private readonly lanes = new Map<string, Lanes>()
  private last = 0

  constructor(private readonly form: Form) {}

  process(name: string): ProcessTrack {
    return made(this.processes, name, () => {
      const track = { id: ++this.last, name }
      this.form.process(track)
      return track
    })
  }

  thread(processName: string, name: string): ThreadTrack {
    return made(this.threads, `${processName}\n${name}`, () => {
      const process = this.process(processName)
      const track = { id: ++this.last, process, name }
      this.form.thread(track)
      return track
    })
  }

  /**
   * As `thread`, for a slice that may overlap others of this name: then it is "name 2", and so on. Those that take no time
   * have threads of their own: viewers of the legacy form nest them in what begins at their moment.
   * @param start µs
   * @param end µs
   */
  lane(processName: string, name: string, start: number, end: number): ThreadTrack {
    const row = start < end ? name : `${name}: no time`
    const lane = made(this.lanes, `${processName}\n${row}`, () => new Lanes()).take(start, end)
    return this.thread(processName, lane === 0 ? row : `${row} ${lane + 1}`)
  }

  counter(processName: string, name: string): CounterTrack {
    return made(this.counters, `${processName}\n${name}`, () => {
      const process = this.process(processName)
      const track = { id: ++this.last, process, name }
      this.form.counter(track)
      return track
    })
  }
}

function made<Value>(all: Map<string, Value>, key: string, make: () => Value): Value {
  const known = all.get(key)
  if (known !== undefined) return known
  const value = make()
  all.set(key, value)
  return value
}
