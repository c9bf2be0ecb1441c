import { expect, it } from 'vitest'
import { restartText } from '../../../../renderer/editor/system/restart-text'

it('a restart of a scenario begins with its first step, one of a project with the project [LB-02]', () => {
  expect(restartText(true)).toMatch(/^The scenario starts again at 0 s with its first step.*Branches leads back\.$/)
  expect(restartText(false)).toMatch(/^The simulated system .* with the project as it is; Branches leads back\.$/)
})
