/** What is written of a long run is gathered, and handed on in pieces. */

/** bytes or characters from which on a piece is handed on */
export const GATHERED = 64 * 1024

/** Text that is written in small parts. */
export class GatheredText {
  /** @param text what stands at the beginning */
  constructor(
    private readonly sink: (piece: string) => void,
    private text = '',
  ) {}

  add(text: string): void {
    this.text += text
    if (this.text.length >= GATHERED) this.flush()
  }

  /** Nothing follows. */
  end(): void {
    if (this.text !== '') this.flush()
  }

  private flush(): void {
    this.sink(this.text)
    this.text = ''
  }
}
