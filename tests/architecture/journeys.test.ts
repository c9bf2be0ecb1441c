/** What a journey through the real app may not do: each was the cause of a test that failed now and then. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const E2E = fileURLToPath(new URL('../e2e', import.meta.url))

/** The only file that calls `evaluate` of an app; see there why. */
const HELPER = 'main-process.ts'

const RULES: readonly { found: RegExp; why: string; except?: string }[] = [
  {
    found: /\b(?:app|electronApp|application)\s*\.\s*evaluate(?:Handle)?\b/g,
    why: 'the result of a callback that is not async can be collected before it is read: use inMain of main-process.ts',
    except: HELPER,
  },
  { found: /\bwaitForTimeout\b/g, why: 'a fixed wait is too short on some machine: poll for what is waited for' },
  {
    found: /\bdialog\s*\.\s*show\w+\s*=/g,
    why: 'dialogs are stubbed by the helpers of main-process.ts',
    except: HELPER,
  },
]

function problemsIn(name: string, text: string): string[] {
  return RULES.filter(({ except }) => except !== name).flatMap(({ found, why }) =>
    [...text.matchAll(found)].map(({ index }) => `${name}:${text.slice(0, index).split('\n').length}: ${why}`),
  )
}

describe('journeys', () => {
  const files = readdirSync(E2E, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))

  it('reach the main process in one way, wait for nothing by the clock, and share their stubs of dialogs', () => {
    expect(files.length).toBeGreaterThan(15)
    expect(files).toContain(HELPER)
    expect(files.flatMap((name) => problemsIn(name, readFileSync(join(E2E, name), 'utf8')))).toEqual([])
  })

  it.each([
    'const pid = await app.evaluate(() => process.pid)',
    'await again.app\n  .evaluate(({ Menu }) => Menu)',
    'const handle = await app.evaluateHandle(() => process)',
    'await page.waitForTimeout(3_000)',
    'dialog.showSaveDialog = () => Promise.resolve(x)',
  ])('are told of: %s', (text) => {
    expect(problemsIn('planted.spec.ts', text)).toHaveLength(1)
  })

  it.each(['await page.evaluate(() => 1)', 'await canvas.evaluate((element) => element.id)'])('may: %s', (text) => {
    expect(problemsIn('planted.spec.ts', text)).toEqual([])
  })

  it('the helper asks for an async callback: a plain value would be collected', () => {
    const text = readFileSync(join(E2E, HELPER), 'utf8')
    const calls = [...text.matchAll(/(?:inMain|leavingNothing)\(\s*app,\s*(?!\s|run\b)(async )?/g)]
    expect(calls.length).toBeGreaterThan(3)
    expect(calls.filter(([, isAsync]) => isAsync === undefined)).toEqual([])
  })
})
