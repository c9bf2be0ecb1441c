/// <reference lib="dom" />
/** What the page itself sends. */

/** @typedef {import('../../preload/contract').TrimlineApi} TrimlineApi */

/**
 * @param {import('@playwright/test').Page} page of the app
 * @param {import('../../preload/contract').Command} command
 * @throws when it is refused
 */
export async function send(page, command) {
  const result = await page.evaluate((one) => {
    // sound: the preload script puts it there
    const { trimline } = /** @type {{ trimline: TrimlineApi }} */ (/** @type {unknown} */ (globalThis))
    return trimline.send(one)
  }, command)
  if (!result.ok) throw new Error(`${command.kind}: ${result.message}`)
}
