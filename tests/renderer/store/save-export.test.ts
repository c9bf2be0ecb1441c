import { expect, it } from 'vitest'
import { emptyState } from '../../../renderer/store/model'
import { saveExport } from '../../../renderer/store/save-export'
import { sending } from './support/sending'

const page = sending()

it('offers a name of the project and of what it is; a project without a name is the app’s', async () => {
  page.shows({ project: { ...emptyState().project, title: 'My edit' } })
  await saveExport('memory', 'csv', 'a,b\n')
  page.shows({ project: { ...emptyState().project, title: '' } })
  await saveExport('GPU', 'png', 'data:image/png;base64,AA==')
  expect(page.sent).toEqual([
    { kind: 'exportFile', suggestedName: 'My edit memory.csv', format: 'csv', content: 'a,b\n' },
    { kind: 'exportFile', suggestedName: 'Trimline GPU.png', format: 'png', content: 'data:image/png;base64,AA==' },
  ])
})
