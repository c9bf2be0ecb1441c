/** DXGI_MEMORY_SEGMENT_GROUP: what budgets and reservations are of (RS-08). */
export { SegmentGroup } from '../drivers/kmd/adapter'
