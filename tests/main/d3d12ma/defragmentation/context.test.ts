import { describe, expect, it } from 'vitest'
import type { Allocation } from '../../../../main/d3d12ma/allocation'
import type { Move } from '../../../../main/d3d12ma/defragmentation/definitions'
import type { Heap } from '../../../../main/d3d12ma/heap-provider'
import { MemoryProvider } from '../../../../main/d3d12ma/memory-provider'
import type { Pool } from '../../../../main/d3d12ma/pool'
import { draw, MIB, namesOf, runToEnd, World } from './support'

/** Runs out of memory when it has reserved so many destinations. */
class FailingProvider extends MemoryProvider {
  destinations = Number.POSITIVE_INFINITY

  reserveDestination(): 'S_OK' | 'E_OUTOFMEMORY' {
    return this.destinations-- > 0 ? 'S_OK' : 'E_OUTOFMEMORY'
  }
}

function setOperation(moves: readonly Move[], name: string, operation: Move['operation']): void {
  const move = moves.find(({ source }) => source.name === name)
  if (move === undefined) throw new Error(`${name} is not in the pass: ${namesOf(moves)}`)
  move.operation = operation
}

describe('BeginPass', () => {
  it('gives the moves with their destinations, reserved from now on: heap and offset can be asked for [DF-08]', () => {
    const world = new World()
    const pool = world.pool(['aaaa....', 'bb......'])
    const [first, second] = pool.blockVector.blocks
    const { hr, moves } = world.begin({}, pool).beginPass()
    expect(hr).toBe('S_FALSE')
    expect(moves).toHaveLength(1)
    const [{ source, destination, operation }] = moves as [Move]
    expect(operation).toBe('COPY')
    expect(source).toBe(world.get('b'))
    expect([source.getHeap(), source.getOffset()]).toEqual([second?.heap, 0])
    expect([destination.getHeap(), destination.getOffset()]).toEqual([first?.heap, 4 * MIB])
    expect([destination.size, destination.alignment]).toEqual([source.size, source.alignment])
    // reserved: what others allocate does not get it
    const { allocation } = world.allocator.allocateMemory({ customPool: pool }, 2 * MIB, 64 * 1024)
    expect([allocation?.getHeap(), allocation?.getOffset()]).toEqual([first?.heap, 6 * MIB])
  })

  it('ends with S_OK and no move where nothing can be gained, and stays ended [DF-08]', () => {
    const world = new World()
    const pool = world.pool(['aaaaaaaa', 'bbbbbbb.'])
    const context = world.begin({}, pool)
    expect(context.beginPass()).toEqual({ hr: 'S_OK', moves: [] })
    world.get('a').release()
    expect(context.beginPass()).toEqual({ hr: 'S_OK', moves: [] })
  })

  it('reserves nothing when it fails, and can be called again [DF-08]', () => {
    const world = new World(new FailingProvider())
    const provider = world.provider as FailingProvider
    const pool = world.pool(['aaaa....', 'bcd.....'])
    const context = world.begin({}, pool)
    provider.destinations = 2
    expect(context.beginPass()).toEqual({ hr: 'E_OUTOFMEMORY', moves: [] })
    expect(draw(pool)).toEqual(['aaaa....', 'bcd.....'])
    expect(world.allocator.allocations.count).toBe(4)
    expect(context.inPass).toBe(false)
    // none of them is still held by the pass that failed
    expect(world.get('b').inPass || world.get('c').inPass || world.get('d').inPass).toBe(false)
    provider.destinations = 3
    expect(context.beginPass().hr).toBe('S_FALSE')
    context.endPass()
    expect(draw(pool)).toEqual(['aaaabcd.'])
  })

  it('fails as a whole when only a later pool fails [DF-08]', () => {
    const world = new World(new FailingProvider())
    const { DEFAULT, UPLOAD } = world.allocator.defaultPools
    world.fill(DEFAULT, ['aaaa....', 'b.......'])
    world.fill(UPLOAD, ['cccc....', 'd.......'])
    const context = world.begin()
    ;(world.provider as FailingProvider).destinations = 1
    expect(context.beginPass().hr).toBe('E_OUTOFMEMORY')
    expect(draw(DEFAULT)).toEqual(['aaaa....', 'b.......'])
    ;(world.provider as FailingProvider).destinations = 2
    expect(runToEnd(context)).toEqual(['bd'])
  })

  it('has all of it still to do after a failure, of that pool and of the others: what joins free ranges too [DF-08] [DF-16]', () => {
    const rows = (names: string) => [`${names[0]}..${names[1]}.${names[2]}..`, (names[3] as string).repeat(8)]
    for (const destinations of [0, 1]) {
      const world = new World(new FailingProvider())
      const { DEFAULT, UPLOAD } = world.allocator.defaultPools
      world.fill(DEFAULT, rows('ABcD'))
      world.fill(UPLOAD, rows('EFgH'))
      const context = world.begin()
      const provider = world.provider as FailingProvider
      provider.destinations = destinations
      expect(context.beginPass().hr).toBe('E_OUTOFMEMORY')
      provider.destinations = 2
      expect(runToEnd(context)).toEqual(['cg'])
    }
  })

  it('is refused in a pass, as EndPass is without one [DF-08]', () => {
    const world = new World()
    const pool = world.pool(['aaaa....', 'b.......'])
    const context = world.begin({}, pool)
    expect(context.endPass()).toBe('DXGI_ERROR_INVALID_CALL')
    expect(context.beginPass().hr).toBe('S_FALSE')
    expect(context.beginPass()).toEqual({ hr: 'DXGI_ERROR_INVALID_CALL', moves: [] })
    expect(world.reports.map(({ rule }) => rule)).toEqual(['DF-08', 'DF-08'])
    expect(context.endPass()).toBe('S_FALSE')
    expect(draw(pool)).toEqual(['aaaab...'])
  })

  it('keeps to the limits over all pools together [DF-13]', () => {
    const rows = (names: string) => [`${names.charAt(0).repeat(4)}....`, `${names.charAt(1)}.${names.charAt(2)}.....`]
    const passesWith = (desc: { maxBytesPerPass?: number; maxAllocationsPerPass?: number }) => {
      const world = new World()
      world.fill(world.allocator.defaultPools.DEFAULT, rows('abc'))
      world.fill(world.allocator.defaultPools.UPLOAD, rows('def'))
      const passes = runToEnd(world.begin(desc))
      expect(draw(world.allocator.defaultPools.DEFAULT)).toEqual(['aaaabc..'])
      expect(draw(world.allocator.defaultPools.UPLOAD)).toEqual(['ddddef..'])
      return passes
    }
    expect(passesWith({})).toEqual(['bcef'])
    expect(passesWith({ maxAllocationsPerPass: 3 })).toEqual(['bce', 'f'])
    expect(passesWith({ maxBytesPerPass: MIB })).toEqual(['b', 'c', 'e', 'f'])
    expect(passesWith({ maxBytesPerPass: 2 * MIB + 1, maxAllocationsPerPass: 4 })).toEqual(['bc', 'ef'])
  })

  it('fills a pass: what is too large for the bytes that are left waits, and smaller ones go first [DF-13]', () => {
    const world = new World()
    const pool = world.pool(['aaaaaa......', 'bb.dd.c.....'])
    // 2 MiB of 3 are taken by b: d does not fit beside it, c does
    expect(runToEnd(world.begin({ maxBytesPerPass: 3 * MIB }, pool))).toEqual(['bc', 'd'])
    expect(pool.blockVector.blocks).toHaveLength(1)
  })

  it('never moves an allocation larger than MaxBytesPerPass, whose block then takes what is later [DF-13]', () => {
    const world = new World()
    const pool = world.pool(['aaaa....', 'bbb.....', 'cc......'])
    expect(runToEnd(world.begin({ maxBytesPerPass: 2 * MIB }, pool))).toEqual(['c'])
    expect(draw(pool).toSorted()).toEqual(['aaaacc..', 'bbb.....'].toSorted())
    expect(world.get('b').getOffset()).toBe(0)
  })

  it('never moves what is pinned, but fills its block first [DF-20]', () => {
    const world = new World()
    const pool = world.pool(['aaaaaa..', 'B.......'])
    const before = world.get('B').getHeap()
    expect(runToEnd(world.begin({}, pool))).toEqual(['a'])
    expect(draw(pool)).toEqual(['Baaaaaa.'])
    expect(world.get('B').getHeap()).toBe(before)
  })

  it('plans nothing with what the user skips, evicted memory for instance [DF-21]', () => {
    const world = new World()
    const pool = world.pool(['aaaa....', 'b.......'])
    expect(runToEnd(world.begin({ skip: { skips: ({ name }) => name === 'b' } }, pool))).toEqual(['a'])
    expect(draw(pool)).toEqual(['baaaa...'])
  })
})

