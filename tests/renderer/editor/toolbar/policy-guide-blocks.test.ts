import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { guideBlocks, sectionsOf } from '../../../../renderer/editor/toolbar/policy-guide-blocks'

it('parts a page into headings, paragraphs and code [LB-14]', () => {
  const page =
    '# Title\n\nOne `a*b` and\n**two**.\n\n## Next `x`\n\n```js broken: in-use\nconst a = `b`\n\n// c\n```\n\nEnd\n'
  expect(guideBlocks(page)).toEqual([
    {
      kind: 'paragraph',
      parts: [
        { kind: 'text', text: 'One ' },
        { kind: 'code', text: 'a*b' },
        { kind: 'text', text: ' and ' },
        { kind: 'strong', text: 'two' },
        { kind: 'text', text: '.' },
      ],
    },
    {
      kind: 'heading',
      parts: [
        { kind: 'text', text: 'Next ' },
        { kind: 'code', text: 'x' },
      ],
    },
    { kind: 'code', language: 'js', text: 'const a = `b`\n\n// c' },
    { kind: 'paragraph', parts: [{ kind: 'text', text: 'End' }] },
  ])
})

it('loses nothing of the page that Help shows, and leaves no mark of Markdown [LB-14]', () => {
  const page = readFileSync(new URL('../../../../resources/examples/policy/OWN-POLICY.md', import.meta.url), 'utf8')
  const blocks = guideBlocks(page)
  expect(blocks.filter(({ kind }) => kind === 'heading')).toHaveLength(4)
  const shown = blocks.map((block) =>
    block.kind === 'code' ? block.text : block.parts.map(({ text }) => text).join(''),
  )
  const words = (text: string): string[] => text.match(/\w+/g) ?? []
  const fences = page.replaceAll(/^```.*$/gm, '').replace(/^# .*$/m, '')
  expect(words(shown.join('\n'))).toEqual(words(fences))
  const prose = blocks.flatMap((block) =>
    block.kind === 'code' ? [] : block.parts.filter(({ kind }) => kind === 'text'),
  )
  expect(prose.map(({ text }) => text).join('')).not.toMatch(/[`*#]/)
})

it('leaves pictures out, whatever they stand in, and nothing beside them', () => {
  const page =
    '# T\n\nFirst.\n\n![a](b.png)\n\n[![c](d.webp)](e.jpg)\n\n## One\n\n| f | g |\n| --- | --- |\n| ![h](i.png) | ![j](k.png) |\n\n```sh\na # ![no picture]\n\nb\n```\n\nLast, `![`.\n\n## Two\n\nNot asked for.\n'
  expect(sectionsOf(page, ['One'])).toBe(
    '# T\n\nFirst.\n\n## One\n\n```sh\na # ![no picture]\n\nb\n```\n\nLast, `![`.\n\n',
  )
})

it('shows of the README what is for somebody who has the app: its steps one by one, without pictures and Markdown', () => {
  const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8')
  const blocks = guideBlocks(sectionsOf(readme, ['Explore', 'Script']))
  const texts = blocks.map((block) =>
    block.kind === 'code' ? block.text : block.parts.map(({ text }) => text).join(''),
  )
  const of = (wanted: string) => texts.filter((_, i) => blocks[i]!.kind === wanted)
  expect(of('heading')).toEqual(['Explore', 'Script'])
  expect(of('item').map((text) => text.split('.')[0])).toEqual(of('item').map((_, i) => String(i + 1)))
  expect(of('item').length).toBeGreaterThan(10)
  expect(texts[0]).toContain('emulates the graphics memory stack of Windows')
  expect(texts.filter((_, i) => blocks[i]!.kind !== 'code').join('\n')).not.toMatch(/\*\*|`|!\[|\]\(/)
})
