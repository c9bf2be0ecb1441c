/** For how long late ones waited until each resource was paged in (LB-06). µs. */
import { eachPagedIn, type PagedInTimes, type Piece } from './chain'

/** shared groups that are counted before they are added up: what is told by now is kept no longer than it must */
const MOST_COUNTED = 1024

export class PagedInFor {
  private times = new Map<string, number>()
  /** in how many delays each shared group was: its resources are gone through once for all of them */
  private readonly counts = new Map<PagedInTimes, number>()
  private readonly waited = (resource: string, _: number, time: number): void => this.add(resource, time)

  /** A piece of one that was shown late. */
  piece(piece: Piece): void {
    const { together } = piece
    if (together === null || !together.isShared) return eachPagedIn(piece, this.waited)
    if (together.pagedIn.size === 0) return
    this.counts.set(together.pagedIn, (this.counts.get(together.pagedIn) ?? 0) + 1)
    if (this.counts.size > MOST_COUNTED) this.addUp()
  }

  /** By name of the resource. */
  get all(): ReadonlyMap<string, number> {
    this.addUp()
    return this.times
  }

  startOver(): void {
    this.times = new Map()
    this.counts.clear()
  }

  private addUp(): void {
    for (const [pagedIn, count] of this.counts)
      for (const [resource, { time }] of pagedIn) this.add(resource, count * time)
    this.counts.clear()
  }

  private add(resource: string, time: number): void {
    this.times.set(resource, (this.times.get(resource) ?? 0) + time)
  }
}
