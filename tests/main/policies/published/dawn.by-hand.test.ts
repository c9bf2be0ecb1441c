/** Dawn's room for what is created resident, where that was evicted by hand before its turn came (PL-31). */
import { expect, it } from 'vitest'
import { effect, press, work } from './support/worked'

/** Of a local budget of 100 MiB Dawn uses 95. */
const system = { localMemory: '512MiB', budget: '100MiB', nonLocalMemory: '128MiB' }

it.each(['dawn', 'dawn-fixed'] as const)(
  '%s: the usage is taken without what is resident and has not had its turn, not without what is no longer [PL-31] [PL-33]',
  async (policy) => {
    const steps = [
      press('1s', 'A'),
      // waits for the submission of A until 3 s
      { at: '1100ms', addEffect: effect('B', '1ms', '50MiB!') },
      { at: '1200ms', addEffect: effect('C', '1ms', '80MiB!', '80MiB!') },
      { at: '1300ms', evict: { names: ['C.a', 'C.b'] } },
    ]
    const { story, findings } = await work(policy, {
      system,
      app: { effects: [effect('A', '2s', '60MiB!')] },
      steps,
      until: '5s',
    })
    // B is used by none and fits beside nothing of 80 MiB
    expect(story.filter((line) => line.startsWith('3 '))).toEqual(['3 out A.a budget', '3 out B.a budget'])
    expect(findings).toEqual([])
  },
)
