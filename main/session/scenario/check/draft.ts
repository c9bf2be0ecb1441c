/**
 * A scenario file as its checks read it: by the looser form of its grammar, so that the checks that need several fields find
 * their issues at the same time as those of the format.
 */
import type { Draft, DraftList } from '../format/draft'
import type { fileSchema } from '../format/file'
import type { effectSchema } from '../format/schema'
import type { stepSchema } from '../format/steps'

/** In all of these, undefined: absent, null: missing, or bad by itself and reported as such. */
export type FileDraft = NonNullable<Draft<typeof fileSchema>>
export type StepDraft = NonNullable<Draft<typeof stepSchema>>
export type EffectDraft = NonNullable<Draft<typeof effectSchema>>
export type ExpectDraft = NonNullable<StepDraft['expect']>
export type SubmitDraft = NonNullable<StepDraft['submit']>
export type Names = DraftList<string | null>

/** Effects at the start; a list that is none hides all its names, as one bad entry does. */
export function effectsAtStart({ app }: FileDraft): Iterable<EffectDraft | null> {
  return app?.effects ?? [null]
}

/** Effects at the start, and those that steps add. */
export function* allEffects(file: FileDraft): Generator<EffectDraft | null> {
  yield* effectsAtStart(file)
  for (const step of file.steps ?? []) if (step?.addEffect !== undefined) yield step.addEffect
}

/** The steps that are objects at all, made out anew whenever they are asked for. */
export function eachStep({ steps }: FileDraft, see: (step: StepDraft, index: number) => void): void {
  steps?.forEach((step, index) => {
    if (step !== null) see(step, index)
  })
}

/** The names of a list that can be made out, each with its index. */
export function* namesIn(list: Names | null | undefined): Generator<[number, string]> {
  for (const [i, name] of list?.entries() ?? []) if (name !== null) yield [i, name]
}
