/**
 * The eight algorithms as their papers write them, for pages of one size that are asked for one at a time and a cache of so
 * many pages; gdsf and dtr for pages of several sizes. What a paper leaves open is settled as the head of the policy's file
 * says. Lists have their oldest first.
 */

/** Asks for a page. @param now µs @returns the pages that go for it, in order */
export type Oracle = (page: number, now: number) => number[]

export interface Pages {
  /** how many there are */
  count: number
  /** MiB */
  size(page: number): number
}

/** @param capacity MiB */
type Maker = (capacity: number, pages: Pages) => Oracle

function take(list: number[], page: number): boolean {
  const at = list.indexOf(page)
  if (at >= 0) list.splice(at, 1)
  return at >= 0
}

const first = (list: number[]): number => {
  const page = list.shift()
  if (page === undefined) throw new Error('the list is empty')
  return page
}

/** Johnson and Shasha 1994, "2Q Full Version". */
const twoQueues: Maker = (capacity) => {
  const a1in: number[] = []
  const a1out: number[] = []
  const am: number[] = []
  return (page) => {
    if (a1in.includes(page)) return []
    if (take(am, page)) {
      am.push(page)
      return []
    }
    const returns = take(a1out, page)
    const gone: number[] = []
    if (a1in.length + am.length >= capacity) {
      if (a1in.length > 0.25 * capacity || am.length === 0) {
        const last = first(a1in)
        a1out.push(last)
        while (a1out.length > 0.5 * capacity) a1out.shift()
        gone.push(last)
      } else gone.push(first(am))
    }
    ;(returns ? am : a1in).push(page)
    return gone
  }
}

/** Megiddo and Modha 2003, figure 4. */
const arc: Maker = (capacity) => {
  const t1: number[] = []
  const t2: number[] = []
  const b1: number[] = []
  const b2: number[] = []
  let p = 0
  const replace = (inB2: boolean): number => {
    const fromT1 = t1.length >= 1 && ((inB2 && t1.length === p) || t1.length > p)
    const page = first(fromT1 ? t1 : t2)
    ;(fromT1 ? b1 : b2).push(page)
    return page
  }
  return (page) => {
    if (take(t1, page) || take(t2, page)) {
      t2.push(page)
      return []
    }
    if (b1.includes(page) || b2.includes(page)) {
      const inB2 = b2.includes(page)
      p = inB2
        ? Math.max(0, p - Math.max(b1.length / b2.length, 1))
        : Math.min(capacity, p + Math.max(b2.length / b1.length, 1))
      const gone = replace(inB2)
      take(inB2 ? b2 : b1, page)
      t2.push(page)
      return [gone]
    }
    const gone: number[] = []
    const all = t1.length + t2.length + b1.length + b2.length
    if (t1.length + b1.length === capacity) {
      if (t1.length < capacity) {
        b1.shift()
        gone.push(replace(false))
      } else gone.push(first(t1))
    } else if (all >= capacity) {
      if (all === 2 * capacity) b2.shift()
      gone.push(replace(false))
    }
    t1.push(page)
    return gone
  }
}

/** Jiang and Zhang 2002, section 3. HIR blocks have 1 % of the cache, one page at least as the LIR are whole pages. */
const lirs: Maker = (capacity) => {
  const stack: number[] = []
  const queue: number[] = []
  const ghosts: number[] = []
  const [lir, resident] = [new Set<number>(), new Set<number>()]
  const prune = (): void => {
    while (stack[0] !== undefined && !lir.has(stack[0])) take(ghosts, first(stack))
  }
  const demote = (): void => {
    const bottom = first(stack)
    lir.delete(bottom)
    queue.push(bottom)
    prune()
  }
  const onTop = (page: number): boolean => {
    const wasThere = take(stack, page)
    stack.push(page)
    return wasThere
  }
  return (page) => {
    if (lir.has(page)) {
      onTop(page)
      prune()
      return []
    }
    if (resident.has(page)) {
      take(queue, page)
      if (onTop(page)) {
        lir.add(page)
        demote()
      } else queue.push(page)
      return []
    }
    const gone: number[] = []
    take(ghosts, page)
    if (resident.size >= capacity) {
      const last = first(queue)
      resident.delete(last)
      gone.push(last)
      if (stack.includes(last)) ghosts.push(last)
      while (ghosts.length > 2 * capacity) take(stack, first(ghosts))
    }
    resident.add(page)
    const shortInterval = onTop(page)
    if (lir.size < Math.floor(0.99 * capacity)) lir.add(page)
    else if (shortInterval) {
      lir.add(page)
      demote()
    } else queue.push(page)
    return gone
  }
}

