/** README.md as a package has it: without what it shows or leads to and the package does not contain. */

const PICTURE = /!\[[^\]]*\]\(/
/** a link or a picture to a file, not to the web nor to a place of the page */
const LINK = /\[([^\]]*)\]\((?![a-z]+:|#)([^)\s]+)\)/g

/**
 * A paragraph or a table of pictures goes whole, what only leads to a file stays as text.
 * @param {string} text Markdown
 * @param {readonly string[]} content files and folders that the package has
 * @returns {string}
 */
export function packedPage(text, content) {
  const isThere = (/** @type {string} */ path) => content.some((one) => path === one || path.startsWith(`${one}/`))
  const shown = (/** @type {string} */ block) =>
    PICTURE.test(block) && [...block.matchAll(LINK)].some(([, , path = '']) => !isThere(path))
  return text
    .split('\n\n')
    .filter((block) => !shown(block))
    .join('\n\n')
    .replace(LINK, (link, words, path) => (isThere(path) ? link : words))
}
