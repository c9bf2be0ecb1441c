/** The page that leads to a policy of one's own, followed; and the declaration beside it, held against what policies get. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { TYPES } from '../../../../main/policies/own/starter'
import { checkRules } from '../../../../main/session/kit/check'
import { ofType, play } from '../../policies/support/play'

const PAGE = readFileSync(new URL('../../../../resources/examples/policy/OWN-POLICY.md', import.meta.url), 'utf8')
const BLOCKS = [...PAGE.matchAll(/^```js(?: broken: ([\w-]+))?\n([\s\S]*?)^```$/gm)].map(
  ([, rule, text = '']) => [/name: '(.*?)'/.exec(text)?.[1], rule === undefined ? [] : [rule], text] as const,
)

/** Names of the members of an interface of the declaration, sorted. */
function declared(name: string): string[] {
  const body = new RegExp(`export interface ${name} [^{]*\\{\\n([\\s\\S]*?)^\\}`, 'm').exec(TYPES.text)?.[1] ?? ''
  return [...body.matchAll(/^ {2}(?:readonly )?(\w+)[?:(]/gm)].map(([, member = '']) => member).sort()
}

describe('the page about policies of one’s own [LB-14] [LB-16]', () => {
  it('has policies to begin with', () => {
    expect(BLOCKS.map(([name]) => name)).toEqual(['told', 'largest-first', 'hasty'])
  })

  it.each(BLOCKS)('%s is as it says', async (_name, broken, text) => {
    const rules = await checkRules({ file: 'mine.mjs', text })
    expect(rules.flatMap((rule) => (rule.broken === null ? [] : [rule.name]))).toEqual(broken)
  })
})

it('the declaration names what policies are given, and nothing else [LB-14]', async () => {
  const text = `const names = (o) => [...new Set([...Object.getOwnPropertyNames(o),
    ...(o.name === undefined ? [] : Object.getOwnPropertyNames(Object.getPrototypeOf(o)))])]
    .filter((n) => n !== 'constructor').sort().join()
  export default { name: 'names', create: (host) => ({ onTrim(n) { throw new Error([host, host.units[0], n].map(names).join(' ')) } }) }`
  const { lines } = await play({
    app: {
      policy: { file: 'names.mjs', text } as never,
      effects: [{ name: 'A', resources: [{ name: 'x', size: 1 }] }],
    },
    steps: [{ at: 0, notify: { flags: ['PERIODIC_TRIM'] } }],
    until: '1s',
  })
  const [said] = ofType(lines, 'finding').flatMap(({ rule, message }) => (rule === 'LB-15' ? [String(message)] : []))
  const named = ['Host', 'Unit', 'TrimNotification'].map((name) => declared(name).join()).join(' ')
  expect(named).toMatch(/^budget,.* .*inUse.* .*toBudget/)
  expect(said).toContain(`Error: ${named} (in onTrim)`)
})
