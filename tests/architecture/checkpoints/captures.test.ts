/** What is kept for later has captured nothing: a checkpoint copies its state, and takes the function as it is (LB-02). */
import { describe, expect, it } from 'vitest'
import { filesIn, textOf } from '../files'
import { keptCalls, keptProblems } from './captures'

const paths = filesIn('main').filter((path) => path.endsWith('.ts'))

describe('what is done by an object that `kept` makes', () => {
  it('has captured nothing, wherever in main/: it uses its parameters, and what is global to its file [LB-02]', () => {
    const found = paths.flatMap((path) =>
      keptProblems(path, textOf(path)).map(({ line, message }) => `${path}:${line}: ${message}`),
    )
    expect(found).toEqual([])
    expect(paths.reduce((sum, path) => sum + keptCalls(path, textOf(path)), 0)).toBeGreaterThan(40)
  })
})

const file = (body: string): string => `import { kept } from '../sim/continuation'
import { goOn } from './on'
const LIMIT = 5
function help(x: number): number { return x }
class Queue {
  private readonly fence = { value: 1 }
  run(packet: { id: number }, then: () => void): unknown {
    const count = 3
    ${body}
  }
}`

const problemsIn = (body: string): string[] => keptProblems('planted.ts', file(body)).map(({ message }) => message)

describe('has captured nothing', () => {
  it.each([
    [
      'its parameters, taken apart',
      'return kept({ self: this, packet }, ({ self, packet: { id } }, by: number) => self.go(id + by))',
    ],
    [
      'parameters that are called as what is around',
      'return kept({ count, then }, ({ count, then }) => { if (count > LIMIT) then() })',
    ],
    [
      'what is global, imported or of the language',
      'return kept({ packet }, ({ packet }) => goOn(help(Math.max(packet.id, LIMIT))))',
    ],
    [
      'what is its own inside',
      'return kept({ packet }, (own) => { const count = 1; for (const then of [count]) help(then + own.packet.id) })',
    ],
    [
      'a function inside with names of its own',
      'return kept({}, () => [1].map((count) => { var then = count; return then }))',
    ],
    [
      'a function inside with a `this` of its own',
      'return kept({}, () => function (this: { count: number }) { return this.count })',
    ],
    [
      'members, keys and types that are called so',
      'return kept({ p: packet }, (o: { p: { id: number }, then?: typeof then }) => ({ count: o.p.id, then: o.then }))',
    ],
    ['what was caught', 'return kept({}, () => { try { goOn(1) } catch (then) { throw then } })'],
  ])('%s', (_what, body) => {
    expect(problemsIn(body)).toEqual([])
    expect(keptCalls('planted.ts', file(body))).toBe(1)
  })
})

describe('has captured', () => {
  it.each([
    ['a parameter of what is around', 'return kept({}, () => then())', ['captures then']],
    [
      'a constant of what is around',
      'return kept({ packet }, ({ packet }) => help(packet.id + count))',
      ['captures count'],
    ],
    ['this', 'return kept({ packet }, ({ packet }) => this.fence.value = packet.id)', ['captures this']],
    ['this, in a function inside', 'return kept({}, () => [1].map(() => this))', ['captures this']],
    [
      'what is declared beside its own',
      'return kept({}, () => { { const count = 1; help(count) } return count })',
      ['captures count'],
    ],
    ['what it uses in a default', 'return kept({}, (_, by = count) => help(by))', ['captures count']],
    ['a short name in an object', 'return kept({}, () => goOn({ count }))', ['captures count']],
    [
      'the same name as a global one, which it hides',
      'const LIMIT = 1; return kept({}, () => help(LIMIT))',
      ['captures LIMIT'],
    ],
    ['what is around a call in another one', 'return [1].map((each) => kept({}, () => help(each)))', ['captures each']],
    ['the arguments of what is around', 'return kept({}, () => help(arguments.length))', ['captures arguments']],
    [
      'another, which captures by itself',
      'return kept({}, () => kept({}, () => then()))',
      ['captures then', 'captures then'],
    ],
  ])('%s', (_what, body, messages) => {
    expect(problemsIn(body)).toEqual(messages)
  })

  it.each([
    [
      'nobody knows what: it is written elsewhere',
      'return kept({}, then)',
      ['what is done is an arrow function, written here'],
    ],
    [
      'nobody knows what: it is no arrow',
      'return kept({}, function () {})',
      ['what is done is an arrow function, written here'],
    ],
    [
      'nobody knows what: `kept` is handed on',
      'return [kept].map((make) => make({}, then))',
      ['kept is called, and not handed on'],
    ],
  ])('%s', (_what, body, messages) => {
    expect(problemsIn(body)).toEqual(messages)
  })

  it.each<[string, string[]]>([
    ['packet.list.forEach(({ id }) => help(id)); return kept({ self: this }, ({ self }) => self.go())', []],
    [
      'packet.list.forEach((one) => help(one + count)); return kept({ self: this }, ({ self }) => self.go())',
      ['stands beside a call of kept and captures count, which the engine keeps for both'],
    ],
    [
      'this.all.forEach(() => this.go()); return kept({ then }, ({ then }) => then())',
      ['stands beside a call of kept and captures this, which the engine keeps for both'],
    ],
    [
      'const other = () => this.go(); return () => kept({ then: 1 }, ({ then }) => help(then))',
      ['stands beside a call of kept and captures this, which the engine keeps for both'],
    ],
  ])('has no neighbour that has: %s', (body, problems) => {
    expect(problemsIn(body)).toEqual(problems)
  })

  it('is seen under another name too, and not in a function that is only called so', () => {
    const renamed = "import { kept as later } from './continuation'\nconst f = (x: number) => later({}, () => x)"
    expect(keptProblems('planted.ts', renamed)).toEqual([{ line: 2, message: 'captures x' }])
    const other = "import { kept } from './records'\nconst f = (x: number) => kept({}, () => x)"
    expect(keptCalls('planted.ts', other)).toBe(0)
    const hidden = "import { kept } from './continuation'\nconst f = (kept: Function, x: number) => kept({}, () => x)"
    expect(keptCalls('planted.ts', hidden)).toBe(0)
  })
})
