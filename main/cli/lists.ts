/** Lists with commas, as options have them. */
import { InvalidArgumentError } from 'commander'

/** An entry in double quotes, or as it stands, and the comma or the end behind it. */
const ENTRY = /\s*(?:"((?:[^"]|"")*)"\s*|([^"\s,][^,]*)?)(,|$)/y

/**
 * The entries of a list, without the spaces around them. One with a comma in it, as a file's name may have, stands in
 * double quotes; within these a double quote is written twice, as in CSV.
 * @throws InvalidArgumentError: quotes that are not closed, or that something else stands behind
 */
export function entriesOf(list: string): string[] {
  const entries: string[] = []
  ENTRY.lastIndex = 0
  for (let end = ','; end !== ''; ) {
    const at = ENTRY.lastIndex
    const found = ENTRY.exec(list)
    if (found === null) {
      const expected = 'an entry in double quotes up to the next comma, such as a,"b,c"'
      throw new InvalidArgumentError(`Found ${list.slice(at)}, expected ${expected}.`)
    }
    const [, quoted, plain = '', behind = ''] = found
    entries.push(quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"'))
    end = behind
  }
  return entries
}
