/** Heaps as the runtime names them: where they lie, and which is which. */

/** D3D12_HEAP_TYPE: where a committed resource's own heap lies. */
export type HeapType = 'DEFAULT' | 'UPLOAD' | 'READBACK'

/** The runtime's number of a heap: no two that live have the same, and by it the kernel is told which is meant. */
export type HeapHandle = number
