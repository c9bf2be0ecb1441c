import { readFileSync } from 'node:fs'
import { it } from 'vitest'
import { importRmv } from '../../../../../main/session/imports/rmv/rmv'
import { captureOf, everythingSaid, finished, scenarioOf, textOf } from '../support'
it('x', () => {
  const i = finished(importRmv(captureOf(readFileSync('/work/shared/data/real/rmv/rx6600.rmv'))))
  console.log(i.head, everythingSaid(i), i.steps.length, textOf(i).slice(0,3000)); scenarioOf(i)
})
