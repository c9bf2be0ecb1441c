import { beforeEach, describe, expect, it, vi } from 'vitest'
import { placeCursor, setGpuTab, setInterface, useStore } from '../../../renderer/store/store'
import { watch } from '../../../renderer/store/watch'

beforeEach(() => {
  useStore.setState(useStore.getInitialState())
})

describe('watching parts of the store', () => {
  it('calls back once for each change of a part, and for none of anything else', () => {
    const changed = vi.fn()
    const stop = watch(({ moment, gpuTab }) => [moment, gpuTab], changed)
    setInterface({ drawerOpen: true })
    expect(changed).not.toHaveBeenCalled()
    placeCursor({ moment: 5, range: null })
    setGpuTab({ table: true })
    expect(changed).toHaveBeenCalledTimes(2)
    placeCursor({ moment: 5, range: null })
    expect(changed).toHaveBeenCalledTimes(2)
    stop()
    placeCursor({ moment: null, range: null })
    expect(changed).toHaveBeenCalledTimes(2)
  })
})

describe('the slice of a tab', () => {
  it('keeps what a change does not name, and leaves the other tabs as they are', () => {
    const { memoryTab, backgroundTab, defragmentationTab } = useStore.getState()
    setGpuTab({ selectedId: 7 })
    setGpuTab({ table: true })
    expect(useStore.getState()).toMatchObject({ memoryTab, backgroundTab, defragmentationTab })
    expect(useStore.getState().gpuTab).toEqual({ shown: { span: 250_000, end: null }, selectedId: 7, table: true })
  })
})
