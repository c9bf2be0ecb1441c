/** Texts that are said once and named by number from then on, by kind; what is new goes into the next packet. */
import { MessageWriter } from './message-writer'
import { InternedData, InternedEntry } from './schema'

/** texts known at once; then all are forgotten, so that a long run needs no more memory than a short one */
const MOST_KNOWN = 8192

type Kind = keyof typeof InternedData

export class Interning {
  private readonly known: Readonly<Record<Kind, Map<string, number>>> = {
    eventCategories: new Map(),
    eventNames: new Map(),
    debugAnnotationNames: new Map(),
  }
  private size = 0
  /** never given twice, as the format asks for */
  private last = 0
  private fresh: MessageWriter | null = null

  /** @returns whether all were forgotten just now; to be called between packets */
  makeRoom(): boolean {
    if (this.size < MOST_KNOWN) return false
    for (const texts of Object.values(this.known)) texts.clear()
    this.size = 0
    return true
  }

  /** @returns the number of the text */
  iid(kind: Kind, text: string): number {
    const known = this.known[kind].get(text)
    if (known !== undefined) return known
    const iid = ++this.last
    this.known[kind].set(text, iid)
    this.size++
    this.fresh ??= new MessageWriter()
    this.fresh.begin(InternedData[kind])
    this.fresh.uint(InternedEntry.iid, iid)
    this.fresh.string(InternedEntry.name, text)
    this.fresh.end()
    return iid
  }

  /** @returns InternedData with what is new since the last call; null: nothing is */
  take(): Uint8Array | null {
    const bytes = this.fresh?.finish() ?? null
    this.fresh = null
    return bytes
  }
}
