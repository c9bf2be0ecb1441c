import { useMemo } from 'react'
import readme from '../../../README.md?raw'
import { setInterface, useStore } from '../../store/store'
import { PageDialog } from './policy-guide'
import { guideBlocks, sectionsOf } from './policy-guide-blocks'

/** Of the README, what somebody wants who has the app already. */
const SECTIONS = ['Explore', 'Script']

/** Help > Documentation: it ships with the app. */
export function Documentation() {
  const open = useStore((store) => store.documentationOpen)
  return open ? <OpenDocumentation /> : null
}

function OpenDocumentation() {
  const blocks = useMemo(() => guideBlocks(sectionsOf(readme, SECTIONS)), [])
  return <PageDialog title="Documentation" blocks={blocks} onClose={() => setInterface({ documentationOpen: false })} />
}
