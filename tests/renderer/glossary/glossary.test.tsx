// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { GlossaryDialog } from '../../../renderer/glossary/glossary'
import { setInterface } from '../../../renderer/store/store'
import { mount } from '../mounted'

it('the rules behind a term are words of their own, apart from what it means [LB-11]', () => {
  setInterface({ glossary: '' })
  const { element, unmount } = mount(<GlossaryDialog />)
  const bound = [...element.ownerDocument.querySelectorAll('dt')].find(({ textContent }) => textContent === 'Bound')
  expect(bound?.nextElementSibling?.textContent).toMatch(/in the same memory\. The bound/)
  unmount()
  setInterface({ glossary: null })
})
