/** The page about policies of one's own, in parts that can be shown: the little of Markdown that it is written in. */

export type GuideBlock =
  | { kind: 'heading' | 'paragraph'; parts: readonly GuidePart[] }
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
    else if (!text.startsWith('# ')) blocks.push({ kind: 'paragraph', parts: partsOf(text.replaceAll('\n', ' ')) })
  }
  return blocks
}

function partsOf(text: string): GuidePart[] {
  return [...text.matchAll(/`([^`]+)`|\*\*([^*]+)\*\*|([^`*]+|[`*])/g)].map(([all, code, strong]) => {
    if (code !== undefined) return { kind: 'code', text: code }
    return strong === undefined ? { kind: 'text', text: all } : { kind: 'strong', text: strong }
  })
}