describe('EndPass', () => {
  const buffer = { dimension: 'buffer', width: 2 * MIB } as const

  /** Two blocks, each with one resource of 2 MiB at its start. */
  function withResources(world: World): { pool: Pool; kept: Allocation; moved: Allocation } {
    const pool = world.pool(['aaaaaa..', 'cccccc..'])
    const [kept, moved] = [1, 2].map(
      () => world.allocator.createResource({ customPool: pool, name: 'r' }, buffer).allocation,
    )
    if (kept == null || moved == null) throw new Error('no resource')
    world.get('a').release()
    world.get('c').release()
    return { pool, kept, moved }
  }

  function createAt(world: World, destination: Allocation) {
    const heap = destination.getHeap() as Heap
    const { resource } = world.provider.createPlacedResource(heap, destination.getOffset(), buffer, 'new')
    if (resource === null) throw new Error('no resource at the destination')
    destination.setResource(resource)
    return resource
  }

  it('COPY: the source takes over memory and resource of the destination, the old ones are released [DF-11]', () => {
    const world = new World()
    const { pool } = withResources(world)
    const context = world.begin({}, pool)
    const [move] = context.beginPass().moves as [Move]
    const old = move.source.getResource()
    const place = [move.destination.getHeap(), move.destination.getOffset()]
    const fresh = createAt(world, move.destination)
    expect(context.endPass()).toBe('S_FALSE')
    expect(move.source.getResource()).toBe(fresh)
    expect([move.source.getHeap(), move.source.getOffset()]).toEqual(place)
    expect(world.provider.resources.has(fresh)).toBe(true)
    expect([...world.provider.resources]).not.toContain(old)
    expect(move.destination.released).toBe(true)
    expect(world.allocator.allocations.count).toBe(2)
    expect(world.provider.heaps.size).toBe(1)
  })

  it('COPY without a new resource is refused with E_INVALIDARG, and nothing changes [DF-11]', () => {
    const world = new World()
    const { pool } = withResources(world)
    const context = world.begin({}, pool)
    const [move] = context.beginPass().moves as [Move]
    const place = move.source.getHeap()
    expect(context.endPass()).toBe('E_INVALIDARG')
    expect(world.reports.at(-1)).toEqual({ rule: 'DF-11', message: expect.stringContaining('has no resource') })
    expect([context.inPass, move.source.getHeap(), world.provider.resources.size]).toEqual([true, place, 2])
    createAt(world, move.destination)
    expect(context.endPass()).toBe('S_FALSE')
  })

  it('IGNORE: the destination is freed, the source unchanged, with a hint; S_OK when nothing else was done [DF-11, DF-12]', () => {
    const world = new World()
    const { pool } = withResources(world)
    const context = world.begin({}, pool)
    const [move] = context.beginPass().moves as [Move]
    const before = [move.source.getHeap(), move.source.getOffset(), move.source.getResource()]
    createAt(world, move.destination)
    move.operation = 'IGNORE'
    expect(context.endPass()).toBe('S_OK')
    expect([move.source.getHeap(), move.source.getOffset(), move.source.getResource()]).toEqual(before)
    expect([world.provider.resources.size, world.allocator.allocations.count, world.provider.heaps.size]).toEqual([
      2, 2, 2,
    ])
    expect(world.reports.at(-1)).toEqual({ rule: 'DF-11', message: expect.stringContaining('IGNORE') })
    expect(move.source.release()).toBe('S_OK')
  })

  it('DESTROY: source and destination are both freed; S_FALSE [DF-11, DF-12]', () => {
    const world = new World()
    const { pool } = withResources(world)
    const context = world.begin({}, pool)
    const [move] = context.beginPass().moves as [Move]
    move.operation = 'DESTROY'
    expect(context.endPass()).toBe('S_FALSE')
    expect([move.source.released, move.destination.released]).toEqual([true, true])
    expect([world.provider.resources.size, world.allocator.allocations.count, world.provider.heaps.size]).toEqual([
      1, 1, 1,
    ])
    expect(context.getStats()).toEqual({ BytesMoved: 0, BytesFreed: 8 * MIB, AllocationsMoved: 0, HeapsFreed: 1 })
  })

  it('gives back every heap that is empty, also one that was before; counts them [DF-12, DF-17]', () => {
    const world = new World()
    const pool = world.pool(['aaaa....', 'b.......', 'cc......', '........'])
    const context = world.begin({}, pool)
    expect(runToEnd(context)).toEqual(['bc'])
    expect(pool.blockVector.blocks).toHaveLength(1)
    expect(world.provider.heaps.size).toBe(1)
    expect(context.getStats()).toEqual({
      BytesMoved: 3 * MIB,
      BytesFreed: 24 * MIB,
      AllocationsMoved: 2,
      HeapsFreed: 3,
    })
  })

  it('keeps as many blocks as the pool is never without, and moves nothing for what it may not free [DF-12]', () => {
    const world = new World()
    const pool = world.pool(['aaaa....', 'b.......'], { minBlockCount: 2 })
    expect(runToEnd(world.begin({ flags: 1 }, pool))).toEqual([])
    expect(draw(pool)).toHaveLength(2)
  })

  it('S_FALSE as soon as one move of several was carried out [DF-12]', () => {
    const world = new World()
    const pool = world.pool(['aaaa....', 'bc......'])
    const context = world.begin({}, pool)
    const { moves } = context.beginPass()
    setOperation(moves, 'b', 'IGNORE')
    expect(context.endPass()).toBe('S_FALSE')
    expect(context.beginPass().hr).toBe('S_OK')
  })
})

