import { afterEach, describe, expect, it, vi } from 'vitest'
import { focusFirstInvalid } from '../../../../renderer/widgets/form/first-invalid'
import { fakeDisplay } from '../../frame/display'

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('the first field that is said to be wrong', () => {
  it('has the focus once the form shows which are wrong, which is with the next frame', () => {
    const display = fakeDisplay()
    const done: string[] = []
    const field = {
      focus: () => done.push('focus'),
      parentElement: { scrollIntoView: () => done.push('whole') },
    }
    // as much of a form as is asked
    const form = { querySelector: vi.fn(() => field) } as unknown as HTMLElement
    focusFirstInvalid(form)
    expect(done).toEqual([])
    display.show()
    expect(form.querySelector).toHaveBeenCalledWith('[aria-invalid="true"]')
    // what is said of it stands below the field
    expect(done).toEqual(['focus', 'whole'])
  })

  it('is none in a form that has gone, or that has nothing wrong', () => {
    const display = fakeDisplay()
    focusFirstInvalid(null)
    focusFirstInvalid({ querySelector: () => null } as unknown as HTMLElement)
    expect(() => display.show()).not.toThrow()
  })
})
