// A policy of one's own, as OWN-POLICY.md leads to it: what is asked for next is likely to be what was asked for most.

export default {
  name: 'least-asked-for',

  create(host) {
    /** how often each unit was needed */
    const asked = new Map()
    const times = (unit) => asked.get(unit) ?? 0

    /** Evicts what was asked for least, of that the largest, until so many bytes are free. */
    function free(bytes, spared = []) {
      const idle = host.units.filter((unit) => unit.resident && !unit.inUse && !spared.includes(unit))
      idle.sort((one, other) => times(one) - times(other) || other.size - one.size)
      let left = bytes
      for (const unit of idle) {
        if (left <= 0) return
        host.evict(unit)
        left -= unit.size
      }
    }

    return {
      prepare(set) {
        let missing = 0
        for (const unit of set) {
          asked.set(unit, times(unit) + 1)
          if (unit.local && !unit.resident) missing += unit.size
        }
        if (missing > 0) free(host.usage + missing - host.budget, set)
      },
      untracked(units) {
        for (const unit of units) asked.delete(unit)
      },
      onTrim({ toBudget, bytesToTrim }) {
        if (toBudget) free(bytesToTrim)
      },
    }
  },
}
