import { past } from './past'

past().then((rows) => {
  for (const r of rows) if (!r.what.includes('wall')) console.log(r.group.slice(-60), r.what, r.median, r.best)
})
