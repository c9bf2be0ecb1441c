/** The verb `timeline`, and what of the timeline goes with an effect or a clip. */
import { failed, type HResultName } from '../../d3d12/hresult'
import type { Sliced } from '../../sim/slices'
import type { World } from '../world/world'
import type { ValueOf } from './action'

/** One edit of the timeline. @returns S_OK · E_INVALIDARG: it cannot be, with a finding (SC-16) */
export function editTimeline({ timeline, renders, device, editor }: World, edit: ValueOf<'timeline'>): HResultName {
  if (edit.edit === 'dropRenders') renders.clear()
  if (edit.edit === 'render') {
    const hr = renders.render(edit.from, edit.to)
    if (failed(hr)) device.debug.report({ rule: 'SC-16', message: `the span was not rendered: ${hr}` })
    return hr
  }
  if (edit.edit === 'list') {
    const hr = editor.list(edit.name, edit.before)
    if (failed(hr))
      device.debug.report({ rule: 'SC-16', message: `"${edit.name}" was not put before "${edit.before}"` })
    return hr
  }
  const problem = timeline.edit(edit)
  if (problem === null) return 'S_OK'
  device.debug.report({ rule: 'SC-16', message: `"${edit.edit}" was not carried out on the timeline: ${problem}` })
  return 'E_INVALIDARG'
}

/** An effect or a clip goes, and what of the timeline belonged to it. @returns what came of its removal */
export function* removed({ timeline }: World, name: string, removal: Sliced<HResultName>): Sliced<HResultName> {
  const hr = yield* removal
  if (!failed(hr)) timeline.forget(name)
  return hr
}
