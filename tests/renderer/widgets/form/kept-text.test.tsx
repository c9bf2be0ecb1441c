// @vitest-environment happy-dom
/** What is typed in a form of an instrument is there again, and not in another document. */
import { act } from 'react'
import { expect, it } from 'vitest'
import { useStore } from '../../../../renderer/store/store'
import { keptText } from '../../../../renderer/widgets/form/kept-text'
import { mount } from '../../mounted'

it('keeps what is typed while the form is gone, for the document that it was meant for [SC-13]', () => {
  const { documents } = useStore.getState()
  const useText = keptText('Loose')
  function Form() {
    const [text, setText] = useText()
    return (
      <button type="button" onClick={() => setText(`${text} 2`)}>
        {text}
      </button>
    )
  }
  const first = mount(<Form />)
  act(() => first.element.querySelector('button')?.click())
  expect(first.element.textContent).toBe('Loose 2')
  first.unmount()

  const again = mount(<Form />)
  expect(again.element.textContent).toBe('Loose 2')
  act(() => useStore.setState({ documents: documents + 1 }))
  expect(again.element.textContent).toBe('Loose')
  act(() => again.element.querySelector('button')?.click())
  expect(again.element.textContent).toBe('Loose 2')
  again.unmount()
  useStore.setState({ documents })
})
