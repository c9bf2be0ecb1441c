/** Where heaps lie, as the API names it. */

/** D3D12_HEAP_TYPE: where a committed resource's own heap lies. */
export type HeapType = 'DEFAULT' | 'UPLOAD' | 'READBACK'
