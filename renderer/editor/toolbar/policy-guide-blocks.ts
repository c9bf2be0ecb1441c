/** Pages that ship with the app, in parts that can be shown: the little of Markdown that they are written in. */

export type GuideBlock =
  /** `item`: of a list, with its number */
  | { kind: 'heading' | 'paragraph' | 'item'; parts: readonly GuidePart[] }
  /** `language`: js or sh */
  | { kind: 'code'; language: string; text: string }

export interface GuidePart {
  kind: 'text' | 'code' | 'strong'
  text: string
}

/** @param page its title, a line with #, is left out: the window has it */
export function guideBlocks(page: string): GuideBlock[] {
  const blocks: GuideBlock[] = []
  for (const [, language, code, text = ''] of page.matchAll(
    /^```(\w*)[^\n]*\n([\s\S]*?)^```$|^(.+(?:\n(?!```).+)*)/gm,
  )) {
    if (code !== undefined) blocks.push({ kind: 'code', language: language ?? '', text: code.trimEnd() })
    else if (text.startsWith('## ')) blocks.push({ kind: 'heading', parts: partsOf(text.slice(3)) })
    else if (/^\d+\. /.test(text))
      for (const item of text.split(/\n(?=\d+\. )/)) blocks.push({ kind: 'item', parts: partsOf(oneLine(item)) })
    else if (!text.startsWith('# ')) blocks.push({ kind: 'paragraph', parts: partsOf(oneLine(text)) })
  }
  return blocks
}

/** @param names of sections, with ## @returns what stands before the first section, and these, without pictures */
export function sectionsOf(page: string, names: readonly string[]): string {
  const [before = '', ...sections] = page.split(/^(?=## )/m)
  const kept = sections.filter((section) => names.some((name) => section.startsWith(`## ${name}\n`)))
  // a picture, one that leads somewhere, or a table of them: paragraphs of their own
  return [before, ...kept]
    .join('')
    .split(/\n{2,}/)
    .filter((paragraph) => !/^(\[?!\[|\|.*!\[)/m.test(paragraph))
    .join('\n\n')
}

const oneLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ')

function partsOf(text: string): GuidePart[] {
  return [...text.matchAll(/`([^`]+)`|\*\*([^*]+)\*\*|([^`*]+|[`*])/g)].map(([all, code, strong]) => {
    if (code !== undefined) return { kind: 'code', text: code }
    return strong === undefined ? { kind: 'text', text: all } : { kind: 'strong', text: strong }
  })
}