describe('between BeginPass and EndPass', () => {
  it('what is in the moves cannot be released: refused, reported, nothing lost [DF-14]', () => {
    const world = new World()
    const pool = world.pool(['aaaa....', 'b.......'])
    const context = world.begin({}, pool)
    const [{ destination }] = context.beginPass().moves as [Move]
    expect(world.get('b').release()).toBe('DXGI_ERROR_INVALID_CALL')
    expect(destination.release()).toBe('DXGI_ERROR_INVALID_CALL')
    expect(world.reports.map(({ rule }) => rule)).toEqual(['DF-14', 'DF-14'])
    expect(context.endPass()).toBe('S_FALSE')
    expect(draw(pool)).toEqual(['aaaab...'])
    expect(world.get('b').release()).toBe('S_OK')
  })

  it('others allocate and free, in the blocks of the plan as well [DF-14]', () => {
    const world = new World()
    const pool = world.pool(['aaa.....', 'bbbb....', 'c.d.....'])
    const context = world.begin({ maxAllocationsPerPass: 1 }, pool)
    expect(context.beginPass().moves).toHaveLength(1)
    // takes what was planned for the others, and what they leave is taken instead
    const { allocation } = world.allocator.allocateMemory({ customPool: pool, name: 'x' }, 4 * MIB, 64 * 1024)
    expect(allocation).not.toBeNull()
    world.get('a').release()
    context.endPass()
    runToEnd(context)
    expect(draw(pool).join('').replaceAll('.', '').split('').toSorted().join('')).toBe('bbbbcdxxxx')
    expect(pool.blockVector.blocks).toHaveLength(2)
  })

  it('a move whose source was released before its turn is left out [DF-14]', () => {
    const world = new World()
    const pool = world.pool(['aaaa....', 'bc......'])
    const context = world.begin({ maxAllocationsPerPass: 1 }, pool)
    const { moves } = context.beginPass()
    const other = namesOf(moves) === 'b' ? 'c' : 'b'
    expect(world.get(other).release()).toBe('S_OK')
    expect(context.endPass()).toBe('S_FALSE')
    expect(context.beginPass().hr).toBe('S_OK')
    expect(pool.blockVector.blocks).toHaveLength(1)
  })

  it('blocks that others create come after all others: what lies there moves forward [DF-09]', () => {
    const world = new World()
    const pool = world.pool(['aaaa....', 'bbbb....'])
    const context = world.begin({ maxAllocationsPerPass: 1 }, pool)
    context.beginPass()
    const { allocation } = world.allocator.allocateMemory({ customPool: pool, name: 'x' }, 5 * MIB, 64 * 1024)
    context.endPass()
    expect(draw(pool)).toEqual(['aaaabbbb', 'xxxxx...'])
    world.get('a').release()
    world.get('b').release()
    // of two empty blocks none stays, as x can go where they were
    expect(allocation?.block?.id).toBe(2)
    expect(namesOf(context.beginPass().moves)).toBe('x')
    context.endPass()
    expect(draw(pool)).toEqual(['xxxxx...'])
    expect(allocation?.block?.id).toBe(0)
  })

  it('releasing the context cancels the pass: destinations go, sources stay and can be released [DF-08]', () => {
    const world = new World()
    const pool = world.pool(['aaaa....', 'b.......'])
    const context = world.begin({}, pool)
    context.beginPass()
    context.release()
    expect(draw(pool)).toEqual(['aaaa....', 'b.......'])
    expect(world.allocator.allocations.count).toBe(2)
    expect(world.get('b').release()).toBe('S_OK')
    expect(() => context.beginPass()).toThrow('released before')
  })
})

