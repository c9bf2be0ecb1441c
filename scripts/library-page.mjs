/** `npm run library-page`: writes the library's documentation anew from its declarations. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeDeclarations } from './lib/declarations.mjs'
import { runMain, say, UserError } from './lib/fail.mjs'
import { writeAtomic } from './lib/files.mjs'
import { LIBRARY_PAGE, LIBRARY_SOURCE, libraryPage } from './lib/library-page.mjs'
import { root } from './lib/paths.mjs'

await runMain(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trimline-library-'))
  try {
    const entry = await writeDeclarations(join(folder, 'types'), join(folder, 'work'))
    const { page, undocumented } = libraryPage(entry, readFileSync(join(root, LIBRARY_SOURCE), 'utf8'))
    if (undocumented.length > 0)
      throw new UserError(`found nothing said of ${undocumented.join(', ')}; say what each is`)
    await writeAtomic(join(root, LIBRARY_PAGE), page)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  say(`wrote ${LIBRARY_PAGE}`)
})
