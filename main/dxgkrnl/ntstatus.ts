/** NTSTATUS values that the kernel's functions return. */
export const NtStatus = {
  STATUS_SUCCESS: 0x00000000,
  STATUS_INVALID_PARAMETER: 0xc000000d,
  STATUS_NO_MEMORY: 0xc0000017,
  STATUS_NOT_SUPPORTED: 0xc00000bb,
} as const
export type NtStatus = (typeof NtStatus)[keyof typeof NtStatus]
