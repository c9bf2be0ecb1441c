/** How much of it one folder and one file hold: what changes together, and what one reads at once. */

/** files of code */
export const MOST_FILES = 25
/** lines, of style sheets too */
export const MOST_LINES = 400
