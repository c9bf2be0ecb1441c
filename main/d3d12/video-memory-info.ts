/** DXGI_QUERY_VIDEO_MEMORY_INFO: what QueryVideoMemoryInfo tells the app of a segment group, bytes (RS-08). */
export interface QueryVideoMemoryInfo {
  readonly Budget: number
  readonly CurrentUsage: number
  readonly AvailableForReservation: number
  readonly CurrentReservation: number
}