/** Yang et al. 2023, algorithm 1. */
const s3Fifo: Maker = (capacity) => {
  const small: number[] = []
  const main: number[] = []
  const ghosts: number[] = []
  const frequency = new Map<number, number>()
  const of = (page: number): number => frequency.get(page) ?? 0
  const evictMain = (): number => {
    for (;;) {
      const page = first(main)
      if (of(page) === 0) return page
      frequency.set(page, of(page) - 1)
      main.push(page)
    }
  }
  const evict = (): number => {
    while (small.length >= 0.1 * capacity && small.length > 0) {
      const page = first(small)
      if (of(page) <= 1) {
        ghosts.push(page)
        while (ghosts.length > 0.9 * capacity) ghosts.shift()
        return page
      }
      frequency.set(page, 0)
      main.push(page)
      if (main.length > 0.9 * capacity) return evictMain()
    }
    return evictMain()
  }
  return (page) => {
    if (small.includes(page) || main.includes(page)) {
      frequency.set(page, Math.min(3, of(page) + 1))
      return []
    }
    const queue = take(ghosts, page) ? main : small
    const gone = small.length + main.length >= capacity ? [evict()] : []
    frequency.set(page, 0)
    queue.push(page)
    return gone
  }
}

/** Zhang et al. 2024, algorithm 1. */
const sieve: Maker = (capacity) => {
  const queue: number[] = []
  const visited = new Set<number>()
  let hand: number | null = null
  return (page) => {
    if (queue.includes(page)) {
      visited.add(page)
      return []
    }
    const gone: number[] = []
    if (queue.length >= capacity) {
      let at = hand === null ? 0 : queue.indexOf(hand)
      while (visited.delete(queue[at] as number)) at = (at + 1) % queue.length
      hand = queue[at + 1] ?? null
      gone.push(...queue.splice(at, 1))
    }
    queue.push(page)
    return gone
  }
}

/** Cherkasova 1998: GDSF(1). */
const gdsf: Maker = (capacity, { size }) => {
  const cached: number[] = []
  const [frequency, priority] = [new Map<number, number>(), new Map<number, number>()]
  let clock = 0
  return (page) => {
    const gone: number[] = []
    const known = take(cached, page)
    while (!known && sum(cached, size) + size(page) > capacity) {
      const lowest = Math.min(...cached.map((one) => priority.get(one) as number))
      const victim = cached.find((one) => priority.get(one) === lowest) as number
      take(cached, victim)
      clock = lowest
      gone.push(victim)
    }
    frequency.set(page, known ? (frequency.get(page) as number) + 1 : 1)
    priority.set(page, clock + (frequency.get(page) as number) / size(page))
    cached.push(page)
    return gone
  }
}

/** Einziger, Friedman and Manes 2017: W-TinyLFU with exact counts and a window of less than a page. */
const wTinyLfu: Maker = (capacity, { count }) => {
  const window: number[] = []
  const probation: number[] = []
  const kept: number[] = []
  const counts = Array.from({ length: count }, () => 0)
  let references = 0
  const main = capacity - 1
  const counted = (page: number): void => {
    counts[page] = (counts[page] as number) + 1
    if (++references < 10 * count) return
    references = Math.floor(references / 2)
    for (const [one, value] of counts.entries()) counts[one] = Math.floor(value / 2)
  }
  return (page) => {
    if (window.includes(page)) {
      counted(page)
      return []
    }
    if (take(probation, page) || take(kept, page)) {
      counted(page)
      kept.push(page)
      while (kept.length > 0.8 * 0.99 * capacity) probation.push(first(kept))
      return []
    }
    const gone: number[] = []
    if (window.length + probation.length + kept.length >= capacity) {
      const candidate = first(window)
      const segment = probation.length > 0 ? probation : kept
      const victim = segment[0] as number
      if ((counts[candidate] as number) > (counts[victim] as number)) {
        probation.push(candidate)
        take(segment, victim)
        gone.push(victim)
      } else gone.push(candidate)
    }
    counted(page)
    window.push(page)
    while (window.length > 0 && probation.length + kept.length < main) probation.push(first(window))
    return gone
  }
}

/** Kirisame et al. 2021: h_DTR without neighbourhoods; a page-in costs 200 µs and its bytes at 8 GiB/s. */
const dtr: Maker = (capacity, { size }) => {
  const cached: number[] = []
  const last = new Map<number, number>()
  return (page, now) => {
    const gone: number[] = []
    const known = take(cached, page)
    const h = (one: number): number => {
      const bytes = size(one) * 2 ** 20
      return (200 + (bytes * 1e6) / 2 ** 33) / (bytes * Math.max(1, now - (last.get(one) as number)))
    }
    while (!known && sum(cached, size) + size(page) > capacity) {
      const least = Math.min(...cached.map(h))
      const victim = cached.find((one) => h(one) === least) as number
      take(cached, victim)
      gone.push(victim)
    }
    cached.push(page)
    last.set(page, now)
    return gone
  }
}

function sum(pages: readonly number[], size: Pages['size']): number {
  return pages.reduce((total, page) => total + size(page), 0)
}

export const ORACLES = {
  '2q': twoQueues,
  arc,
  lirs,
  's3-fifo': s3Fifo,
  sieve,
  gdsf,
  'w-tinylfu': wTinyLfu,
  dtr,
} as const
