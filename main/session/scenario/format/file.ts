/**
 * The whole scenario file, and the JSON Schema generated from it (SC-03).
 */
import { z } from 'zod'
import { jsonSchemaOf, list } from '../check/lists'
import { duration, label, strict, wholeNumber } from './quantities'
import { quickStep } from './quick-step'
import { appSchema, systemSchema } from './schema'
import { stepSchema } from './steps'

/** of the format */
export const FORMAT_VERSION = 1

/** What a run is called that nobody has named. */
export const UNTITLED = 'untitled'

export const fileSchema = strict(
  {
    $schema: z.string().optional().meta({ description: 'where this schema is, for editors' }),
    trimline: z.literal(FORMAT_VERSION).meta({ description: 'format version' }),
    name: z.string().prefault(UNTITLED).meta({ description: 'what the run is called' }),
    seed: wholeNumber(0, 'seed of the only random generator').prefault(1),
    system: systemSchema.prefault({}),
    app: appSchema.prefault({}),
    steps: list(stepSchema, { quick: quickStep }).prefault([]).meta({ description: 'in order of time' }),
    until: duration('end of the run; when absent one second after the last step').optional(),
    source: label('where the workload is from').optional(),
    license: label('under which the workload may be used').optional(),
    derived: list(label('in words'))
      .optional()
      .meta({ description: 'what of an imported recording was derived or assumed rather than recorded' }),
    unmade: list(label('a name')).optional().meta({
      description:
        'names that steps use though nothing here makes them, as in the recording of a scenario whose later steps would have: using one fails as the run goes',
    }),
  },
  'A scenario: a simulated system, what is done to it at given times, and what must hold.',
).meta({ title: 'Trimline scenario' })

/**
 * A file with its fields, and those of its app, in the order in which the format declares them: which of them were absent
 * at first, and in what order they were set, does not show in what is saved.
 */
export function inDeclaredOrder<File extends { readonly app: object }>(file: File): object {
  return ordered({ ...file, app: ordered(file.app, appSchema.shape) }, fileSchema.shape)
}

function ordered(value: object, shape: object): object {
  const declared = Object.keys(shape)
  const placeOf = (field: string): number => {
    const place = declared.indexOf(field)
    return place < 0 ? declared.length : place
  }
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => placeOf(a) - placeOf(b)))
}

/** The JSON Schema (draft 2020-12) of the file format, as text: sizes and durations as they are written. */
export function schemaText(): string {
  const $schema = 'https://json-schema.org/draft/2020-12/schema'
  return `${JSON.stringify({ $schema, ...jsonSchemaOf(fileSchema) }, null, 2)}\n`
}
