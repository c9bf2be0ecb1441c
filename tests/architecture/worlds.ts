/**
 * Where the session changes a simulated system, read from the syntax tree: calls of methods of its parts, other than those
 * that only read, and what is assigned to them. A part is known by its name in `World`, which the session's code keeps.
 */
import { type Node, parse, visit } from './syntax'

/** Parts of a world, and of its kernel, as `World` and the layers below name them. */
const PARTS: ReadonlySet<string> = new Set([
  'world',
  'sim',
  'vidmm',
  'scheduler',
  'device',
  'queue',
  'editor',
  'player',
  'timeline',
  'renders',
  'cpu',
  'dispatch',
  'developer',
  'events',
  'workflows',
  'callbacks',
  'background',
  'compositor',
  'processes',
  'fences',
  'faults',
  'residency',
  'periodicTrim',
  'budget',
  'others',
  'paging',
  'memory',
  'allocator',
  'defragmenter',
  'timeouts',
  'quanta',
  'policy',
])

/** Methods of parts that change nothing of a simulated system. */
const READERS: ReadonlySet<string> = new Set([
  // of the app and its memory
  'effect',
  'find',
  'isBeingMoved',
  'bound',
  'constantsOf',
  'ownConstantsOf',
  'preview',
  'of',
  'wouldTrim',
  'unmeetable',
  'pools',
  // of the kernel
  'largest',
  'queryVideoMemoryInfo',
  'bytesComingIn',
  'isOfContext',
  'state',
  'group',
  'view',
  'waitingFor',
  'live',
  'isInPlace',
  'stateOf',
  'evicting',
  // of lists and maps
  'every',
  'get',
  'has',
  'values',
  'map',
  'flatMap',
  'filter',
  'some',
  'includes',
  // of delays, which are watched and decide nothing
  'startOver',
])

/** What watchers hang themselves onto; nothing in the simulation depends on them. */
const WATCHED: ReadonlySet<string> = new Set(['observer', 'follower', 'onLeaving', 'changed', 'journal'])

/** Kept for watchers alone, who say when: nothing in the simulation reads it. */
const FOR_WATCHERS = 'scheduler.history'

export interface Touch {
  line: number
  /** "world.editor.apply()", "world.journal =" */
  what: string
}

/** @throws Error when the text cannot be parsed */
export function touchesOf(path: string, text: string): Touch[] {
  const { program, lineOf } = parse(path, text)
  const touches: Touch[] = []
  visit(program, (node) => {
    const what = touchOf(node)
    if (what !== null) touches.push({ line: lineOf(node), what })
  })
  return touches
}

function touchOf(node: Node): string | null {
  switch (node.type) {
    case 'CallExpression': {
      const chain = chainOf(node.callee)
      const method = chain.at(-1) ?? ''
      return isOfPart(chain) && !READERS.has(method) ? `${chain.join('.')}()` : null
    }
    case 'AssignmentExpression':
      return assigned(chainOf(node.left))
    case 'UpdateExpression':
      return assigned(chainOf(node.argument))
    case 'UnaryExpression':
      return node.operator === 'delete' ? assigned(chainOf(node.argument)) : null
    default:
      return null
  }
}

function assigned(chain: readonly string[]): string | null {
  return isOfPart(chain) && !WATCHED.has(chain.at(-1) ?? '') ? `${chain.join('.')} =` : null
}

/** Its last name is a member of a part, at whatever depth. */
function isOfPart(chain: readonly string[]): boolean {
  return chain.slice(-3, -1).join('.') !== FOR_WATCHERS && chain.slice(0, -1).some((name) => PARTS.has(name))
}

/** `this.world.editor?.apply` → world, editor, apply; what is computed or called in between stands as `?`. */
function chainOf(value: unknown): string[] {
  const node = value as Node | null
  switch (node?.type) {
    case 'Identifier':
      return [node.name as string]
    case 'ThisExpression':
      return []
    case 'ChainExpression':
    case 'TSNonNullExpression':
    case 'TSAsExpression':
    case 'ParenthesizedExpression':
      return chainOf(node.expression)
    case 'MemberExpression': {
      const { property } = node as unknown as { property: Node }
      return [...chainOf(node.object), node.computed === true ? '?' : (property.name as string)]
    }
    case 'CallExpression':
      return [...chainOf(node.callee), '?']
    default:
      return ['?']
  }
}
