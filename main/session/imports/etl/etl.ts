import type { CaptureFile, Importing, ImportOptions } from '../capture'
export function* importEtl(_file: CaptureFile, _options: ImportOptions = {}): Importing { throw new Error('later') }
