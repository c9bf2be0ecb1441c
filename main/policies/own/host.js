/*
 * The host's side inside the engine (LB-14): keeps what the policy sees of its units, calls its functions and collects what
 * it asks for. It is a script whose value is the function that gets every message; nothing of it is trusted, since the
 * policy can change the language around it: whoever gets the answers checks them.
 *
 * Messages and answers are JSON. A message: `now`, `budget`, `usage` and `segment` (µs and bytes), `completed` and
 * `submissions`, `added` and `changed` units, `removed` ids, and the event `e` with its arguments. An answer: `asked`, pairs
 * of 0 (evict) or 1 (make resident) and an id; `refused` and `threw`, [what was wrong, stack], of `create` also its line;
 * after `create` also `name`, `lines`, where the policy's functions begin, and `others`, its functions that are of no event. `load` asks only whether the module is a
 * policy's.
 */
;(() => {
  const { parse, stringify } = JSON
  const { freeze, getOwnPropertyDescriptor, getOwnPropertyNames, getPrototypeOf } = Object
  const plain = Object.prototype
  const { apply } = Reflect
  const { isArray } = Array
  const Failed = Error
  const Text = String
  const { slice } = Text.prototype
  /** characters of what is said, and of a stack: what comes out of here is read up to a limit, and must be whole */
  const MOST_SAID = 1000
  const MOST_STACK = 10_000
  /** functions of no event that are told of, and objects that they are looked for in */
  const MOST_OTHERS = 100
  const MOST_OBJECTS = 10
  const EVENTS = ['tracked', 'untracked', 'prepare', 'submitted', 'completed', 'onTrim', 'deviceRemoved']

  const state = { now: 0, budget: 0, usage: 0, segment: 0, completed: 0, submissions: 0 }
  /** by id, in the order of registration */
  const units = { __proto__: null }
  let asked = []
  let refused = null
  let policy = null
  /** line of `create`, while that runs: where what it throws or gives has none */
  let begins = 0
  const functions = { __proto__: null }

  class Unit {
    #id
    constructor(id, name, size, local, heap, effect) {
      this.#id = id
      this.name = name
      this.size = size
      this.local = local
      this.heap = heap
      this.effect = effect
      this.resident = false
      this.lastFence = 0
      this.lastSubmission = 0
      this.lastUsed = -1
    }
    /** The GPU may still be using it. */
    get inUse() {
      return this.lastFence > state.completed
    }
    static idOf(value) {
      return typeof value === 'object' && value !== null && #id in value ? value.#id : -1
    }
  }

  /** @param said any value that can be a text */
  const cut = (said, most) => apply(slice, Text(said), [0, most])

  /** Says that what was asked for is refused, and throws. */
  function refuse(message) {
    const error = new Failed(cut(message, MOST_SAID))
    if (refused === null) refused = [error.message, cut(error.stack, MOST_STACK)]
    throw error
  }

  function known(value, call) {
    const unit = units[Unit.idOf(value)]
    if (unit === undefined) refuse(`${call}: expected a unit that is tracked, found ${shown(value)}`)
    return unit
  }

  function shown(value) {
    if (typeof value === 'object' && value !== null)
      return Unit.idOf(value) >= 0 ? `${value.name}, which is tracked no longer` : 'another object'
    return typeof value === 'string' ? stringify(value) : Text(value)
  }

  function each(value, call, act) {
    if (!isArray(value)) return act(known(value, call))
    for (let i = 0; i < value.length; i++) act(known(value[i], call))
  }

  const host = freeze({
    get now() {
      return state.now
    },
    get budget() {
      return state.budget
    },
    get usage() {
      return state.usage
    },
    get segment() {
      return state.segment
    },
    get completed() {
      return state.completed
    },
    get submissions() {
      return state.submissions
    },
    get units() {
      const all = []
      for (const id in units) all[all.length] = units[id]
      return all
    },
    evict(value) {
      each(value, 'evict', (unit) => {
        if (unit.inUse)
          refuse(
            `evict: the GPU uses ${unit.name} until submission fence ${unit.lastFence}, it has completed ${state.completed}`,
          )
        if (!unit.resident) refuse(`evict: ${unit.name} is not resident`)
        unit.resident = false
        asked[asked.length] = [0, Unit.idOf(unit)]
      })
    },
    makeResident(value) {
      each(value, 'makeResident', (unit) => {
        if (unit.resident) return
        unit.resident = true
        asked[asked.length] = [1, Unit.idOf(unit)]
      })
    },
  })

  // the seeded generator (mulberry32)
  let seed = 0
  function random() {
    seed = (seed + 0x6d2b79f5) | 0
    let z = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    z = (z + Math.imul(z ^ (z >>> 7), 61 | z)) ^ z
    return ((z ^ (z >>> 14)) >>> 0) / 4294967296
  }
  Object.assign(Math, { random })

  function listed(ids) {
    const list = []
    for (let i = 0; i < ids.length; i++) list[i] = units[ids[i]]
    return list
  }

  function setOf({ effect, ids }) {
    const set = listed(ids)
    set.units = set
    set.effect = effect
    return set
  }

  /** Takes over how things stand. @returns units that have gone */
  function update(message) {
    for (const field in state) state[field] = message[field]
    const { added, changed, removed } = message
    for (let i = 0; i < added.length; i++) units[added[i][0]] = new Unit(...added[i])
    for (let i = 0; i < changed.length; i++) {
      const unit = units[changed[i][0]]
      unit.resident = changed[i][1]
      unit.lastFence = changed[i][2]
      unit.lastSubmission = changed[i][3]
      unit.lastUsed = changed[i][4]
      unit.heap = changed[i][5]
    }
    const gone = listed(removed)
    for (let i = 0; i < removed.length; i++) delete units[removed[i]]
    return gone
  }

  /** @returns how the policy calls itself */
  function nameOf(exported) {
    const isObject = typeof exported === 'object' && exported !== null
    if (!isObject || typeof exported.name !== 'string' || typeof exported.create !== 'function')
      throw new TypeError(`expected a default export { name, create(host) }, found ${exportShown(exported, isObject)}`)
    const name = exported.name
    if (name.length < 1 || name.length > 64) throw new TypeError('expected a name of 1 to 64 characters')
    return name
  }

  function exportShown(exported, isObject) {
    if (exported === undefined) return 'none'
    if (!isObject) return typeof exported === 'function' ? 'a function' : shown(exported)
    return typeof exported.name === 'string' ? 'one without create(host)' : 'one without name'
  }

  function refusePromise(returned, by) {
    if (typeof returned === 'object' && returned !== null && typeof returned.then === 'function')
      throw new TypeError(`${by} returned a promise; a policy answers at once`)
  }

  /** One that is bound, or a proxy of one, has no line of its own. */
  function lineOf(named) {
    const line = named.lineNumber
    return typeof line === 'number' ? line : 1
  }

  /** One that would never be called: what it has for a function has the name of no event. */
  function refuseMisnamed(policy) {
    for (const name in policy)
      if (typeof policy[name] === 'function')
        throw new TypeError(`expected a function such as prepare or onTrim, found none but ${shown(name)}`)
  }

  /** Names and lines of its functions that have the name of no event, those of its class too; no getter is called. A proxy may throw. */
  function othersOf(policy) {
    const others = []
    try {
      collectOthers(policy, others)
    } catch {
      // what cannot be looked through is told nothing of
    }
    return others
  }

  function collectOthers(policy, others) {
    let object = policy
    for (let depth = 0; depth < MOST_OBJECTS && object !== null && object !== plain; depth++) {
      const names = getOwnPropertyNames(object)
      for (let i = 0; i < names.length && others.length < MOST_OTHERS; i++) {
        const value = getOwnPropertyDescriptor(object, names[i])?.value
        if (typeof value === 'function' && functions[names[i]] === undefined)
          others[others.length] = [cut(names[i], MOST_SAID), lineOf(value)]
      }
      object = getPrototypeOf(object)
    }
  }

  function create(exported, given) {
    seed = given
    const name = nameOf(exported)
    begins = lineOf(exported.create)
    policy = exported.create(host)
    refusePromise(policy, 'create')
    if (typeof policy !== 'object' || policy === null)
      throw new TypeError('expected create(host) to return an object with functions such as prepare and onTrim')
    const lines = {}
    let none = true
    for (const event of EVENTS) {
      const named = policy[event]
      if (named === undefined) continue
      if (typeof named !== 'function') throw new TypeError(`expected ${event} to be a function`)
      functions[event] = named
      lines[event] = lineOf(named)
      none = false
    }
    if (none) refuseMisnamed(policy)
    return { name, lines, others: othersOf(policy) }
  }

  function happened(message, gone) {
    const { e } = message
    const argument =
      e === 'tracked'
        ? listed(message.ids)
        : e === 'untracked'
          ? gone
          : e === 'prepare' || e === 'submitted'
            ? setOf(message)
            : e === 'completed'
              ? message.fence
              : e === 'onTrim'
                ? message.notification
                : undefined
    refusePromise(apply(functions[e], policy, [argument]), e)
  }

  function described(thrown) {
    try {
      const isObject = typeof thrown === 'object' && thrown !== null
      if (!isObject) return [cut(thrown, MOST_SAID), '']
      return [cut(`${thrown.name}: ${thrown.message}`, MOST_SAID), cut(thrown.stack, MOST_STACK)]
    } catch {
      return ['something that cannot be shown', '']
    }
  }

  return (text, exported) => {
    const message = parse(text)
    asked = []
    refused = null
    const gone = update(message)
    const answer = { asked: [], refused: null, threw: null, created: null }
    try {
      if (message.e === 'load') nameOf(exported)
      else if (message.e === 'create') answer.created = create(exported, message.seed)
      else if (message.e !== null) happened(message, gone)
    } catch (thrown) {
      answer.threw = described(thrown)
      if (begins > 0) answer.threw[2] = begins
    }
    begins = 0
    answer.asked = asked
    answer.refused = refused
    return stringify(answer)
  }
})()
