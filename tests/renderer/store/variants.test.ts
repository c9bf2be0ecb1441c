import { describe, expect, it } from 'vitest'
import { usableVariants } from '../../../renderer/store/variants'
import { variantOf } from '../editor/preview/pipelines'

describe('usableVariants', () => {
  const variants = [1, 2, 3].map((id) => variantOf(id, {}))
  const used = (...usable: number[]) => usableVariants({ usable, variants }).map(({ id }) => id)

  it('are those that the driver names, in its order [BP-26]', () => {
    expect(used(3, 1)).toEqual([3, 1])
    expect(used()).toEqual([])
  })

  it('are without what is not there any more', () => {
    expect(used(7, 2)).toEqual([2])
  })
})
