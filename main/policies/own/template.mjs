// A residency policy for Trimline: which memory stays on the GPU, and which goes.
//
//   trimline policy check FILE              says whether it is sound, and which rule it breaks where
//   trimline run SCENARIO --policy FILE     runs a scenario with it
//   trimline compare SCENARIO --policies fence-lru,FILE
//
// It runs in an engine of its own, apart from everything: no imports, no files, no clock but host.now, no promises, no
// regular expressions. Math.random is seeded. Sizes are bytes, times microseconds of simulated time. Any function may be
// left out. What goes wrong is a finding with file and line; that call has then never been, and after the tenth it is over.

/** How long what nobody uses stays when memory is plentiful: 10 s. */
const IDLE = 10_000_000

/** @type {import('./trimline-policy').Policy} */
export default {
  name: 'idle-and-lru',

  create(host) {
    /** What may go, least recently used first: resident, and the GPU has finished with it. */
    const candidates = () =>
      host.units.filter((unit) => unit.resident && !unit.inUse).sort((one, other) => one.lastUsed - other.lastUsed)

    /** Evicts the coldest until so many bytes are free. */
    function free(bytes, spared = []) {
      let freed = 0
      for (const unit of candidates()) {
        if (freed >= bytes) return
        if (spared.includes(unit)) continue
        host.evict(unit)
        freed += unit.size
      }
    }

    return {
      // Before each submission: `set` is the array of units that it needs, all of them resident at once. What is missing
      // is made resident when this returns; here room is made for it first.
      prepare(set) {
        const missing = set.filter((unit) => unit.local && !unit.resident).reduce((sum, unit) => sum + unit.size, 0)
        const excess = host.usage + missing - host.budget
        if (missing > 0 && excess > 0) free(excess, set)
      },

      // A trim notification. Without this function the policy does not register for them.
      onTrim({ periodic, toBudget, bytesToTrim }) {
        if (periodic) for (const unit of candidates()) if (host.now - unit.lastUsed >= IDLE) host.evict(unit)
        if (toBudget) free(bytesToTrim)
      },

      // There are more: tracked(units), untracked(units), submitted(set), completed(fence), deviceRemoved().
    }
  },
}
