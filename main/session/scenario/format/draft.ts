/**
 * The looser form of a schema: whatever of a value can be made out, field by field, also where other parts of it are bad.
 * It is derived from the schema's kinds, so that there is one grammar: an object keeps the fields that are good, a list and
 * a collection the entries, a choice the form that fits best; all else is good or bad as a whole. Nothing is made out before
 * it is asked for, and nothing of it is kept: a file can have millions of steps, of some bytes each.
 *
 * In every draft null is what is bad by itself, or missing: reading the value by the schema reports it at the same path.
 * Undefined is what may be absent, and is. What several fields say together (a refinement) is not looked at.
 */
import { z } from 'zod'
import { type CollectionOf, type ListOf, parsedBy, partsOf } from '../check/lists'
import type { Path } from '../text/problems'

/** What is made out of a value that should be as the schema says. */
export type Draft<Schema> =
  Schema extends z.ZodOptional<infer Inner>
    ? Draft<Inner> | undefined
    : Schema extends z.ZodPrefault<infer Inner>
      ? Draft<Inner>
      : Schema extends z.ZodObject<infer Shape>
        ? DraftObject<Shape> | null
        : Schema extends ListOf<infer Element>
          ? DraftList<Draft<Element>> | null
          : Schema extends CollectionOf<infer Value>
            ? DraftCollection<Draft<Value>> | null
            : Schema extends z.ZodUnion<infer Options>
              ? Draft<Options[number]>
              : Schema extends z.ZodPipe<infer In>
                ? IsComposed<In> extends true
                  ? Draft<In>
                  : z.output<Schema> | null
                : z.output<Schema> | null

export type DraftObject<Shape> = { readonly [Key in keyof Shape]: Draft<Shape[Key]> }

/** Whether drafts of it have parts; of a choice: whether some of its forms have. */
type IsComposed<Schema> = true extends HasParts<Schema> ? true : false
type HasParts<Schema> = Schema extends z.ZodObject | ListOf<z.ZodType> | CollectionOf<z.ZodType>
  ? true
  : Schema extends z.ZodOptional<infer Inner> | z.ZodPrefault<infer Inner> | z.ZodPipe<infer Inner>
    ? HasParts<Inner>
    : Schema extends z.ZodUnion<infer Options>
      ? HasParts<Options[number]>
      : false

/** Bad by itself, or missing. */
const BAD = null

/**
 * Reads what there is of a value; never fails.
 * @param value as JSON.parse makes it; undefined: it is absent
 */
export function draftOf<Schema extends z.ZodType>(schema: Schema, value: unknown): Draft<Schema> {
  // sound: readers go by the same kinds of schemas as the type
  return readerOf(schema)(value) as Draft<Schema>
}

/** What the draft of an object was made out of, as the file has it; of anything else, itself. */
export function sourceOf(draft: unknown): unknown {
  return draft instanceof Fields ? draft[SOURCE] : draft
}

/** Paths of what a draft leaves out: what is bad by itself, missing, or a field that its schema does not know. */
export function* leftOut(draft: unknown): Generator<Path> {
  if (draft === BAD) yield []
  for (const name of unknownIn(draft)) yield [name]
  for (const [part, value] of partsIn(draft)) for (const path of leftOut(value)) yield [part, ...path]
}

function unknownIn(draft: unknown): readonly string[] {
  if (draft instanceof Fields) return Object.keys(draft[SOURCE]).filter((name) => !draft[FIELDS].has(name))
  return draft instanceof DraftCollection ? draft.unknown : []
}

/** What a draft consists of, by field, index or name; nothing where it is good or bad as a whole. */
export function partsIn(draft: unknown): Iterable<readonly [string | number, unknown]> {
  if (draft instanceof Fields)
    return [...draft[FIELDS]].map(([name, read]) => [name, read(own(draft[SOURCE], name))] as const)
  return draft instanceof DraftList || draft instanceof DraftCollection ? draft.entries() : []
}

/** The elements of a list, each made out anew whenever it is asked for. */
export class DraftList<Element> implements Iterable<Element> {
  readonly #source: readonly unknown[]
  readonly #read: (value: unknown) => Element

  constructor(source: readonly unknown[], read: (value: unknown) => Element) {
    this.#source = source
    this.#read = read
  }

  /** How many elements it has. */
  get length(): number {
    return this.#source.length
  }

  /** @returns undefined: there are not so many */
  at(index: number): Element | undefined {
    return index >= 0 && index < this.length ? this.#read(this.#source[index]) : undefined
  }

  *[Symbol.iterator](): Generator<Element> {
    for (const value of this.#source) yield this.#read(value)
  }

  forEach(see: (element: Element, index: number) => void): void {
    this.#source.forEach((value, index) => {
      see(this.#read(value), index)
    })
  }

  *entries(): Generator<[number, Element]> {
    for (let i = 0; i < this.length; i++) yield [i, this.#read(this.#source[i])]
  }
}

/** Entries by name, each made out anew whenever it is asked for; one whose name is bad is none. */
export class DraftCollection<Value> {
  readonly #source: object
  readonly #isName: (key: string) => boolean
  readonly #read: (value: unknown) => Value

  constructor(source: object, isName: (key: string) => boolean, read: (value: unknown) => Value) {
    this.#source = source
    this.#isName = isName
    this.#read = read
  }

