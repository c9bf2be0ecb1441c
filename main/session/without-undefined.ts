/** Without the fields that are undefined, so that spreading it leaves what stood there before. */
export function withoutUndefined<T extends object>(settings: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(settings).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> }
}
