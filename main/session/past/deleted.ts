/** Branches that a person deleted, until that is taken back: the last one first (LB-02). */

/** Where a branch parted from another. */
export interface Parted {
  readonly id: number
  /** that it parted from; null: none, or none that is left */
  parent: number | null
  /** µs */
  from: number
  /** steps that it has in common with its parent */
  common: number
}

interface Deletion<Branch> {
  readonly branch: Branch
  /** index among the branches */
  readonly place: number
  /** what parted from it, as it was then */
  readonly children: readonly Parted[]
}

/**
 * What parted from a branch that goes parted from what that one parted from: what it had in common with that one alone is
 * its own now.
 * @param all where those are looked for
 */
export function passOn(all: readonly Parted[], gone: Parted): void {
  for (const one of all) {
    if (one.parent !== gone.id) continue
    one.parent = gone.parent
    one.from = Math.min(one.from, gone.from)
    one.common = Math.min(one.common, gone.common)
  }
}

export class DeletedBranches<Branch extends Parted> {
  private readonly deletions: Deletion<Branch>[] = []

  /** @param most how many are kept */
  constructor(private readonly most: number) {}

  /** That which is restored first; null: none is left. */
  get last(): Branch | null {
    return this.deletions.at(-1)?.branch ?? null
  }

  /** @param among all branches, with that which is to go */
  add(branch: Branch, among: readonly Branch[]): void {
    const place = among.indexOf(branch)
    const children = among.filter(({ parent }) => parent === branch.id)
    const were = children.map(({ id, parent, from, common }) => ({ id, parent, from, common }))
    this.deletions.push({ branch, place, children: were })
    if (this.deletions.length > this.most) this.deletions.shift()
  }

  /** The last one is among them again, where it was, and what parted from it parts from it again. @param among all that are left */
  restore(among: Branch[]): void {
    const deletion = this.deletions.pop()
    if (deletion === undefined) return
    const { branch, place, children } = deletion
    among.splice(place, 0, branch)
    for (const were of children) {
      const child = among.find(({ id }) => id === were.id)
      if (child !== undefined) Object.assign(child, were)
    }
  }

  /** A branch is gone for good. */
  passOn(gone: Branch): void {
    passOn(
      this.deletions.map(({ branch }) => branch),
      gone,
    )
  }

  clear(): void {
    this.deletions.length = 0
  }
}
