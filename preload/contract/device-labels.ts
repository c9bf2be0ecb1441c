/** What the settings of a device are called, in the window and in what is said of them. */
export const DEVICE_LABELS = {
  profile: 'Device profile',
  localMemory: 'Local memory',
  pagingBandwidth: 'Bandwidth per second',
  physicalAdapters: 'Physical adapters',
} as const
