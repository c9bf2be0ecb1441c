/** The app as somebody uses it: pressed, filmed and photographed. */

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('@playwright/test').Locator} Locator */

/** ms between two pictures; the film is shown that much faster than it is taken, see SLOWER */
const EVERY = 400
/**
 * How much slower than it is shown the film is taken. The simulation runs at a quarter of real time meanwhile, so that a
 * machine without a graphics card draws, and photographs, every moment that the film shows.
 */
export const SLOWER = 4
/** ms as taken, that the pointer is under way */
const WAY = 1_400

/** @typedef {{ x: number, y: number }} Place */
/** @typedef {{ at: number, picture: Buffer, caption: string, pointer: Place }} Taken at: ms since the first, as shown */

export class Camera {
  /** @type {Taken[]} */
  taken = []
  caption = ''
  #from = { x: 700, y: 420 }
  #to = this.#from
  /** when the pointer set out. ms */
  #left = 0
  #began = 0
  #rolls = false

  /** @param {Page} page */
  constructor(page) {
    this.page = page
  }

  /**
   * Films what is done.
   * @param {() => Promise<void>} act
   */
  async film(act) {
    this.#began = Date.now()
    this.#rolls = true
    const reel = this.#roll()
    try {
      await act()
    } finally {
      this.#rolls = false
      await reel
    }
  }

  async #roll() {
    while (this.#rolls) {
      const began = Date.now()
      const pointer = this.#pointer(began)
      const { caption } = this
      const picture = await this.page.screenshot()
      this.taken.push({ at: (began - this.#began) / SLOWER, picture, caption, pointer })
      await this.page.waitForTimeout(Math.max(0, EVERY - (Date.now() - began)))
    }
  }

  /** On its way it begins and ends slowly. @param {number} now ms @returns {Place} */
  #pointer(now) {
    const share = Math.min(1, Math.max(0, (now - this.#left) / WAY))
    const eased = share * share * (3 - 2 * share)
    const between = (/** @type {number} */ from, /** @type {number} */ to) => from + (to - from) * eased
    return { x: between(this.#from.x, this.#to.x), y: between(this.#from.y, this.#to.y) }
  }

  /** @param {Locator} control is gone to and pressed */
  async press(control) {
    const box = await control.boundingBox()
    if (box === null) throw new Error(`${control} is not there`)
    this.#from = this.#to
    this.#to = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    this.#left = Date.now()
    await this.page.waitForTimeout(WAY)
    await this.page.mouse.click(this.#to.x, this.#to.y)
  }

  /** Waits until the film is that long. @param {number} length seconds, as shown */
  async until(length) {
    await this.page.waitForTimeout(Math.max(0, length * 1_000 * SLOWER - (Date.now() - this.#began)))
  }
}
