export function isEtl(_first: Uint8Array): boolean { return false }
