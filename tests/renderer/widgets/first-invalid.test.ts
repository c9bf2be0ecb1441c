import { afterEach, describe, expect, it, vi } from 'vitest'
import { focusFirstInvalid } from '../../../renderer/widgets/first-invalid'
import { fakeDisplay } from '../frame/display'

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('the first field that is said to be wrong', () => {
  it('has the focus once the form shows which are wrong, which is with the next frame', () => {
    const display = fakeDisplay()
    const focus = vi.fn()
    // as much of a form as is asked
    const form = { querySelector: vi.fn(() => ({ focus })) } as unknown as HTMLElement
    focusFirstInvalid(form)
    expect(focus).not.toHaveBeenCalled()
    display.show()
    expect(form.querySelector).toHaveBeenCalledWith('[aria-invalid="true"]')
    expect(focus).toHaveBeenCalledOnce()
  })

  it('is none in a form that has gone, or that has nothing wrong', () => {
    const display = fakeDisplay()
    focusFirstInvalid(null)
    focusFirstInvalid({ querySelector: () => null } as unknown as HTMLElement)
    expect(() => display.show()).not.toThrow()
  })
})
