import { runScenario } from '../../main/session/run/runner'
import { editing } from './hours'

const share = Number(process.argv[2]),
  h = Number(process.argv[3])
const chosen = editing(h, share)
const began = process.cpuUsage()
runScenario(chosen).then(({ summary }) => {
  const { user, system } = process.cpuUsage(began)
  console.log(((user + system) / 1e6).toFixed(2), summary.traceSha256.slice(0, 8))
})