  get names(): string[] {
    return Object.keys(this.#source).filter(this.#isName)
  }

  /** keys that are no names */
  get unknown(): string[] {
    return Object.keys(this.#source).filter((key) => !this.#isName(key))
  }

  *entries(): Generator<[string, Value]> {
    for (const name of this.names) yield [name, this.#read(own(this.#source, name))]
  }
}

type Read = (value: unknown) => unknown

/** Beside its fields an object has nothing with a name of its own. */
const SOURCE = Symbol('source')
const FIELDS = Symbol('fields')

/** An object; its fields are getters of a class that its schema has. */
abstract class Fields {
  /** of the class */
  declare readonly [FIELDS]: ReadonlyMap<string, Read>
  readonly [SOURCE]: object

  constructor(source: object) {
    this[SOURCE] = source
  }
}

/** A class of drafts with these fields. */
function classWith(fields: ReadonlyMap<string, Read>): new (source: object) => Fields {
  class Own extends Fields {}
  Object.defineProperty(Own.prototype, FIELDS, { value: fields })
  for (const [name, read] of fields) {
    const get = function (this: Fields): unknown {
      return read(own(this[SOURCE], name))
    }
    Object.defineProperty(Own.prototype, name, { get })
  }
  return Own
}

const readers = new WeakMap<z.core.$ZodType, Read>()

function readerOf(schema: z.core.$ZodType): Read {
  const known = readers.get(schema)
  if (known !== undefined) return known
  const reader = makeReader(schema)
  readers.set(schema, reader)
  return reader
}

function makeReader(schema: z.core.$ZodType): Read {
  if (schema instanceof z.ZodOptional) return optionalReader(readerOf(schema.unwrap()))
  if (schema instanceof z.ZodPrefault) return prefaultReader(readerOf(schema.unwrap()), schema)
  if (schema instanceof z.ZodObject) return objectReader(schema)
  const parts = partsOf(schema)
  if (parts?.kind === 'list') return listReader(readerOf(parts.element))
  if (parts?.kind === 'collection') return collectionReader(parts.key, readerOf(parts.value))
  if (schema instanceof z.ZodUnion && isComposed(schema)) return choiceReader(schema)
  if (schema instanceof z.ZodPipe && isComposed(schema.in)) return readerOf(schema.in)
  return wholeReader(schema)
}

function isComposed(schema: z.core.$ZodType): boolean {
  const parts = partsOf(schema)
  if (parts !== undefined) return parts.kind !== 'read'
  if (schema instanceof z.ZodObject) return true
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodPrefault) return isComposed(schema.unwrap())
  if (schema instanceof z.ZodUnion) return schema.options.some(isComposed)
  return schema instanceof z.ZodPipe && isComposed(schema.in)
}

function optionalReader(inner: Read): Read {
  return (value) => (value === undefined ? undefined : inner(value))
}

function prefaultReader(inner: Read, schema: z.ZodPrefault): Read {
  return (value) => inner(value === undefined ? schema.def.defaultValue : value)
}

/** Good or bad as a whole. */
function wholeReader(schema: z.core.$ZodType): Read {
  const parts = schema instanceof z.ZodPipe ? partsOf(schema.in) : undefined
  if (parts?.kind === 'read') {
    return (value) => {
      const result = parts.read(value)
      return result.ok ? result.value : BAD
    }
  }
  return (value) => {
    const result = parsedBy(schema, value)
    return result === undefined ? BAD : result.value
  }
}

function objectReader({ shape }: z.ZodObject): Read {
  const Own = classWith(new Map(Object.entries(shape).map(([name, field]) => [name, readerOf(field)])))
  return (value) => (isObject(value) ? new Own(value) : BAD)
}

function listReader(element: Read): Read {
  return (value) => (Array.isArray(value) ? new DraftList(value, element) : BAD)
}

function collectionReader(name: z.ZodString, read: Read): Read {
  const isName = (key: string): boolean => parsedBy(name, key) !== undefined
  return (value) => (isObject(value) ? new DraftCollection(value, isName, read) : BAD)
}

/** The form that the value says it has, or has; where it has none of them entirely, the one of which the least is left out. */
function choiceReader(schema: z.ZodUnion): Read {
  const forms = schema.options.map((option) => ({ option, read: readerOf(option) }))
  const field = schema instanceof z.ZodDiscriminatedUnion ? schema.def.discriminator : undefined
  const said = (value: unknown): Read | undefined => {
    if (field === undefined || !isObject(value)) return undefined
    // a field that can be told by is a text
    const name = own(value, field) as z.core.util.Primitive
    return forms.find(({ option }) => option._zod.propValues?.[field]?.has(name))?.read
  }
  return (value) => {
    const known = said(value)
    if (known !== undefined) return known(value)
    const form = forms.find(({ option }) => parsedBy(option, value) !== undefined)
    if (form !== undefined) return form.read(value)
    const drafts = forms.map(({ read }) => read(value)).filter((draft) => draft !== BAD)
    const losses = drafts.map((draft) => [...leftOut(draft)].length)
    return drafts[losses.indexOf(Math.min(...losses))] ?? BAD
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** @returns undefined: it has none of that name by itself, as JSON has them */
function own(object: object, name: string): unknown {
  return Object.hasOwn(object, name) ? (object as Record<string, unknown>)[name] : undefined
}
