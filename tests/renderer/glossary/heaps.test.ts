/** Heap types as choices. */
import { expect, it } from 'vitest'
import { HEAP_OPTIONS } from '../../../renderer/glossary/heaps'

it('heap types are called as D3D12_HEAP_TYPE calls them [DF-01]', () => {
  expect(HEAP_OPTIONS).toEqual([
    { value: 'default', text: 'DEFAULT' },
    { value: 'upload', text: 'UPLOAD' },
    { value: 'readback', text: 'READBACK' },
  ])
})