describe('what was ignored', () => {
  it('is not offered again in that process, which ends; the next one offers it [DF-19]', () => {
    const world = new World()
    const pool = world.pool(['aaaa....', 'bb......', 'c.......'])
    const context = world.begin({}, pool)
    const offered: string[] = []
    for (let pass = context.beginPass(); pass.hr === 'S_FALSE'; pass = context.beginPass()) {
      offered.push(...namesOf(pass.moves))
      for (const move of pass.moves) move.operation = 'IGNORE'
      expect(context.endPass()).toBe('S_OK')
    }
    expect(new Set(offered).size).toBe(offered.length)
    expect(draw(pool)).toEqual(['aaaa....', 'bb......', 'c.......'])
    context.release()
    expect(runToEnd(world.begin({}, pool)).join('')).toHaveLength(2)
    expect(pool.blockVector.blocks).toHaveLength(1)
  })

  it('leaves the rest of its block to be moved [DF-19]', () => {
    const world = new World()
    const pool = world.pool(['aaaa....', 'bb......', 'cd......'])
    const context = world.begin({ maxAllocationsPerPass: 1 }, pool)
    const first = context.beginPass().moves
    const refused = namesOf(first)
    for (const move of first) move.operation = 'IGNORE'
    context.endPass()
    const later: string[] = []
    for (let pass = context.beginPass(); pass.hr === 'S_FALSE'; pass = context.beginPass()) {
      later.push(namesOf(pass.moves))
      context.endPass()
    }
    expect(later).not.toContain(refused)
    // 8 MiB with 4 in it, 8 with 2, and what was refused alone keeps a third at most from going
    expect(pool.blockVector.blocks).toHaveLength(2)
  })
})
