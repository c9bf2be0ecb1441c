/**
 * Codes of rules in the texts of the interface. A sentence carries the rules that it rests on in brackets, beside the words
 * that they stand for; a person sees the words, and a way to the rules' own texts.
 */
import { RULES } from '../../preload/contract'

const CODE = '[A-Z]{2}-\\d+[a-z]?'
/** ` (TN-21)`, ` (TN-17 to TN-19, TN-34)` */
const BRACKETS = new RegExp(`\\s*\\((${CODE}(?:(?:, | to )${CODE})*)\\)`, 'g')

/** @returns the text without its codes, and those of them that have a text of their own, in order and each once */
export function splitCodes(text: string): { words: string; codes: readonly string[] } {
  const codes = new Set<string>()
  const words = text.replace(BRACKETS, (_, inside: string) => {
    for (const code of inside.split(/, | to /)) if (RULES[code] !== undefined) codes.add(code)
    return ''
  })
  return { words, codes: [...codes] }
}

/** A run of words, with the codes that stood at its end. */
export interface Said {
  words: string
  codes: readonly string[]
}

/** @returns a text cut behind each of its brackets of codes: for places where each has its own link */
export function cutAtCodes(text: string): Said[] {
  const parts: Said[] = []
  let from = 0
  for (const match of text.matchAll(BRACKETS)) {
    const bare = match.index + match[0].length
    // the links stand behind the sentence's own stop, not before it
    const end = bare + (/^[.,;:]/.test(text.slice(bare)) ? 1 : 0)
    parts.push(splitCodes(text.slice(from, end)))
    from = end
  }
  if (from < text.length) parts.push({ words: text.slice(from), codes: [] })
  return parts
}

/** The attribute that says which rules an element's text rests on, for F1. */
export const RULES_ATTRIBUTE = 'data-rules'

/** What a native tooltip says, and what F1 opens for it: `<div {...said('… (RS-15)')}>`. */
export function said(text: string | undefined): { title?: string; 'data-rules'?: string } {
  if (text === undefined) return {}
  const { words, codes } = splitCodes(text)
  return codes.length === 0
    ? { title: words }
    : { title: `${words}\nF1: the rule behind it`, 'data-rules': codes.join(' ') }
}
