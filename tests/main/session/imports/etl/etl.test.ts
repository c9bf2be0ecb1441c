import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { it } from 'vitest'
import { importEtl } from '../../../../../main/session/imports/etl/etl'
import { captureOf, everythingSaid, finished, scenarioOf, textOf } from '../support'
it('x', () => {
  const i = finished(importEtl(captureOf(readFileSync('/work/shared/data/real/etl/steamvr-0-250ms.etl'))))
  console.log(i.head, everythingSaid(i), i.steps.length, textOf(i).slice(0,3000)); scenarioOf(i)
  const j = finished(importEtl(captureOf(gunzipSync(readFileSync('/work/shared/data/real/etl/steamvr-first-half.etl.gz')))))
  console.log(j.head, everythingSaid(j).slice(0,2000), j.steps.length); scenarioOf(j)
})
