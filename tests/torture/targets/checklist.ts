/** Electron's security checklist against the packaged app: runs tests/e2e/app/checklist.spec.ts and says what of it holds. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CHECKS } from '../checklist/checks'
import type { Torture } from '../torture'

/** What tests/e2e/app/checklist.spec.ts leaves: problems by the point's number, null for none. */
type Outcome = Readonly<Record<string, string | null>>

async function look(root: string): Promise<Outcome> {
  const args = [join(root, 'scripts', 'test.mjs'), 'e2e', 'tests/e2e/app/checklist.spec.ts']
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2] })
  await new Promise((end) => child.on('close', end))
  const file = join(root, 'test-results', 'checklist.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Outcome) : {}
}

const checklist: Torture = {
  items: 'points of Electron’s security checklist',
  aim: CHECKS.length,
  seconds: 300,
  async run({ root, count }) {
    const outcome = await look(root)
    const asked = CHECKS.slice(0, count)
    const problems = asked.flatMap(({ number, title }) => {
      const found = number in outcome ? outcome[number] : 'it was not looked at: see the messages above'
      return found === null ? [] : [{ what: `${number}. ${title}: ${found}`, repeat: 'npm run torture -- checklist' }]
    })
    const notes = asked.flatMap(({ number, note }) => (note === undefined ? [] : [`${number}: ${note}`]))
    return {
      tried: asked.length,
      failures: problems,
      figures: {
        held: `${asked.length - problems.length} of ${CHECKS.length}`,
        'not in the stand-in': notes.join('; '),
      },
    }
  },
}

export default checklist
